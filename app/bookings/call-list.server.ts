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
import { findMailStates } from "../platform/outbox.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { listTrainerAccounts } from "../staff/people.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { type Bookable, bookableOfRow, placesOf, storedSessions } from "./bookable-session.server.ts";
import { PLACE_STATES } from "./booking.ts";
import { type BookingRow, countsOf, guestsOf } from "./booking-rows.server.ts";
import type { BookingStatus, ContactMethod, NoticeKind, PendingNotice } from "./call-list.ts";
import type { BookingMailKind } from "./messages.ts";

/** Kinds of mail that the desk also calls about, as mail is read late. */
const NOTICE_KINDS: Partial<Record<BookingMailKind, NoticeKind>> = {
  "gym-cancelled": "cancelled",
  closed: "cancelled",
  moved: "moved",
  "class-changed": "class-changed",
  substitute: "substitute",
  "back-on": "back-on",
  "just-come": "just-come",
};

const NOTICE_KINDS_WITHOUT_ACCOUNT: typeof NOTICE_KINDS = {
  ...NOTICE_KINDS,
  promoted: "promoted",
  "place-free": "place-free",
};

export function bookingStatusOf(state: BookingRow["state"]): BookingStatus {
  if (state === "waiting") return state;
  return PLACE_STATES.has(state) ? "place" : "none";
}

/** A session as a person sees it: if two summaries are equal, no call is needed. */
function summaryOf({ date, time, classSlug, trainerSlug, state }: ClassSession, status: BookingStatus): string {
  return [date, time.from, time.to, classSlug, trainerSlug, state, status].join(" ");
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
  before: { session: ClassSession; status: BookingStatus },
): Promise<void> {
  const notice = (owner?.user_id == null ? NOTICE_KINDS_WITHOUT_ACCOUNT : NOTICE_KINDS)[kind];
  if (notice === undefined) return;
  await writeOpen(change, {
    ...{ session_id: session.id, person: owner?.id ?? row.id, booking_id: row.id, trainer_slug: null, kind: notice },
    before: summaryOf(before.session, before.status),
    now: summaryOf(session, bookingStatusOf(row.state)),
  });
}

type OpenRow = Pick<Tables["people_to_tell"], "session_id" | "person" | "booking_id" | "trainer_slug" | "before"> & {
  kind: NoticeKind;
  now: string;
};

/** Notices whose texts include the trainer, the class and the place, so that a later partial notice does not replace them. */
const COMPLETE_NOTICES: readonly string[] = ["moved", "back-on"];
const PARTIAL_NOTICES: readonly string[] = ["substitute", "class-changed", "promoted"];

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
    const notTold = { told_at: null, told_by_id: null, told_by: null, told_what: null, way: null };
    await transaction
      .insertInto("people_to_tell")
      .values({ id: randomUUID(), ...row, made_at, ...notTold })
      .execute();
  } else if (open.before === now) {
    await transaction.deleteFrom("people_to_tell").where("id", "=", open.id).execute();
  } else {
    const { booking_id } = row;
    const isCovered =
      row.kind === "place-free" || (COMPLETE_NOTICES.includes(open.kind) && PARTIAL_NOTICES.includes(row.kind));
    const kind = isCovered ? open.kind : row.kind;
    await transaction
      .updateTable("people_to_tell")
      .set({ kind, booking_id, made_at })
      .where("id", "=", open.id)
      .execute();
  }
}

/** Adds the old and the new trainer of a session to the call list if they have no account, and so get no email. */
export async function recordTrainersOnCallList(change: Change, before: ClassSession, after: ClassSession) {
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

/** Takes a person and their guest off the list: they have just booked, cancelled or checked in, so they are up to date. */
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

/** The pending notice of a row; undefined for an expired offer. @param free places of the session */
function noticeOfRow(
  { kind: stored, trainer_slug, state }: CallListRow,
  { session, rule, promotionsEnd }: Bookable,
  free: number,
  at: Date,
): PendingNotice | undefined {
  const kind = stored as NoticeKind;
  if (trainer_slug !== null) return { kind, status: "none" };
  if (state === null) return undefined;
  const status = bookingStatusOf(state);
  if (session.state === "cancelled") return { kind: "cancelled", status };
  if (status === "none" && rule.capacity === null) return { kind: "just-come", status };
  if (kind === "place-free") {
    const now = at.toISOString();
    const isOffered = status === "waiting" && free > 0 && promotionsEnd <= now && now < session.startsAt;
    return isOffered ? { kind, status } : undefined;
  }
  return { kind: kind === "cancelled" ? "back-on" : kind, status };
}

type Told = { what: NoticeKind; by: string; at: string; way: ContactMethod };

export type CallListPerson = Contact & { id: string; bookingId: string | null; personId: string | null } & (
    | {
        notice: PendingNotice;
        told: null;
        /** Key of the row and its notice (`seenOf`): it differs once something has changed. */
        seen: string;
      }
    | { notice: null; told: Told }
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
  isAboutGuest: boolean;
};

/** A session that is not over, with its people on the call list, told ones included. */
export type CallListSession = { bookable: Bookable; people: CallListPerson[] };

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
      return { bookable, people: own.flatMap((row) => personOf(row, bookable, free) ?? []).sort(inOrder) };
    })
    .filter(({ people }) => people.length > 0)
    .sort((a, b) => (a.bookable.session.startsAt < b.bookable.session.startsAt ? -1 : 1));

  function personOf(row: CallListRow, bookable: Bookable, free: number): CallListPerson | undefined {
    const contact = contactOf(row);
    if (contact === undefined) return undefined;
    const person = { ...contact, id: row.id, bookingId: row.booking_id, personId: row.person_id };
    if (row.told_at !== null) {
      const lastTold = toldOf(row, rows);
      return lastTold && { ...person, notice: null, told: lastTold };
    }
    const notice = noticeOfRow(row, bookable, free, at);
    return notice && { ...person, notice, told: null, seen: seenOf(row, bookable, notice) };
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

/** When and how a person was last told; undefined when something has changed since. */
function toldOf(row: CallListRow, rows: readonly CallListRow[]): Told | undefined {
  const isLater = ({ session_id: id, person, told_at: toldAt }: CallListRow) =>
    id === row.session_id && person === row.person && (toldAt === null || toldAt > (row.told_at ?? ""));
  if (rows.some(isLater)) return undefined;
  const { told_what: what, told_by: by, told_at: at, way } = row;
  return { what: what as NoticeKind, by: by ?? "", at: at ?? "", way: way as ContactMethod };
}

function seenOf({ id }: { id: string }, { session }: Bookable, notice: PendingNotice): string {
  const { date, time, classSlug, trainerSlug, state } = session;
  const facts = JSON.stringify([date, time, classSlug, trainerSlug, state, notice.kind, notice.status]);
  return `${id}.${createHash("sha256").update(facts).digest("base64url").slice(0, 8)}`;
}
