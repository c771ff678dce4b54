/** Free places: the availability on public pages and for staff, and sessions with free places to offer instead. */

import { listEntries } from "../cms/entries.server.ts";
import { classType, type GymClass } from "../content-types/class.ts";
import { HOUR_MS } from "../platform/durations.ts";
import type { Db, Services } from "../platform/services.ts";
import { plural } from "../platform/text.ts";
import type { Change } from "../platform/transact.server.ts";
import { addDays, dateInNairobi } from "../time/dates.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { HORIZON_DAYS, inOrder, sessionsBetween, sessionsOf } from "../timetable/class-sessions.server.ts";
import { freshSources } from "../timetable/week-sources.server.ts";
import {
  type Bookable,
  type BookingSettings,
  hasBegun,
  placesOf,
  ruleOfClass,
  rulesOf,
  toBookable,
} from "./bookable-session.server.ts";
import type { Availability } from "./booking.ts";
import { sessionRefusal } from "./booking-refusals.server.ts";
import { type Counts, countPlaces, countsOf } from "./booking-rows.server.ts";
import { availabilityOf, lastBookableDate } from "./booking-times.server.ts";

const MAX_OTHER_SESSIONS = 3;

/**
 * The availability of bookable sessions on some dates. Cached until it or the date changes, so sessions bookable from
 * 6:00 are included all day.
 */
export async function availabilityBetween(
  services: Services,
  from: string,
  to: string,
): Promise<Map<string, Availability>> {
  const at = services.now();
  const today = dateInNairobi(at);
  const first = from < today ? today : from;
  const last = to > lastBookableDate(today) ? lastBookableDate(today) : to;
  if (first > last) return new Map();
  const ruleOf = await rulesOf(services);
  const sessions = (await sessionsBetween(services, first, last)).filter(
    (session) => session.state === "scheduled" && !hasBegun(session, at) && ruleOf(session).capacity !== null,
  );
  const counts = await countsOf(services.db, idsOf(sessions));
  return new Map(
    sessions.map((session) => [
      session.id,
      availabilityOf(ruleOf(session).capacity ?? 0, counts.get(session.id)?.taken ?? 0),
    ]),
  );
}

/** Runs `work`, and invalidates pages if it changes the session's availability. */
export async function trackAvailability<T>(change: Change, { session, rule }: Bookable, work: () => Promise<T>) {
  const { capacity } = rule;
  if (capacity === null) return work();
  const read = async () => availabilityOf(capacity, (await countPlaces(change.transaction, session.id)).taken);
  const before = await read();
  const result = await work();
  if ((await read()) !== before) change.placesChanged();
  return result;
}

/** Sessions that can be booked now and have so many free places, by their start. */
export async function bookableSessions(services: Services, places = 1): Promise<ClassSession[]> {
  const today = dateInNairobi(services.now());
  const sessions = await sessionsBetween(services, today, lastBookableDate(today));
  return withFreePlaces({ db: services.db, at: services.now() }, sessions, await rulesOf(services), places);
}

export async function freeSessions(services: Services, session: ClassSession): Promise<ClassSession[]> {
  return othersOfClass(await bookableSessions(services), session);
}

export async function freeSessionsWithin(change: Change, session: ClassSession): Promise<ClassSession[]> {
  const { services, transaction, at } = change;
  const today = dateInNairobi(at);
  const last = lastBookableDate(today);
  const sources = await freshSources(services, transaction, today, last);
  const sessions = inOrder(sessionsOf(services, sources, today, last), today, last);
  const ruleOf = ({ classSlug }: ClassSession) => ruleOfClass(sources.classes.get(classSlug));
  return othersOfClass(await withFreePlaces({ db: transaction, at }, sessions, ruleOf), session);
}

/** Next sessions with free places that the desk can book. @param limit sessions per class */
export async function freeSessionsForDesk(
  services: Services,
  limit: number,
  classSlug?: string,
): Promise<{ session: ClassSession; free: number }[]> {
  const at = services.now();
  const today = dateInNairobi(at);
  const ruleOf = await rulesOf(services);
  const sessions = (await sessionsBetween(services, today, addDays(today, HORIZON_DAYS - 1))).filter(
    (session) =>
      (classSlug === undefined || session.classSlug === classSlug) &&
      sessionRefusal(toBookable(session, ruleOf(session)), at, { byStaff: true }) === undefined,
  );
  const counts = await countsOf(services.db, idsOf(sessions));
  const free = sessions.flatMap((session) => {
    const places = placesOf(ruleOf(session), counts.get(session.id));
    return places.free > 0 ? [{ session, free: places.free }] : [];
  });
  return [...Map.groupBy(free, ({ session }) => session.classSlug).values()].flatMap((ofClass) =>
    ofClass.slice(0, limit),
  );
}

async function withFreePlaces(
  { db, at }: { db: Db; at: Date },
  sessions: readonly ClassSession[],
  ruleOf: (session: ClassSession) => BookingSettings,
  places = 1,
): Promise<ClassSession[]> {
  const open = sessions.filter((session) => sessionRefusal(toBookable(session, ruleOf(session)), at) === undefined);
  const counts = await countsOf(db, idsOf(open));
  return open.filter((session) => placesOf(ruleOf(session), counts.get(session.id)).free >= places);
}

function othersOfClass(sessions: readonly ClassSession[], { id, classSlug }: ClassSession): ClassSession[] {
  return sessions.filter((other) => other.classSlug === classSlug && other.id !== id).slice(0, MAX_OTHER_SESSIONS);
}

function idsOf(sessions: readonly ClassSession[]): string[] {
  return sessions.map(({ id }) => id);
}

/** "9 booked, 3 free", "12 booked, full, 3 waiting", "12 free"; null without a capacity and without bookings. */
export function placesText({ taken, waiting }: Counts, capacity: number | null): string | null {
  const free = capacity === null ? "" : taken < capacity ? `${capacity - taken} free` : "full";
  const parts = [taken + waiting === 0 ? "" : `${taken} booked`, free, waiting === 0 ? "" : `${waiting} waiting`];
  return parts.filter((part) => part !== "").join(", ") || null;
}

/** "11 people have booked and 3 are waiting."; null when nobody has booked or waits. */
export function bookedSentence({ taken, waiting }: Counts): string | null {
  if (taken + waiting === 0) return null;
  if (taken === 0) return plural(waiting, "person is waiting for a place.", "people are waiting for a place.");
  const booked = plural(taken, "person has booked", "people have booked");
  return waiting === 0 ? `${booked}.` : `${booked} and ${plural(waiting, "is waiting", "are waiting")}.`;
}

/** Counts bookings of several sessions, not people: one person can have several. */
export function bookingsSentence(sessions: readonly Counts[]): string | null {
  const sum = (key: keyof Counts) => sessions.reduce((total, counts) => total + counts[key], 0);
  const [taken, waiting] = [sum("taken"), sum("waiting")];
  if (sessions.length <= 1 || taken + waiting === 0) return bookedSentence({ taken, waiting });
  const bookings = plural(taken, "booking");
  return waiting === 0 ? `${bookings}.` : `${bookings}, and ${waiting} on waiting lists.`;
}

const FIRST_VISITS_SHOWN = 8;
const FIRST_VISITS_OF_A_CLASS = 2;

/** Finds class sessions for a first visit: free places, no experience needed, begin after the page's hour in the cache. */
export async function firstVisitSessions(
  services: Services,
): Promise<{ session: ClassSession; price: number | null }[]> {
  const classes = await listEntries(services, classType);
  // A class without a level is for everybody.
  const isForAll = ({ level }: GymClass) => level !== "some experience" && level !== "experienced";
  const forAll = new Set(classes.filter(isForAll).map(({ slug }) => slug));
  const ruleOf = await rulesOf(services);
  const earliest = new Date(services.now().getTime() + HOUR_MS).toISOString();
  const counts = new Map<string, number>();
  return (await bookableSessions(services))
    .filter(({ classSlug, startsAt }) => {
      if (!forAll.has(classSlug) || startsAt < earliest) return false;
      const count = (counts.get(classSlug) ?? 0) + 1;
      counts.set(classSlug, count);
      return count <= FIRST_VISITS_OF_A_CLASS;
    })
    .slice(0, FIRST_VISITS_SHOWN)
    .map((session) => ({ session, price: ruleOf(session).priceKes }));
}
