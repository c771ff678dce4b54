/** A person's own bookings, and the sessions that they can book. */
import { daysBefore } from "../platform/durations.ts";
import type { Db, Services } from "../platform/services.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { findClassSession, storedSessionsById } from "../timetable/class-sessions.server.ts";
import { bookableSessions, freeSessions } from "./availability.server.ts";
import type { BookingPerson } from "./book.server.ts";
import { placesOf, rulesOf, toBookable } from "./bookable-session.server.ts";
import { type BookingRefusal, OPEN_BOOKING_STATES, PAST_BOOKINGS_DAYS, PLACE_STATES } from "./booking.ts";
import type { EventReason } from "./booking-change.server.ts";
import { personRefusal, sessionRefusal } from "./booking-refusals.server.ts";
import {
  type BookingRow,
  bookingsOfPerson,
  bookingsWithSessions,
  countPlaces,
  findRowOf,
  guestOf,
  guestsOf,
  isTrustedAccount,
  nextOpenRow,
  type OwnBooking,
  overlapping,
  personIdOfAccount,
  readOwn,
} from "./booking-rows.server.ts";
import { bookingDeadline } from "./booking-times.server.ts";

export type BookingOffer = NonNullable<Awaited<ReturnType<typeof findOffer>>>;

/**
 * A session as offered at this moment; undefined when there is no such session. Moments are ISO 8601 in UTC.
 * @param person null when signed out
 */
export async function findOffer(services: Services, person: BookingPerson | null, sessionId: string) {
  const { db } = services;
  const at = services.now();
  const session = await findClassSession(services, sessionId);
  if (session === undefined) return undefined;
  const ruleOf = await rulesOf(services);
  const bookable = toBookable(session, ruleOf(session));
  const places = placesOf(bookable.rule, await countPlaces(db, sessionId));
  const isTrusted = person !== null && (await isTrustedAccount(db, person.id));
  const getsPlace = places.free > 0;
  const testAccount: BookingRefusal | undefined = person?.isTestAccount ? { code: "test-account" } : undefined;
  const personId = person === null ? "" : await personIdOfAccount(db, person.id);
  const own = person === null ? undefined : await newestBooking(db, personId, session);
  const refusalOf = async (people: number) =>
    person === null ? undefined : personRefusal(db, personId, session, at, { getsPlace, isTrusted, people });
  const hasGuest = own?.guest != null && OPEN_BOOKING_STATES.has(own.guest.state);
  const refusal = testAccount ?? sessionRefusal(bookable, at) ?? (await refusalOf(hasGuest ? 2 : 1));
  return {
    session,
    places,
    /** Until when the waiting list is promoted. */
    promotionsEnd: bookable.promotionsEnd,
    deadline: bookingDeadline(session.startsAt, bookable.deadline, at),
    priceKes: bookable.rule.priceKes,
    own,
    /** Whether the person can bring a guest, if they can come at all. */
    mayBringGuest: refusal === undefined && (hasGuest || (await refusalOf(2)) === undefined),
    /** Undefined: the session can be booked, or its waiting list joined. */
    refusal,
    /** Before that, only the first booking is emailed. */
    isTrusted,
    /** Other sessions of the class with free places that can be booked; only when this one is full. */
    others: places.capacity !== null && places.free === 0 ? await freeSessions(services, session) : [],
    /** The form of a first booking asks for a name. */
    needsName: person === null || !(await hasName(db, personId)),
  };
}

async function hasName(db: Db, personId: string): Promise<boolean> {
  const person = await db.selectFrom("people").select("name").where("id", "=", personId).executeTakeFirst();
  return person !== undefined && person.name !== "";
}

async function newestBooking(db: Db, personId: string, session: ClassSession): Promise<OwnBooking | undefined> {
  const row = await db
    .selectFrom("bookings")
    .selectAll()
    .where("session_id", "=", session.id)
    .where("person_id", "=", personId)
    .orderBy("ticket", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && readOwn(db, row, session, await guestOf(db, row));
}

export async function findBookingOfSession(services: Services, userId: string, sessionId: string) {
  const session = await findClassSession(services, sessionId);
  return session && newestBooking(services.db, await personIdOfAccount(services.db, userId), session);
}

export type OwnBookings = Awaited<ReturnType<typeof listOwnBookings>>;

/**
 * A person's bookings by start. `current`: both `upcoming` and `waiting`; `past`: the last `PAST_BOOKINGS_DAYS` days, newest
 * first; `isMoved`: to another session.
 */
export async function listOwnBookings(services: Services, userId: string) {
  const { db } = services;
  const now = services.now().toISOString();
  const since = daysBefore(services.now(), PAST_BOOKINGS_DAYS);
  const rows = await bookingsWithSessions(db)
    .selectAll("bookings")
    .where("person_id", "=", await personIdOfAccount(db, userId))
    .where("class_sessions.starts_at", ">", since)
    .orderBy("class_sessions.starts_at")
    .orderBy("bookings.ticket")
    .execute();
  const read = await withSessions(services, rows);
  const current = read.filter(
    ({ state, session }) => (PLACE_STATES.has(state) || state === "waiting") && session.endsAt > now,
  );
  const upcoming = current.filter(({ state }) => state !== "waiting");
  const waiting = current.filter(({ state }) => state === "waiting");
  // A cancelled and rebooked session is listed once.
  const listed = new Set(current.map(({ session }) => session.id));
  const past = read.filter(({ session }) => !listed.has(session.id)).reverse();
  const moved = await movedBookings(db, past);
  return { upcoming, waiting, current, past: past.map((booking) => ({ ...booking, isMoved: moved.has(booking.id) })) };
}

/** The ids of the bookings that were cancelled by moving to another session. */
async function movedBookings(db: Db, bookings: readonly OwnBooking[]): Promise<Set<string>> {
  const cancelled = bookings.filter(({ state }) => state === "cancelled" || state === "late_cancelled");
  if (cancelled.length === 0) return new Set();
  const rows = await db
    .selectFrom("booking_events")
    .select("booking_id")
    .where(
      "booking_id",
      "in",
      cancelled.map(({ id }) => id),
    )
    .where("note", "=", "rebooked" satisfies EventReason)
    .where("to_state", "in", ["cancelled", "late_cancelled"])
    .execute();
  return new Set(rows.map((row) => row.booking_id));
}

async function findNextRow({ db, now }: Services, userId: string): Promise<BookingRow | undefined> {
  return nextOpenRow(db, await personIdOfAccount(db, userId), now());
}

/** Whether a person has an open booking, or waits for a place. */
export async function hasOpenBooking(services: Services, userId: string): Promise<boolean> {
  return (await findNextRow(services, userId)) !== undefined;
}

export async function findNextBooking(services: Services, userId: string): Promise<OwnBooking | undefined> {
  const row = await findNextRow(services, userId);
  return row && (await withSessions(services, [row]))[0];
}

/** A booking of a person or of their guest by its id; undefined when they have none. */
export async function findOwnBooking(services: Services, userId: string, bookingId: string) {
  const row = await findRowOf(services.db, await personIdOfAccount(services.db, userId), bookingId);
  return row && (await withSessions(services, [row]))[0];
}

/** The sessions that a booking can be moved to, with a place for its guest, by their start. */
export async function sessionsToMoveTo(services: Services, userId: string, booking: OwnBooking) {
  const { db, now } = services;
  const own = await bookingsOfPerson(db, await personIdOfAccount(db, userId), now());
  const others = own.filter((other) => other.session_id !== booking.session.id);
  const placesThere = new Set(others.flatMap(({ session_id: id, state }) => (state === "waiting" ? [] : [id])));
  return (await bookableSessions(services, booking.guest === null ? 1 : 2)).filter(
    (session) =>
      session.id !== booking.session.id && !placesThere.has(session.id) && overlapping(others, session) === undefined,
  );
}

async function withSessions(services: Services, rows: readonly BookingRow[]): Promise<OwnBooking[]> {
  const sessions = await storedSessionsById(
    services,
    rows.map((row) => row.session_id),
  );
  const guests = await guestsOf(services.db, rows);
  const read = rows.map(async (row) => {
    const session = sessions.get(row.session_id);
    return session && readOwn(services.db, row, session, guests.get(row.id));
  });
  return (await Promise.all(read)).filter((booking) => booking !== undefined);
}
