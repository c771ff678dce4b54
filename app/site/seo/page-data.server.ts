/** The structured data of each kind of page, from what is on the site now. */
import { findSingleEntry, listEntries } from "../../cms/entries.server.ts";
import { classType, type GymClass } from "../../content-types/class.ts";
import { planType } from "../../content-types/pricing.ts";
import { settingsType } from "../../content-types/settings.ts";
import { readOpeningHours } from "../../content-types/weekly-opening-hours.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import { siteOrigin } from "../../platform/config.ts";
import type { Services } from "../../platform/services.ts";
import { addDays, dateInNairobi, inNairobi, TIME_ZONE } from "../../time/dates.server.ts";
import { minuteOfDay } from "../../time/days.ts";
import { sessionPath } from "../../timetable/addresses.server.ts";
import type { WeeklyTime } from "../../timetable/card-times.ts";
import type { ClassSession, SessionTime } from "../../timetable/class-session.ts";
import { HORIZON_DAYS, sessionsBetween } from "../../timetable/class-sessions.server.ts";
import { listClosures } from "../../timetable/closures.server.ts";
import {
  gymId,
  gymInFull,
  gymInShort,
  offerOf,
  type StructuredData,
  structuredData,
  type Thing,
  timeOfDay,
  weekdays,
} from "./structured-data.ts";

/** Of a page about the gym itself: all that is known of it. */
export async function describeGym(services: Services): Promise<StructuredData> {
  const [settings, plans, closures] = await Promise.all([
    findSingleEntry(services, settingsType),
    listEntries(services, planType),
    listClosures(services),
  ]);
  const known = { hours: readOpeningHours(settings), closures, plans };
  return structuredData(gymInFull(settings, siteOrigin(services.config), known));
}

/** Of the prices: each plan as an offer of the gym. */
export async function describePlans(services: Services): Promise<StructuredData> {
  const plans = await listEntries(services, planType);
  const origin = siteOrigin(services.config);
  return structuredData(await gymOf(services), ...plans.map((plan) => offerOf(plan, origin)));
}

/** Of a day's page: the sessions of its date, cancelled ones too. */
export async function describeDay(services: Services, date: string): Promise<StructuredData> {
  const [sessions, classes] = await Promise.all([
    sessionsBetween(services, date, date),
    listEntries(services, classType),
  ]);
  const origin = siteOrigin(services.config);
  const events = sessions.map((session) => eventOf(session, origin, sessionPath(session, classes)));
  return structuredData(await gymOf(services), ...events);
}

/**
 * Of a class's page: its weekly times, and its sessions of the next four weeks.
 * @param image the path of its picture
 */
export async function describeClass(
  services: Services,
  gymClass: Pick<GymClass, "slug" | "title" | "summary">,
  image: string,
): Promise<StructuredData> {
  const today = dateInNairobi(services.now());
  const [slots, sessions] = await Promise.all([
    listEntries(services, weeklySlotType),
    sessionsBetween(services, today, addDays(today, HORIZON_DAYS - 1)),
  ]);
  const origin = siteOrigin(services.config);
  const series = seriesOf(gymClass, origin, {
    times: slots.filter((slot) => slot.gymClass === gymClass.slug),
    sessions: sessions.filter(({ classSlug }) => classSlug === gymClass.slug),
    image: origin + image,
  });
  return structuredData(await gymOf(services), series);
}

async function gymOf(services: Services) {
  return gymInShort(await findSingleEntry(services, settingsType), siteOrigin(services.config));
}

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
 * A class session. A cancelled one keeps its date, as search engines require to find which one it is; a moved one says when
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
