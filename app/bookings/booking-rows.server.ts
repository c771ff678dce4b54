/** Reading bookings as rows, in a transaction or outside of one. */
import { type Selectable, sql } from "kysely";
import { daysBefore } from "../platform/durations.ts";
import type { BookingsTable } from "../platform/schema.ts";
import type { Db } from "../platform/services.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { NO_SHOW_DAYS, OPEN_BOOKING_STATES, PLACE_STATES } from "./booking.ts";

export type BookingRow = Selectable<BookingsTable>;

/** How many places of a session are taken, and how many wait. */
export type Counts = { taken: number; waiting: number };

/** Of a session without any booking. */
export const NO_COUNTS: Counts = { taken: 0, waiting: 0 };

/** Bookings with the columns of their sessions. */
export function bookingsWithSessions(db: Db) {
  return db.selectFrom("bookings").innerJoin("class_sessions", "class_sessions.id", "bookings.session_id");
}

/** Bookings that have not ended; a hold that has run out takes no place any more. */
function openBookings(db: Db, at: Date) {
  return db
    .selectFrom("bookings")
    .where("bookings.ended_at", "is", null)
    .where(({ or, eb }) => or([eb("bookings.state", "<>", "held"), eb("bookings.hold_until", ">", at.toISOString())]));
}

/** The counts of some sessions; of those without any booking there is none. */
export async function countsOf(db: Db, sessionIds: readonly string[], at: Date): Promise<Map<string, Counts>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await openBookings(db, at)
    .select(["session_id", "state", sql<number | string>`count(*)`.as("count")])
    .where("session_id", "in", sessionIds)
    .groupBy(["session_id", "state"])
    .execute();
  const counts = new Map<string, Counts>();
  for (const { session_id: id, state, count } of rows) {
    const sum = { ...(counts.get(id) ?? NO_COUNTS) };
    // PostgreSQL's count is a text.
    if (state === "waiting") sum.waiting += Number(count);
    else if (PLACE_STATES.has(state)) sum.taken += Number(count);
    counts.set(id, sum);
  }
  return counts;
}

export async function countPlaces(db: Db, sessionId: string, at: Date): Promise<Counts> {
  return (await countsOf(db, [sessionId], at)).get(sessionId) ?? NO_COUNTS;
}

/** Bookings of a session that have not ended, in the order of their tickets. */
export async function openRows(db: Db, sessionId: string, at: Date): Promise<BookingRow[]> {
  return openBookings(db, at).selectAll().where("session_id", "=", sessionId).orderBy("ticket").execute();
}

/** The waiting list of a session. */
export async function waitingRows(db: Db, sessionId: string, at: Date): Promise<BookingRow[]> {
  return (await openRows(db, sessionId, at)).filter(({ state }) => state === "waiting");
}

/** The position of a booking on the waiting list, from 1; null when it does not wait. */
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

/** The next open booking of a person, one of a session that is on now included, and a place before a position on a waiting list. */
export async function nextOpenRow(db: Db, userId: string, at: Date): Promise<BookingRow | undefined> {
  return openBookings(db, at)
    .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
    .selectAll("bookings")
    .where("bookings.user_id", "=", userId)
    .where("class_sessions.ends_at", ">", at.toISOString())
    .orderBy(({ eb }) => eb.case().when("bookings.state", "=", "waiting").then(1).else(0).end())
    .orderBy("class_sessions.starts_at")
    .orderBy("bookings.ticket")
    .limit(1)
    .executeTakeFirst();
}

/** A booking of a person, with the times of its session. */
export type TimedBooking = Pick<BookingRow, "session_id" | "state"> & { starts_at: string; ends_at: string };

/** Bookings of a person that count for caps: not ended, of sessions since `NO_SHOW_DAYS` days ago. */
export async function bookingsOfPerson(db: Db, userId: string, at: Date): Promise<TimedBooking[]> {
  const since = daysBefore(at, NO_SHOW_DAYS);
  return openBookings(db, at)
    .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
    .select(["bookings.session_id", "bookings.state", "class_sessions.starts_at", "class_sessions.ends_at"])
    .where("bookings.user_id", "=", userId)
    .where("class_sessions.starts_at", ">", since)
    .orderBy("class_sessions.starts_at")
    .execute();
}

/** Those that can still be used, of sessions to come: the cap counts them. */
export function openToCome(bookings: readonly TimedBooking[], at: Date): TimedBooking[] {
  return bookings.filter((one) => OPEN_BOOKING_STATES.has(one.state) && one.starts_at > at.toISOString());
}

/** A place that somebody has in another session at the time of this one. Who is checked in is there. */
export function overlapping(
  bookings: readonly TimedBooking[],
  { id, startsAt, endsAt }: Pick<ClassSession, "id" | "startsAt" | "endsAt">,
): TimedBooking | undefined {
  return bookings.find(
    (one) =>
      (one.state === "booked" || one.state === "held" || one.state === "attended") &&
      one.session_id !== id &&
      one.starts_at < endsAt &&
      startsAt < one.ends_at,
  );
}

export type OwnBooking = ReturnType<typeof ownBooking>;

/** A booking as its person sees it. @param position on the waiting list, from 1; null when it does not wait */
export function ownBooking(row: BookingRow, session: ClassSession, position: number | null) {
  return {
    id: row.id,
    session,
    state: row.state,
    position,
    /** The cancellation deadline, ISO 8601 in UTC. */
    deadline: row.free_until,
    /** It came from the waiting list. */
    isPromoted: row.promoted_at !== null,
    priceKes: row.price_kes,
  };
}
