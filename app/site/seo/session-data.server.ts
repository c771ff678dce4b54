/** Classes and their dated sessions in the words of schema.org. */

import type { GymClass } from "../../content-types/class.ts";
import { inNairobi, TIME_ZONE } from "../../time/dates.server.ts";
import { minuteOfDay } from "../../time/days.ts";
import type { WeeklyTime } from "../../timetable/card-times.ts";
import type { ClassSession, SessionTime } from "../../timetable/class-session.ts";
import { gymId, type Thing, timeOfDay, weekdays } from "./structured-data.ts";

/** A class as the series of its sessions: its times of the week without a date, and the sessions that have one. */
export function seriesOf(
  { slug, title, summary }: Pick<GymClass, "slug" | "title" | "summary">,
  origin: string,
  known: { times: readonly WeeklyTime[]; sessions: readonly ClassSession[]; image: string },
): Thing {
  const path = `/classes/${slug}`;
  const address = origin + path;
  return {
    "@type": "EventSeries",
    "@id": `${address}#class`,
    name: title,
    description: summary,
    image: known.image,
    url: address,
    location: gymId(origin),
    organizer: gymId(origin),
    eventSchedule: schedulesOf(known.times),
    subEvent: known.sessions.map((session) => eventOf(session, origin, path)),
  };
}

/** The times of the week, the days with the same one together. A time that can't be read is left out. */
function schedulesOf(times: readonly WeeklyTime[]): Thing[] {
  const byTime = Map.groupBy(times, ({ time }) => `${minuteOfDay(time.from)}-${minuteOfDay(time.to)}`);
  return [...byTime].flatMap(([minutes, same]) => {
    const [from = Number.NaN, to = Number.NaN] = minutes.split("-").map(Number);
    if (Number.isNaN(from + to)) return [];
    return {
      "@type": "Schedule",
      byDay: weekdays(same.map(({ day }) => day)),
      startTime: timeOfDay(from),
      endTime: timeOfDay(to),
      scheduleTimezone: TIME_ZONE,
      repeatFrequency: "P1W",
    };
  });
}

/**
 * A dated session. A cancelled one keeps its date, as search engines require to find which one it is; a moved one says when
 * it was to be.
 * @param path of the page about it
 */
export function eventOf(session: ClassSession, origin: string, path: string): Thing {
  const { id, className, trainerName, startsAt, endsAt, movedFrom, reason } = session;
  return {
    "@type": "Event",
    "@id": `${origin}/schedule#${id}`,
    name: className,
    description: reason ?? undefined,
    startDate: nairobiMoment(startsAt),
    endDate: nairobiMoment(endsAt),
    previousStartDate: movedFrom === null ? undefined : previousStart(movedFrom),
    eventStatus: `https://schema.org/${eventStatus(session)}`,
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: gymId(origin),
    organizer: gymId(origin),
    performer: { "@type": "Person", name: trainerName },
    url: origin + path,
  };
}

function eventStatus({ state, movedFrom }: ClassSession): string {
  if (state === "cancelled") return "EventCancelled";
  return movedFrom === null ? "EventScheduled" : "EventRescheduled";
}

/** A moment with Nairobi's offset: `2026-11-23T09:00:00+03:00`. */
function nairobiMoment(moment: string): string {
  return inNairobi(new Date(moment)).toString({ smallestUnit: "second", timeZoneName: "never" });
}

/** When a moved session was to begin; undefined when that can't be read. */
function previousStart({ date, time }: SessionTime): string | undefined {
  const from = minuteOfDay(time.from);
  return Number.isNaN(from) ? undefined : `${date}T${timeOfDay(from)}:00+03:00`;
}
