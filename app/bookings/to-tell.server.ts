/**
 * Those whom a change of the timetable concerns, until the desk has told them. A row says what somebody knew when the first change
 * came that nobody has told them of. What is to be told is the difference to how it is now: two changes are told as one, and one that was
 * taken back is not told at all.
 */
import { createHash, randomUUID } from "node:crypto";
import { parseJson } from "../cms/editing/stored-body.ts";
import { listEntries } from "../cms/entries.server.ts";
import { trainerType } from "../content-types/trainer.ts";
import { DAY_MS } from "../platform/durations.ts";
import type { MailState } from "../platform/mail-messages.ts";
import { findMailStates } from "../platform/mail-states.server.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { listTrainerAccounts } from "../staff/trainers.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { sameTime } from "../timetable/session-rows.server.ts";
import { type Bookable, bookableOfRow, placesOf, writtenSessions } from "./bookable-session.server.ts";
import { PLACE_STATES } from "./booking.ts";
import { type BookingRow, countsOf, guestsOf } from "./booking-rows.server.ts";
import type { BookingMailKind } from "./messages.ts";
import type { Known, News, NewsKind, Standing, TellWay } from "./to-tell.ts";

/** Kinds of mail that everybody is told of by the desk as well; mail is read late. */
const FOR_ALL: readonly BookingMailKind[] = [
  "gym-cancelled",
  "closed",
  "moved",
  "class-changed",
  "substitute",
  "back-on",
  "just-come",
];

/** The same for those without an account, who get no mail. */
const WITHOUT_ACCOUNT: readonly BookingMailKind[] = [...FOR_ALL, "promoted", "place-free"];

/** What somebody has by the state of their booking. */
export function standingOf(state: BookingRow["state"]): Standing {
  if (state === "waiting") return state;
  return PLACE_STATES.has(state) ? "place" : "none";
}

/** The session that somebody knows. */
function knownOf(session: ClassSession, standing: Standing): Known {
  const { date, time, classSlug, className, trainerSlug, trainerName, state } = session;
  return { date, time, classSlug, className, trainerSlug, trainerName, isOn: state === "scheduled", standing };
}

/**
 * Puts the person of a booking on the list, if a mail of this kind is one of the changes that they are told of. Who is on it stays there
 * with what they knew then.
 * @param before the session as it was, and what the person had there
 */
export async function recordToTell(
  { transaction, at }: Change,
  kind: BookingMailKind,
  { id, user_id: userId, host_id: hostId }: BookingRow,
  before: { session: ClassSession; standing: Standing },
): Promise<void> {
  const hasAccount = userId !== null || hostId !== null;
  if (!(hasAccount ? FOR_ALL : WITHOUT_ACCOUNT).includes(kind)) return;
  await insertUntold(transaction, at, before.session, { booking_id: id, trainer_slug: null }, before.standing);
}

async function insertUntold(
  db: Db,
  at: Date,
  before: ClassSession,
  about: { booking_id: string | null; trainer_slug: string | null },
  standing: Standing,
): Promise<void> {
  await db
    .insertInto("people_to_tell")
    .values({
      ...{ id: randomUUID(), session_id: before.id, ...about },
      ...{ known: JSON.stringify(knownOf(before, standing)), made_at: at.toISOString() },
      ...{ told_at: null, told_by_id: null, told_by: null, told_what: null, way: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Puts the trainers who change on the list that have no account, and so get no mail. */
export async function recordTrainersToTell(change: Change, before: ClassSession, after: ClassSession): Promise<void> {
  if (before.trainerSlug === after.trainerSlug) return;
  const accounts = new Set((await listTrainerAccounts(change.transaction)).map(({ trainerSlug }) => trainerSlug));
  for (const slug of [before.trainerSlug, after.trainerSlug]) {
    if (accounts.has(slug)) continue;
    await insertUntold(change.transaction, change.at, before, { booking_id: null, trainer_slug: slug }, "none");
  }
}

/** Takes somebody and their guest off the list who has just seen how it is: by booking, or by giving up. */
export async function forgetToTell({ transaction }: Change, { id }: Pick<BookingRow, "id">): Promise<void> {
  const ids = transaction
    .selectFrom("bookings")
    .select("id")
    .where(({ or, eb }) => or([eb("id", "=", id), eb("host_id", "=", id)]));
  await transaction.deleteFrom("people_to_tell").where("told_at", "is", null).where("booking_id", "in", ids).execute();
}

/** The booking of somebody on the list, as far as it decides what they have to be told. */
type ToldBooking = Pick<BookingRow, "state" | "ended_at"> & { hasAccount: boolean };

/** What somebody does not know yet; undefined: nothing. @param free places of the session */
function newsOf(
  known: Known,
  { session, rule, promotionsEnd }: Bookable,
  { state, ended_at: endedAt, hasAccount }: ToldBooking,
  free: number,
  at: Date,
): News | undefined {
  // Who has given up knows, and those whose waiting list ended at the start.
  if (state === "cancelled" || state === "late_cancelled") return undefined;
  if (state === "expired" && (endedAt ?? "") >= session.startsAt) return undefined;
  const standing = standingOf(state);
  const from = sameTime(known, session) ? undefined : { date: known.date, time: known.time };
  const wasClass = known.classSlug === session.classSlug ? undefined : known.className;
  const facts = {
    ...(from && { from }),
    ...(wasClass !== undefined && { wasClass }),
    isOtherTrainer: known.trainerSlug !== session.trainerSlug,
    was: known.standing,
    standing,
  };
  const news = (kind: NewsKind): News => ({ kind, ...facts });
  if (session.state === "cancelled") return known.isOn ? news("cancelled") : undefined;
  if (!known.isOn) return news("back-on");
  if (from !== undefined) return news("moved");
  // Who is there sees who trains, and what.
  if (state === "attended" || state === "no_show") return undefined;
  if (state === "expired") return rule.capacity === null ? news("just-come") : undefined;
  if (wasClass !== undefined) return news("class-changed");
  if (facts.isOtherTrainer) return news("substitute");
  if (standing === "none") return news("no-place");
  // Who has an account reads that in the mail, as nobody else is waiting for it.
  if (hasAccount) return undefined;
  if (standing === "place") return known.standing === "waiting" ? news("promoted") : undefined;
  const isFirstCome = promotionsEnd <= at.toISOString() && at.toISOString() < session.startsAt;
  return isFirstCome && free > 0 ? news("place-free") : undefined;
}

/** The same of a trainer, who leads the session or has led it. */
function newsOfTrainer(known: Known, { session }: Bookable, slug: string): News | undefined {
  const leads = session.trainerSlug === slug;
  if (leads === (known.trainerSlug === slug)) return undefined;
  return { kind: leads ? "leads" : "leads-no-more", isOtherTrainer: true, was: "none", standing: "none" };
}

/** Who told somebody what, when and how. */
type Told = { what: NewsKind; by: string; at: string; way: TellWay; mayUndo: boolean };

/** Somebody on the list: what they are to be told, or who told them. */
export type PersonToTell = Contact & { id: string; bookingId: string | null } & (
    | {
        news: News;
        told: null;
        /** Stands for the person and what they are to be told: it is another when something has changed meanwhile. */
        seen: string;
      }
    | { news: null; told: Told }
  );

/** Whom the desk tells, and the ways to them. */
type Contact = {
  /** Empty: the desk knows only the address. */
  name: string;
  email: string;
  phone: string;
  /** A mail about it goes to them as well. */
  isMailed: boolean;
  /** State of that mail; undefined: there is none, or it came too late. */
  mail: MailState | undefined;
  isTrainer: boolean;
  /** Whom they bring. */
  guestName: string | null;
  /** It is about their guest alone. */
  isAboutGuest: boolean;
};

/** A session that is not over, with those who are to be told something and those who were. */
export type SessionToTell = { of: Bookable; people: PersonToTell[] };

/** No session is longer than a day; this finds those that are not over by their starts. */
function rowsToTell(db: Db, at: Date) {
  return db
    .selectFrom("people_to_tell")
    .innerJoin("class_sessions", "class_sessions.id", "people_to_tell.session_id")
    .leftJoin("bookings", "bookings.id", "people_to_tell.booking_id")
    .leftJoin("bookings as hosts", "hosts.id", "bookings.host_id")
    .leftJoin("users", (join) =>
      join.on(({ eb, fn }) => eb("users.id", "=", fn.coalesce("hosts.user_id", "bookings.user_id"))),
    )
    .leftJoin("booking_profiles", "booking_profiles.user_id", "users.id")
    .selectAll("people_to_tell")
    .select(["bookings.state", "bookings.ended_at", "bookings.guest_name", "bookings.guest_phone", "bookings.host_id"])
    .select(["users.email", "booking_profiles.name", "booking_profiles.phone"])
    .where("class_sessions.starts_at", ">", new Date(at.getTime() - DAY_MS).toISOString())
    .where("class_sessions.ends_at", ">", at.toISOString())
    .orderBy("people_to_tell.made_at");
}

type RowToTell = Awaited<ReturnType<ReturnType<typeof rowsToTell>["execute"]>>[number];

/**
 * Everybody whom changes of sessions that are not over concern, by the session in the order they begin.
 * @param of only those of a trainer, or of one session
 */
export async function listToTell(
  services: Services,
  { trainerSlug, sessionId }: { trainerSlug?: string | undefined; sessionId?: string } = {},
): Promise<SessionToTell[]> {
  const at = services.now();
  const all = rowsToTell(services.db, at);
  const rows = await (sessionId === undefined ? all : all.where("people_to_tell.session_id", "=", sessionId)).execute();
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map((row) => row.session_id))];
  const sessions = await writtenSessions(services.db).where("class_sessions.id", "in", ids).execute();
  const counts = await countsOf(services.db, ids);
  const contactOf = await readContacts(services, rows);
  return sessions
    .map(bookableOfRow)
    .filter(({ session }) => trainerSlug === undefined || session.trainerSlug === trainerSlug)
    .map((of) => {
      const { free } = placesOf(of.rule, counts.get(of.session.id));
      const own = rows.filter((row) => row.session_id === of.session.id);
      return { of, people: own.flatMap((row) => personOf(row, of, free) ?? []).sort(byName) };
    })
    .filter(({ people }) => people.length > 0)
    .sort((one, other) => (one.of.session.startsAt < other.of.session.startsAt ? -1 : 1));

  function personOf(row: RowToTell, of: Bookable, free: number): PersonToTell | undefined {
    const contact = contactOf(row);
    if (contact === undefined) return undefined;
    const person = { ...contact, id: row.id, bookingId: row.booking_id };
    const told = toldOf(row, rows);
    if (told !== null) return { ...person, news: null, told };
    const news = newsOfRow(row, of, free, at);
    return news && { ...person, news, told, seen: seenOf(row, of, news) };
  }
}

/** First those who got no mail. */
function byName(one: PersonToTell, other: PersonToTell): number {
  return Number(one.isMailed) - Number(other.isMailed) || one.name.localeCompare(other.name, "en");
}

/** Reads whom the desk tells of some rows. Of a deleted account there is nobody left. */
async function readContacts(services: Services, rows: readonly RowToTell[]) {
  const bookings = rows.flatMap(({ booking_id: id, ended_at }) => (id === null ? [] : [{ id, ended_at }]));
  const guests = await guestsOf(services.db, bookings);
  const trainers = rows.some((row) => row.trainer_slug !== null) ? await listEntries(services, trainerType) : [];
  const mailStateOf = await findMailStates(services.db, [...new Set(rows.map((row) => row.session_id))]);
  return (row: RowToTell): Contact | undefined => {
    const none = {
      ...{ phone: "", email: "", isMailed: false, mail: undefined },
      ...{ isTrainer: false, guestName: null, isAboutGuest: false },
    };
    if (row.trainer_slug !== null) {
      const trainer = trainers.find(({ slug }) => slug === row.trainer_slug);
      return trainer && { ...none, name: trainer.name, email: trainer.email ?? "", isTrainer: true };
    }
    if (row.email === null) {
      return row.guest_name === null ? undefined : { ...none, name: row.guest_name, phone: row.guest_phone ?? "" };
    }
    const mail = mailStateOf(row.session_id, row.email, row.made_at);
    const account = { name: row.name ?? "", phone: row.phone ?? "", email: row.email, isMailed: true, mail };
    const guestName = row.guest_name ?? guests.get(row.booking_id ?? "")?.guest_name ?? null;
    return { ...none, ...account, guestName, isAboutGuest: row.guest_name !== null };
  };
}

function newsOfRow(row: RowToTell, of: Bookable, free: number, at: Date): News | undefined {
  const known = parseJson(row.known) as Known;
  if (row.trainer_slug !== null) return newsOfTrainer(known, of, row.trainer_slug);
  const { state, ended_at, email } = row;
  return state === null ? undefined : newsOf(known, of, { state, ended_at, hasAccount: email !== null }, free, at);
}

/** Who told somebody. Of several times the last can be taken back. */
function toldOf(row: RowToTell, rows: readonly RowToTell[]): Told | null {
  if (row.told_at === null) return null;
  const what = row.told_what as NewsKind;
  const isLast = !rows.some((one) => isSamePerson(one, row) && (one.told_at ?? "") > (row.told_at ?? ""));
  return {
    ...{ what, by: row.told_by ?? "", at: row.told_at, way: row.way as TellWay },
    mayUndo: isLast,
  };
}

type About = Pick<RowToTell, "session_id" | "booking_id" | "trainer_slug">;

function isSamePerson(one: About, other: About): boolean {
  return (
    one.session_id === other.session_id &&
    one.booking_id === other.booking_id &&
    one.trainer_slug === other.trainer_slug
  );
}

/** Short for all that somebody is told: their row, and the session and what they have there as they are now. */
function seenOf({ id }: { id: string }, { session }: Bookable, news: News): string {
  const { date, time, classSlug, trainerSlug, state } = session;
  const facts = JSON.stringify([date, time, classSlug, trainerSlug, state, news.kind, news.standing]);
  return `${id}.${createHash("sha256").update(facts).digest("base64url").slice(0, 8)}`;
}
