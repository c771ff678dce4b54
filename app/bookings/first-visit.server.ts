/** The classes that somebody can try who has never been here. */
import { listEntries } from "../cms/entries.server.ts";
import { classType, type GymClass } from "../content-types/class.ts";
import { HOUR_MS } from "../platform/durations.ts";
import type { Services } from "../platform/services.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { bookableSessions } from "./availability.server.ts";
import { rulesOf } from "./bookable-session.server.ts";

const MAX_SESSIONS = 8;
const MAX_OF_A_CLASS = 2;

/**
 * The next sessions with free places of classes that need no experience, by their start. The page is cached for an
 * hour, so none begins within that.
 */
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
      return count <= MAX_OF_A_CLASS;
    })
    .slice(0, MAX_SESSIONS)
    .map((session) => ({ session, price: ruleOf(session).priceKes }));
}
