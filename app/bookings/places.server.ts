/** What the public timetable and the console say of places. */
import type { Services } from "../platform/services.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import { sessionsBetween } from "../timetable/sessions.server.ts";
import { hasBegun, rulesOf } from "./bookable.server.ts";
import type { PlacesWord } from "./booking.ts";
import { wordOfCounts } from "./booking-change.server.ts";
import { type Counts, countsOf } from "./booking-rows.server.ts";
import { lastBookableDate } from "./rules.server.ts";

/**
 * The word of each session that can be booked on some of these dates, by its id. Pages are cached until a word or the date
 * changes: what can be booked from six in the morning has its word all day, and what begins meanwhile may have it until then.
 */
export async function wordsBetween(services: Services, from: string, to: string): Promise<Map<string, PlacesWord>> {
  const at = services.now();
  const today = dateInNairobi(at);
  const first = from < today ? today : from;
  const last = to > lastBookableDate(today) ? lastBookableDate(today) : to;
  if (first > last) return new Map();
  const ruleOf = await rulesOf(services);
  const sessions = (await sessionsBetween(services, first, last)).filter(
    (one) => one.state === "scheduled" && !hasBegun(one, at) && ruleOf(one).capacity !== null,
  );
  const counts = await countsOf(
    services.db,
    sessions.map(({ id }) => id),
    at,
  );
  return new Map(
    sessions.map((one) => {
      const { capacity } = ruleOf(one);
      return [one.id, wordOfCounts(capacity ?? 0, counts.get(one.id) ?? { taken: 0, waiting: 0 })];
    }),
  );
}

/** Booked and waiting people of some sessions, for staff who are about to change them. Sessions without any are left out. */
export async function bookingCounts(services: Services, sessionIds: readonly string[]): Promise<Map<string, Counts>> {
  return countsOf(services.db, sessionIds, services.now());
}
