import { availabilityBetween } from "../../bookings/availability.server.ts";
import type { Services } from "../../platform/services.ts";
import { dayAndDate } from "../../time/date-texts.server.ts";
import { addDays, dateInNairobi } from "../../time/dates.server.ts";
import { HORIZON_DAYS, sessionsBetween } from "../sessions.server.ts";
import type { UpcomingSession } from "./class-session.ts";
import { dayPath } from "./schedule-dates.server.ts";
import { sessionRowView, withPlaces } from "./session-row-view.server.ts";

/** How many dated sessions the page of a class lists. */
const LISTED = 6;

/**
 * The next sessions of a class within four weeks, those of today included: the page is cached, so it can't know which of
 * them have begun.
 */
export async function listSessionsOfClass(services: Services, classSlug: string): Promise<UpcomingSession[]> {
  const today = dateInNairobi(services.now());
  const last = addDays(today, HORIZON_DAYS - 1);
  const [sessions, words] = await Promise.all([
    sessionsBetween(services, today, last),
    availabilityBetween(services, today, last),
  ]);
  return sessions
    .filter((session) => session.classSlug === classSlug)
    .slice(0, LISTED)
    .map((session) => {
      const { id, date, reason } = session;
      const [dayName = "", day = "", month = ""] = dayAndDate(date).split(" ");
      return {
        ...withPlaces(sessionRowView({ ...session, movedTo: null }, today, new Set([classSlug])), session, words),
        // Here no line above the rows says why a day is closed.
        reason,
        id,
        date,
        dayName,
        dateText: `${day} ${month.slice(0, 3)}`,
        path: dayPath(date, today),
      };
    });
}
