/** Reading one person's bookings, and what a session offers them. */
import type { Db, Services } from "../platform/services.ts";
import type { ClassSession } from "../timetable/session.ts";
import { findClassSession, findWrittenSessions } from "../timetable/sessions.server.ts";
import { isKnown } from "./address-confirmation.server.ts";
import type { BookingPerson } from "./book.server.ts";
import { bookable, findWritten, placesOf, rulesOf } from "./bookable.server.ts";
import type { BookingOffer, BookingRefusal, OwnBooking, OwnBookings, SessionPlaces } from "./booking.ts";
import { PAST_DAYS } from "./booking.ts";
import { personRefusal, sessionRefusal } from "./booking-refusals.server.ts";
import { type BookingRow, bookingsOfPerson, countsOf, lineOf, ownBooking } from "./booking-rows.server.ts";
import { freeSessions } from "./free-sessions.server.ts";
import { findProfile } from "./profiles.server.ts";
import { promisedUntil } from "./rules.server.ts";

const DAY_MS = 24 * 60 * 60_000;

/** What a session offers a person at this moment; undefined when there is no such session. */
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
  const places = placesOf(of.rule, (await countsOf(db, [sessionId], at)).get(sessionId));
  const profile = await findProfile(services, person.id);
  const isKnownPerson = await isKnown(db, person.id);
  return {
    session,
    places,
    limit: of.limit,
    freeUntil: promisedUntil(session.startsAt, of.limit, at),
    priceKes: of.rule.priceKes,
    own: await newestBooking(db, person.id, session),
    refusal: await refusalFor(db, person, { of, places, at, isKnown: isKnownPerson }),
    isKnown: isKnownPerson,
    others: places.capacity !== null && places.free === 0 ? await freeSessions(services, session) : [],
    profile: { name: profile?.name ?? "", phone: profile?.phone ?? "" },
  };
}

async function refusalFor(
  db: Db,
  person: BookingPerson,
  { of, places, at, isKnown }: { of: ReturnType<typeof bookable>; places: SessionPlaces; at: Date; isKnown: boolean },
): Promise<BookingRefusal | undefined> {
  if (person.isTestAccount) return { code: "test-account" };
  const refusal = sessionRefusal(of, at);
  if (refusal !== undefined) return refusal;
  const own = await bookingsOfPerson(db, person.id, at);
  const other = async (id: string) => (await findWritten(db, id))?.session;
  return personRefusal(own, of.session, at, { isPlace: places.free > 0, isKnown, other });
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
  return row && ownBooking(row, session, row.state === "waiting" ? await lineOf(db, row) : null);
}

/** All bookings of a person that are to come, wait, or were in the last days. */
export async function listOwnBookings(services: Services, userId: string): Promise<OwnBookings> {
  const { db } = services;
  const now = services.now().toISOString();
  const since = new Date(services.now().getTime() - PAST_DAYS * DAY_MS).toISOString();
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
  const coming = read.filter((one) => TAKEN.some((state) => state === one.state) && isOpen(one));
  const waiting = read.filter((one) => one.state === "waiting" && isOpen(one));
  const shown = new Set([...coming, ...waiting]);
  // One that was cancelled and booked again is there once: as it is now.
  const open = new Set([...shown].map(({ session }) => session.id));
  const past = read.filter((one) => !shown.has(one) && !open.has(one.session.id)).reverse();
  return { coming, waiting, past };
}

const TAKEN = ["booked", "held", "attended", "no_show"] as const;

/** One booking of a person. */
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
      const line = row.state === "waiting" ? await lineOf(services.db, row) : null;
      return session === undefined ? [] : [ownBooking(row, session, line)];
    }),
  );
  return read.flat();
}
