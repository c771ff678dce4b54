import { type Selectable, sql } from "kysely";
import { daysBefore } from "../platform/durations.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db } from "../platform/services.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { NO_SHOW_DAYS, OPEN_BOOKING_STATES, PLACE_STATES } from "./booking.ts";

export type BookingRow = Selectable<Tables["bookings"]>;

/** How many places of a session are taken, and how many people wait. */
export type Counts = { taken: number; waiting: number };

export const NO_COUNTS: Counts = { taken: 0, waiting: 0 };

export function bookingsWithSessions(db: Db) {
  return db.selectFrom("bookings").innerJoin("class_sessions", "class_sessions.id", "bookings.session_id");
}

function openBookings(db: Db) {
  return db.selectFrom("bookings").where("bookings.ended_at", "is", null);
}

export async function countsOf(db: Db, sessionIds: readonly string[]): Promise<Map<string, Counts>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await openBookings(db)
    .select(["session_id", "state", sql<number | string>`count(*)`.as("count")])
    .where("session_id", "in", sessionIds)
    .groupBy(["session_id", "state"])
    .execute();
  const counts = new Map<string, Counts>();
  for (const { session_id: id, state, count } of rows) {
    const sum = { ...(counts.get(id) ?? NO_COUNTS) };
    // PostgreSQL returns a count as a string.
    if (state === "waiting") sum.waiting += Number(count);
    else if (PLACE_STATES.has(state)) sum.taken += Number(count);
    counts.set(id, sum);
  }
  return counts;
}

export async function countPlaces(db: Db, sessionId: string): Promise<Counts> {
  return (await countsOf(db, [sessionId])).get(sessionId) ?? NO_COUNTS;
}

/** Bookings of a session that have not ended, in the order of their tickets. */
export async function openRows(db: Db, sessionId: string): Promise<BookingRow[]> {
  return openBookings(db).selectAll().where("session_id", "=", sessionId).orderBy("ticket").execute();
}

export async function waitingRows(db: Db, sessionId: string): Promise<BookingRow[]> {
  return (await openRows(db, sessionId)).filter(({ state }) => state === "waiting");
}

/** The position of a booking on the waiting list, from 1; null when it isn't waiting. */
export async function positionOf(
  db: Db,
  { session_id, ticket, state }: Pick<BookingRow, "session_id" | "ticket" | "state">,
): Promise<number | null> {
  if (state !== "waiting") return null;
  const { before } = await db
    .selectFrom("bookings")
    .select(sql<number | string>`count(*)`.as("before"))
    .where("session_id", "=", session_id)
    .where("state", "=", "waiting")
    .where("ticket", "<", ticket)
    .executeTakeFirstOrThrow();
  return Number(before) + 1;
}

/** The id of an account's person; empty before its first booking. */
export async function personIdOfAccount(db: Db, userId: string): Promise<string> {
  return (await db.selectFrom("people").select("id").where("user_id", "=", userId).executeTakeFirst())?.id ?? "";
}

/** The ids of the bookings of a person and their guests: both count towards the person's limits. */
export function idsOfPerson(db: Db, personId: string) {
  const ofGuests = db
    .selectFrom("bookings as guests")
    .innerJoin("bookings as hosts", "hosts.id", "guests.host_id")
    .select("guests.id")
    .where("hosts.person_id", "=", personId);
  return db.selectFrom("bookings").select("id").where("person_id", "=", personId).unionAll(ofGuests);
}

/** The guests' bookings, by the id of the host's booking: open bookings, or bookings that ended with the host's. */
export async function guestsOf(
  db: Db,
  hosts: readonly Pick<BookingRow, "id" | "ended_at">[],
): Promise<Map<string, BookingRow>> {
  if (hosts.length === 0) return new Map();
  const ends = new Map<string | null, string | null>(hosts.map(({ id, ended_at: end }) => [id, end]));
  const rows = await db
    .selectFrom("bookings")
    .selectAll()
    .where(
      "host_id",
      "in",
      hosts.map(({ id }) => id),
    )
    .orderBy("ticket")
    .execute();
  const guests = rows.filter((row) => row.ended_at === ends.get(row.host_id));
  return new Map(guests.map((row) => [row.host_id ?? "", row]));
}

export async function guestOf(db: Db, host: BookingRow): Promise<BookingRow | undefined> {
  return (await guestsOf(db, [host])).get(host.id);
}

/** The booking of a guest's host; undefined for any other booking. */
export async function hostOf(db: Db, { host_id: id }: BookingRow): Promise<BookingRow | undefined> {
  return id === null ? undefined : db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A booking of a person or of their guest; undefined when they have none with this id. */
export async function findRowOf(db: Db, personId: string, bookingId: string): Promise<BookingRow | undefined> {
  const row = await db.selectFrom("bookings").selectAll().where("id", "=", bookingId).executeTakeFirst();
  const owner = row && ((await hostOf(db, row)) ?? row).person_id;
  return owner === personId ? row : undefined;
}

/** Bookings whose person has to be told: guests are left out when their host is included. */
export function withoutGuestsOf(rows: readonly BookingRow[]): BookingRow[] {
  const ids = new Set<string | null>(rows.map(({ id }) => id));
  return rows.filter((row) => !ids.has(row.host_id));
}

/** The next open booking of a person, including a session in progress; places come before waiting lists. */
export async function nextOpenRow(db: Db, personId: string, at: Date): Promise<BookingRow | undefined> {
  return openBookings(db)
    .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
    .selectAll("bookings")
    .where("bookings.person_id", "=", personId)
    .where("class_sessions.ends_at", ">", at.toISOString())
    .orderBy(({ eb }) => eb.case().when("bookings.state", "=", "waiting").then(1).else(0).end())
    .orderBy("class_sessions.starts_at")
    .orderBy("bookings.ticket")
    .limit(1)
    .executeTakeFirst();
}

/** A person's open bookings of sessions that have not begun, in the order of their tickets. */
export async function upcomingRows(db: Db, personId: string, at: Date): Promise<BookingRow[]> {
  return bookingsWithSessions(db)
    .selectAll("bookings")
    .where("bookings.person_id", "=", personId)
    .where("bookings.ended_at", "is", null)
    .where("class_sessions.starts_at", ">", at.toISOString())
    .orderBy("bookings.ticket")
    .execute();
}

/** Whether a no-show is disputed, and the desk has not checked it yet. */
export function isDisputed(row: Pick<BookingRow, "state" | "disputed_at" | "dispute_settled_at">): boolean {
  return row.state === "no_show" && row.disputed_at !== null && row.dispute_settled_at === null;
}

export type TimedBooking = Pick<BookingRow, "session_id" | "state" | "disputed_at" | "dispute_settled_at"> & {
  starts_at: string;
  ends_at: string;
};

/** Bookings of a person and their guests that count towards limits: not ended, from the last `NO_SHOW_DAYS` days on. */
export async function bookingsOfPerson(db: Db, personId: string, at: Date): Promise<TimedBooking[]> {
  const since = daysBefore(at, NO_SHOW_DAYS);
  return openBookings(db)
    .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
    .select(["bookings.session_id", "bookings.state", "bookings.disputed_at", "bookings.dispute_settled_at"])
    .select(["class_sessions.starts_at", "class_sessions.ends_at"])
    .where("bookings.id", "in", idsOfPerson(db, personId))
    .where("class_sessions.starts_at", ">", since)
    .orderBy("class_sessions.starts_at")
    .execute();
}

export function upcomingBookings(bookings: readonly TimedBooking[], at: Date): TimedBooking[] {
  return bookings.filter((booking) => OPEN_BOOKING_STATES.has(booking.state) && booking.starts_at > at.toISOString());
}

/** A person's booked place or check-in in another session at the same time. */
export function overlapping(
  bookings: readonly TimedBooking[],
  { id, startsAt, endsAt }: Pick<ClassSession, "id" | "startsAt" | "endsAt">,
): TimedBooking | undefined {
  return bookings.find(
    (booking) =>
      (booking.state === "booked" || booking.state === "attended") &&
      booking.session_id !== id &&
      booking.starts_at < endsAt &&
      startsAt < booking.ends_at,
  );
}

export type OwnBooking = Awaited<ReturnType<typeof readOwn>>;

/** A booking as its person sees it, or a guest's booking as the host sees it. @param guest the guest's booking */
export async function readOwn(db: Db, row: BookingRow, session: ClassSession, guest: BookingRow | undefined) {
  return {
    ...(await sharedFields(db, row)),
    session,
    /** It came from the waiting list. */
    isPromoted: row.promoted_at !== null,
    /** When they disputed being recorded as a no-show. */
    disputedAt: row.disputed_at,
    guestName: row.guest_name,
    guest: guest === undefined ? null : { name: guest.guest_name ?? "", ...(await sharedFields(db, guest)) },
  };
}

async function sharedFields(db: Db, row: BookingRow) {
  return {
    id: row.id,
    state: row.state,
    /** Position on the waiting list, from 1; null when not waiting. */
    position: await positionOf(db, row),
    /** The cancellation deadline, ISO 8601 in UTC. */
    deadline: row.free_until,
    priceKes: row.price_kes,
  };
}

/** Whether the address is confirmed or the desk has checked its owner in: anybody can sign up with a stranger's address. */
export async function isTrustedAccount(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom("users").select("emailVerified").where("id", "=", userId).executeTakeFirst();
  if (user?.emailVerified) return true;
  const visit = await db
    .selectFrom("bookings")
    .select("id")
    .where("person_id", "=", await personIdOfAccount(db, userId))
    .where("state", "=", "attended")
    .limit(1)
    .executeTakeFirst();
  return visit !== undefined;
}
