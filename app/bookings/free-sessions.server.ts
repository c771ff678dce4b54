/** Other sessions of a class that have free places. */
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import type { ClassSession } from "../timetable/session.ts";
import { inOrder, sessionsBetween, sessionsOf } from "../timetable/sessions.server.ts";

import { freshSources } from "../timetable/week-sources.server.ts";
import { type BookingRule, bookable, placesOf, ruleOfClass, rulesOf } from "./bookable.server.ts";
import { sessionRefusal } from "./booking-refusals.server.ts";
import { countsOf } from "./booking-rows.server.ts";
import { lastBookableDate } from "./rules.server.ts";

/** How many are offered. */
const MAX_OFFERED = 3;

/** The next sessions of a session's class that have free places and can be booked, for a page. */
export async function freeSessions(services: Services, session: ClassSession): Promise<ClassSession[]> {
  const today = dateInNairobi(services.now());
  const sessions = await sessionsBetween(services, today, lastBookableDate(today));
  return withFreePlaces({ db: services.db, at: services.now() }, session, sessions, await rulesOf(services));
}

/** The same as a transaction sees it, which may have closed a day. */
export async function freeSessionsIn(change: Change, session: ClassSession): Promise<ClassSession[]> {
  const { services, transaction, at } = change;
  const today = dateInNairobi(at);
  const last = lastBookableDate(today);
  const sources = await freshSources(services, transaction, today, last);
  const sessions = inOrder(sessionsOf(services, sources, today, last), today, last);
  return withFreePlaces({ db: transaction, at }, session, sessions, ({ classSlug }) =>
    ruleOfClass(sources.classes.get(classSlug)),
  );
}

async function withFreePlaces(
  { db, at }: { db: Db; at: Date },
  session: ClassSession,
  sessions: readonly ClassSession[],
  ruleOf: (session: ClassSession) => BookingRule,
): Promise<ClassSession[]> {
  const others = sessions.filter(
    (one) =>
      one.classSlug === session.classSlug &&
      one.id !== session.id &&
      sessionRefusal(bookable(one, ruleOf(one)), at) === undefined,
  );
  const counts = await countsOf(
    db,
    others.map(({ id }) => id),
    at,
  );
  return others.filter((one) => placesOf(ruleOf(one), counts.get(one.id)).free > 0).slice(0, MAX_OFFERED);
}
