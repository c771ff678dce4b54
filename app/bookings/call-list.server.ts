/**
 * The call list: people affected by a timetable change, until the desk has reached them. One open row per person and
 * session has the last change.
 */
import { createHash, randomUUID } from "node:crypto";
import { listEntries } from "../cms/entries.server.ts";
import { trainerType } from "../content-types/trainer.ts";
import type { Person } from "../people/people.server.ts";
import { DAY_MS } from "../platform/durations.ts";
import type { MailState } from "../platform/mail-messages.ts";
import { findMailStates } from "../platform/mail-states.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { listTrainerAccounts } from "../staff/trainers.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { type Bookable, bookableOfRow, placesOf, storedSessions } from "./bookable-session.server.ts";
import { PLACE_STATES } from "./booking.ts";
import { type BookingRow, countsOf, guestsOf } from "./booking-rows.server.ts";
import type { BookingStatus, ContactMethod, NoticeKind, PendingNotice } from "./call-list.ts";
import type { BookingMailKind } from "./messages.ts";

/** Kinds of mail that the desk also calls about, as mail is read late. */
const FOR_ALL: Partial<Record<BookingMailKind, NoticeKind>> = {
  "gym-cancelled": "cancelled",
  closed: "cancelled",
  moved: "moved",
  "class-changed": "class-changed",
  substitute: "substitute",
  "back-on": "back-on",
  "just-come": "just-come",
};

const WITHOUT_ACCOUNT: typeof FOR_ALL = { ...FOR_ALL, promoted: "promoted", "place-free": "place-free" };

export function standingOf(state: BookingRow["state"]): BookingStatus {
  if (state === "waiting") return state;
  return PLACE_STATES.has(state) ? "place" : "none";
}

/** A session as a person sees it: equal texts need no call. */
function wordOf({ date, time, classSlug, trainerSlug, state }: ClassSession, standing: BookingStatus): string {
  return [date, time.from, time.to, classSlug, trainerSlug, state, standing].join(" ");
}

/**
 * Adds the person of a booking to the call list, or removes them once the session is as before. @param owner
 * undefined: erased
 */
export async function recordOnCallList(
  change: Change,
  kind: BookingMailKind,
  row: BookingRow,
  owner: Pick<Person, "id" | "user_id"> | undefined,
  session: ClassSession,
  before: { session: ClassSession; standing: BookingStatus },
): Promise<void> {
  const news = (owner?.user_id == null ? WITHOUT_ACCOUNT : FOR_ALL)[kind];
  if (news === undefined) return;
  await writeOpen(change, {
    ...{ session_id: session.id, person: owner?.id ?? row.id, booking_id: row.id, trainer_slug: null, kind: news },
    before: wordOf(before.session, before.standing),
    now: wordOf(session, standingOf(row.state)),
  });
}

type OpenRow = Pick<Tables["people_to_tell"], "session_id" | "person" | "booking_id" | "trainer_slug" | "before"> & {
  kind: NoticeKind;
  now: string;
};

/** Changes whose texts include the trainer, the class and the place, so these later changes don't replace them. */
const SAYS_ALL: readonly string[] = ["moved", "back-on"];
const PARTS: readonly string[] = ["substitute", "class-changed", "promoted"];

async function writeOpen({ transaction, at }: Change, { now, ...row }: OpenRow): Promise<void> {
  const open = await transaction
    .selectFrom("people_to_tell")
    .select(["id", "before", "kind"])
    .where("session_id", "=", row.session_id)
    .where("person", "=", row.person)
    .where("told_at", "is", null)
    .executeTakeFirst();
  const made_at = at.toISOString();
  if (open === undefined) {
    const untold = { told_at: null, told_by_id: null, told_by: null, told_what: null, way: null };
    await transaction
      .insertInto("people_to_tell")
      .values({ id: randomUUID(), ...row, made_at, ...untold })
      .execute();
  } else if (open.before === now) {
    await transaction.deleteFrom("people_to_tell").where("id", "=", open.id).execute();
  } else {
    const { booking_id } = row;
    const isSaid = row.kind === "place-free" || (SAYS_ALL.includes(open.kind) && PARTS.includes(row.kind));
    const kind = isSaid ? open.kind : row.kind;
    await transaction
      .updateTable("people_to_tell")
      .set({ kind, booking_id, made_at })
      .where("id", "=", open.id)
      .execute();
  }
}

/** Puts the trainers who change on the list that have no account, and so get no mail. */
export async function recordTrainersOnCallList(
  change: Change,
  before: ClassSession,
  after: ClassSession,
): Promise<void> {
  if (before.trainerSlug === after.trainerSlug) return;
  const accounts = new Set((await listTrainerAccounts(change.transaction)).map(({ trainerSlug }) => trainerSlug));
  for (const slug of [before.trainerSlug, after.trainerSlug]) {
    if (accounts.has(slug)) continue;
    const [was, kind] =
      slug === before.trainerSlug ? (["leads", "leads-no-more"] as const) : (["leads-no-more", "leads"] as const);
    const about = { session_id: before.id, person: slug, booking_id: null, trainer_slug: slug };
    await writeOpen(change, { ...about, kind, before: was, now: kind });
  }
}

/** Takes a person and their guest off the list who are up to date: they have just booked, cancelled or checked in. */
export async function removeFromCallList({ transaction }: Change, row: BookingRow): Promise<void> {
  const bookings = transaction
    .selectFrom("bookings")
    .select("id")
    .where("session_id", "=", row.session_id)
    .where(({ or, eb }) =>
      or([
        ...[eb("id", "=", row.id), eb("host_id", "=", row.id)],
        ...(row.person_id === null ? [] : [eb("person_id", "=", row.person_id)]),
      ]),
    );
  await transaction
    .deleteFrom("people_to_tell")
    .where("told_at", "is", null)
    .where("booking_id", "in", bookings)
    .execute();
}

/** The current news of a row; undefined for an expired offer. @param free places of the session */
function newsOfRow(
  { kind: stored, trainer_slug, state }: CallListRow,
  { session, rule, promotionsEnd }: Bookable,
  free: number,
  at: Date,
): PendingNotice | undefined {
  const kind = stored as NoticeKind;
  if (trainer_slug !== null) return { kind, standing: "none" };
  if (state === null) return undefined;
  const standing = standingOf(state);
  if (session.state === "cancelled") return { kind: "cancelled", standing };
  if (standing === "none" && rule.capacity === null) return { kind: "just-come", standing };
  if (kind === "place-free") {
    const now = at.toISOString();
    const isOffered = standing === "waiting" && free > 0 && promotionsEnd <= now && now < session.startsAt;
    return isOffered ? { kind, standing } : undefined;
  }
  return { kind: kind === "cancelled" ? "back-on" : kind, standing };
}

type Told = { what: NoticeKind; by: string; at: string; way: ContactMethod };

export type CallListPerson = Contact & { id: string; bookingId: string | null; personId: string | null } & (
    | {
        news: PendingNotice;
        told: null;
        /** Key of the row and its news (`seenOf`): it differs once something has changed. */
        seen: string;
      }
    | { news: null; told: Told }
  );

type Contact = {
  /** Empty: the desk knows only the address. */
  name: string;
  email: string;
  phone: string;
  isMailed: boolean;
  /** State of that email; undefined: none, or it came too late. */
  mail: MailState | undefined;
  isTrainer: boolean;
  guestName: string | null;
  /** Whether it concerns their guest alone. */
  isAboutGuest: boolean;
};

/** A session that is not over, with its people on the call list, told ones included. */
export type CallListSession = { of: Bookable; people: CallListPerson[] };

/** Rows of sessions that are not over. No session is longer than a day, so the index by start finds them. */
function callListRows(db: Db, at: Date) {
  return db
    .selectFrom("people_to_tell")
    .innerJoin("class_sessions", "class_sessions.id", "people_to_tell.session_id")
    .leftJoin("bookings", "bookings.id", "people_to_tell.booking_id")
    .leftJoin("bookings as hosts", "hosts.id", "bookings.host_id")
    .leftJoin("people", (join) =>
      join.on(({ eb, fn }) => eb("people.id", "=", fn.coalesce("hosts.person_id", "bookings.person_id"))),
    )
    .leftJoin("users", "users.id", "people.user_id")
    .selectAll("people_to_tell")
    .select(["bookings.state", "bookings.ended_at", "bookings.guest_name", "bookings.host_id"])
    .select(["users.email", "people.id as person_id", "people.name", "people.phone"])
    .where("class_sessions.starts_at", ">", new Date(at.getTime() - DAY_MS).toISOString())
    .where("class_sessions.ends_at", ">", at.toISOString())
    .orderBy("people_to_tell.made_at");
}

type CallListRow = Awaited<ReturnType<ReturnType<typeof callListRows>["execute"]>>[number];

/** The call list by session, in the order they begin, without sessions that are over. */
export async function readCallList(
  services: Services,
  {
    trainerSlug,
    sessionId,
    personId,
  }: { trainerSlug?: string | undefined; sessionId?: string; personId?: string } = {},
): Promise<CallListSession[]> {
  const at = services.now();
  const rows = await callListRows(services.db, at)
    .$if(sessionId !== undefined, (query) => query.where("people_to_tell.session_id", "=", sessionId ?? ""))
    .$if(personId !== undefined, (query) => query.where("people_to_tell.person", "=", personId ?? ""))
    .execute();
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map((row) => row.session_id))];
  const sessions = await storedSessions(services.db).where("class_sessions.id", "in", ids).execute();
  const counts = await countsOf(services.db, ids);
  const contactOf = await readContacts(services, rows);
  return sessions
    .map(bookableOfRow)
    .filter(({ session }) => trainerSlug === undefined || session.trainerSlug === trainerSlug)
    .map((bookable) => {
      const { free } = placesOf(bookable.rule, counts.get(bookable.session.id));
      const own = rows.filter((row) => row.session_id === bookable.session.id);
      return { of: bookable, people: own.flatMap((row) => personOf(row, bookable, free) ?? []).sort(inOrder) };
    })
    .filter(({ people }) => people.length > 0)
    .sort((a, b) => (a.of.session.startsAt < b.of.session.startsAt ? -1 : 1));

  function personOf(row: CallListRow, bookable: Bookable, free: number): CallListPerson | undefined {
    const contact = contactOf(row);
    if (contact === undefined) return undefined;
    const person = { ...contact, id: row.id, bookingId: row.booking_id, personId: row.person_id };
    if (row.told_at !== null) {
      const notified = toldOf(row, rows);
      return notified && { ...person, news: null, told: notified };
    }
    const news = newsOfRow(row, bookable, free, at);
    return news && { ...person, news, told: null, seen: seenOf(row, bookable, news) };
  }
}

/** Sorts people whose mail was refused first, then people who got none. */
function inOrder(a: CallListPerson, b: CallListPerson): number {
  const rank = ({ mail, isMailed }: CallListPerson) => (mail === "refused" ? 0 : isMailed ? 2 : 1);
  return rank(a) - rank(b) || a.name.localeCompare(b.name, "en");
}

/** Reads the contact of each row; undefined for an erased person. */
async function readContacts(services: Services, rows: readonly CallListRow[]) {
  const bookings = rows.flatMap(({ booking_id: id, ended_at }) => (id === null ? [] : [{ id, ended_at }]));
  const guests = await guestsOf(services.db, bookings);
  const trainers = rows.some((row) => row.trainer_slug !== null) ? await listEntries(services, trainerType) : [];
  const mailStateOf = await findMailStates(services.db, [...new Set(rows.map((row) => row.session_id))]);
  return (row: CallListRow): Contact | undefined => {
    const none = {
      ...{ phone: "", email: "", isMailed: false, mail: undefined },
      ...{ isTrainer: false, guestName: null, isAboutGuest: false },
    };
    if (row.trainer_slug !== null) {
      const trainer = trainers.find(({ slug }) => slug === row.trainer_slug);
      return trainer && { ...none, name: trainer.name, email: trainer.email ?? "", isTrainer: true };
    }
    const { name, phone, email } = row;
    if (name === null || phone === null) return undefined;
    const mail = email === null ? undefined : mailStateOf(row.session_id, email, row.made_at);
    const guestName = row.guest_name ?? guests.get(row.booking_id ?? "")?.guest_name ?? null;
    const ways = { name, phone, email: email ?? "", isMailed: email !== null, mail };
    return { ...none, ...ways, guestName, isAboutGuest: row.guest_name !== null };
  };
}

/** The last telling of a person; undefined when something has changed since. */
function toldOf(row: CallListRow, rows: readonly CallListRow[]): Told | undefined {
  const isSame = (candidate: CallListRow) => candidate.session_id === row.session_id && candidate.person === row.person;
  const isLast = !rows.some(
    (candidate) => isSame(candidate) && (candidate.told_at === null || candidate.told_at > (row.told_at ?? "")),
  );
  if (!isLast) return undefined;
  return {
    what: row.told_what as NoticeKind,
    by: row.told_by ?? "",
    at: row.told_at ?? "",
    way: row.way as ContactMethod,
  };
}

function seenOf({ id }: { id: string }, { session }: Bookable, news: PendingNotice): string {
  const { date, time, classSlug, trainerSlug, state } = session;
  const facts = JSON.stringify([date, time, classSlug, trainerSlug, state, news.kind, news.standing]);
  return `${id}.${createHash("sha256").update(facts).digest("base64url").slice(0, 8)}`;
}
