/** Reading one person's bookings, and the offer of a session to them. */
import { DAY_MS } from "../platform/durations.ts";
import type { Db, Services } from "../platform/services.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { findClassSession, findWrittenSessions } from "../timetable/class-sessions.server.ts";
import { freeSessions } from "./availability.server.ts";
import type { BookingPerson } from "./book.server.ts";
import { bookable, placesOf, rulesOf } from "./bookable.server.ts";
import { type BookingOffer, type OwnBooking, type OwnBookings, PAST_BOOKINGS_DAYS, PLACE_STATES } from "./booking.ts";
import { personRefusal, sessionRefusal } from "./booking-refusals.server.ts";
import { type BookingRow, countPlaces, ownBooking, positionOf } from "./booking-rows.server.ts";
import { bookingDeadline } from "./booking-times.server.ts";
import { findProfile, isKnown } from "./profiles.server.ts";

/** The offer of a session to a person at this moment; undefined when there is no such session. */
export async function findOffer(
  services: Services,
  person: BookingPerson,
  sessionId: string,
): Promise<BookingOffer | undefined> {
  const { db } = services;
  const at = services.now();
  const session = await findClassSession(services, sessionId);
  if (session === undefined) return undefined;
  const ruleOf = await rulesOf(services);
  const of = bookable(session, ruleOf(session));
  const places = placesOf(of.rule, await countPlaces(db, sessionId, at));
  const isKnownPerson = await isKnown(db, person.id);
  const isPlace = places.free > 0;
  const refusalOfPerson = () => personRefusal(db, person.id, session, at, { isPlace, isKnown: isKnownPerson });
  return {
    session,
    places,
    sessionDeadline: of.deadline,
    deadline: bookingDeadline(session.startsAt, of.deadline, at),
    priceKes: of.rule.priceKes,
    own: await newestBooking(db, person.id, session),
    refusal: person.isTestAccount ? { code: "test-account" } : (sessionRefusal(of, at) ?? (await refusalOfPerson())),
    isKnown: isKnownPerson,
    others: places.capacity !== null && places.free === 0 ? await freeSessions(services, session) : [],
    needsName: (await findProfile(services, person.id)) === undefined,
  };
}

async function newestBooking(db: Db, userId: string, session: ClassSession): Promise<OwnBooking | undefined> {
  const row = await db
    .selectFrom("bookings")
    .selectAll()
    .where("session_id", "=", session.id)
    .where("user_id", "=", userId)
    .orderBy("ticket", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && ownBooking(row, session, await positionOf(db, row));
}

/** All bookings of a person that are to come, wait, or were in the last days. */
export async function listOwnBookings(services: Services, userId: string): Promise<OwnBookings> {
  const { db } = services;
  const now = services.now().toISOString();
  const since = new Date(services.now().getTime() - PAST_BOOKINGS_DAYS * DAY_MS).toISOString();
  const rows = await db
    .selectFrom("bookings")
    .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
    .selectAll("bookings")
    .where("user_id", "=", userId)
    .where("class_sessions.starts_at", ">", since)
    .orderBy("class_sessions.starts_at")
    .orderBy("bookings.ticket")
    .execute();
  const read = await withSessions(services, rows);
  const isOpen = ({ session }: OwnBooking) => session.endsAt > now;
  const coming = read.filter((one) => PLACE_STATES.some((state) => state === one.state) && isOpen(one));
  const waiting = read.filter((one) => one.state === "waiting" && isOpen(one));
  const shown = new Set([...coming, ...waiting]);
  // One that was cancelled and booked again is there once: as it is now.
  const open = new Set([...shown].map(({ session }) => session.id));
  const past = read.filter((one) => !shown.has(one) && !open.has(one.session.id)).reverse();
  return { coming, waiting, past };
}

export async function findOwnBooking(
  services: Services,
  userId: string,
  bookingId: string,
): Promise<OwnBooking | undefined> {
  const row = await services.db
    .selectFrom("bookings")
    .selectAll()
    .where("id", "=", bookingId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && (await withSessions(services, [row]))[0];
}

async function withSessions(services: Services, rows: readonly BookingRow[]): Promise<OwnBooking[]> {
  const found = await findWrittenSessions(
    services,
    rows.map((row) => row.session_id),
  );
  const sessions = new Map(found.map((session) => [session.id, session]));
  const read = await Promise.all(
    rows.map(async (row) => {
      const session = sessions.get(row.session_id);
      return session === undefined ? [] : [ownBooking(row, session, await positionOf(services.db, row))];
    }),
  );
  return read.flat();
}
