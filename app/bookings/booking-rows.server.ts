/** Bookings as rows: what the others here read of them, in a transaction or outside of one. */
import { type Selectable, sql } from "kysely";
import type { BookingsTable } from "../platform/booking-tables.ts";
import type { Db } from "../platform/services.ts";
import type { ClassSession } from "../timetable/session.ts";
import { NO_SHOW_DAYS, OPEN_BOOKING_STATES, type OwnBooking, PLACE_STATES } from "./booking.ts";

export type BookingRow = Selectable<BookingsTable>;

/** How many places of a session are taken, and how many wait. */
export type Counts = { taken: number; waiting: number };

const NONE: Counts = { taken: 0, waiting: 0 };

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
    const { taken, waiting } = counts.get(id) ?? NONE;
    // PostgreSQL's count is a text.
    const isPlace = PLACE_STATES.some((one) => one === state);
    counts.set(id, {
      taken: taken + (isPlace ? Number(count) : 0),
      waiting: waiting + (state === "waiting" ? Number(count) : 0),
    });
  }
  return counts;
}

/** The counts of one session. */
export async function countPlaces(db: Db, sessionId: string, at: Date): Promise<Counts> {
  return (await countsOf(db, [sessionId], at)).get(sessionId) ?? NONE;
}

/** Those that have not ended, in the order of the line. */
export async function openRows(db: Db, sessionId: string, at: Date): Promise<BookingRow[]> {
  return openBookings(db, at).selectAll().where("session_id", "=", sessionId).orderBy("ticket").execute();
}

/** Who waits for a session, in the order of the line. */
export async function waitingRows(db: Db, sessionId: string, at: Date): Promise<BookingRow[]> {
  return openBookings(db, at)
    .selectAll()
    .where("session_id", "=", sessionId)
    .where("state", "=", "waiting")
    .orderBy("ticket")
    .execute();
}

/** The place in the line of one that waits, from 1. */
export async function lineOf(
  db: Db,
  { session_id, ticket }: Pick<BookingRow, "session_id" | "ticket">,
): Promise<number> {
  const { before } = await db
    .selectFrom("bookings")
    .select(sql<number | string>`count(*)`.as("before"))
    .where("session_id", "=", session_id)
    .where("state", "=", "waiting")
    .where("ticket", "<", ticket)
    .executeTakeFirstOrThrow();
  return Number(before) + 1;
}

/** A booking of a person, with the times of its session. */
export type TimedBooking = Pick<BookingRow, "id" | "session_id" | "state" | "ended_at"> & {
  starts_at: string;
  ends_at: string;
};

/** What the caps go by: somebody's bookings that have not ended, of sessions since `NO_SHOW_DAYS` days ago. */
export async function bookingsOfPerson(db: Db, userId: string, at: Date): Promise<TimedBooking[]> {
  const since = new Date(at.getTime() - NO_SHOW_DAYS * 24 * 60 * 60_000).toISOString();
  return openBookings(db, at)
    .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
    .select([
      "bookings.id",
      "bookings.session_id",
      "bookings.state",
      "bookings.ended_at",
      "class_sessions.starts_at",
      "class_sessions.ends_at",
    ])
    .where("bookings.user_id", "=", userId)
    .where("class_sessions.starts_at", ">", since)
    .orderBy("class_sessions.starts_at")
    .execute();
}

/** Those that can still be used, of sessions to come: what the cap counts. */
export function openToCome(bookings: readonly TimedBooking[], at: Date): TimedBooking[] {
  return bookings.filter(
    (one) => OPEN_BOOKING_STATES.some((state) => state === one.state) && one.starts_at > at.toISOString(),
  );
}

/** Whether one of somebody's places is at the time of a session, another one than this. Who is checked in is there. */
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

/** A booking as its person sees it. @param line its place in line, while it waits */
export function ownBooking(row: BookingRow, session: ClassSession, line: number | null): OwnBooking {
  return {
    id: row.id,
    session,
    state: row.state,
    line: row.state === "waiting" ? line : null,
    freeUntil: row.free_until,
    bookedAt: row.booked_at,
    isPromoted: row.promoted_at !== null,
    priceKes: row.price_kes,
  };
}
