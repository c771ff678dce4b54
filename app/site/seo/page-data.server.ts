/**
 * Structured data of pages for search engines, in the words of schema.org (JSON-LD), from what is on the site now: the gym and its
 * hours, its classes, and what it sells. Each page has one graph, whose parts name each other by `@id`.
 * docs/decisions/0039-calendars-and-structured-data.md says which type stands for what.
 */
import { findSingleEntry, listEntries } from "../../cms/entries.server.ts";
import { classType, type GymClass } from "../../content-types/class.ts";
import type { Plan } from "../../content-types/pricing.ts";
import { type Settings, settingsType } from "../../content-types/settings.ts";
import { listPublicPlans } from "../../content-types/site-texts.server.ts";
import { type OpeningHours, readOpeningHours } from "../../content-types/weekly-opening-hours.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import { internationalPhone } from "../../forms/phone.ts";
import { siteOrigin } from "../../platform/config.ts";
import type { Services } from "../../platform/services.ts";
import { capitalized } from "../../platform/text.ts";
import { addDays, dateInNairobi, inNairobi, TIME_ZONE } from "../../time/dates.server.ts";
import { DAYS, type Day, MINUTES_A_DAY, minuteOfDay } from "../../time/days.ts";
import { sessionPath } from "../../timetable/addresses.server.ts";
import type { WeeklyTime } from "../../timetable/card-times.ts";
import type { ClassSession, SessionTime } from "../../timetable/class-session.ts";
import { HORIZON_DAYS, sessionsBetween } from "../../timetable/class-sessions.server.ts";
import { listClosures } from "../../timetable/special-hours.server.ts";
import type { Closure } from "../../timetable/timetable-records.server.ts";

/** A thing of schema.org: its type, and its properties. One that is undefined is left out of the page. */
export type Thing = { "@type": string } & { [property: string]: Value };
type Value = string | number | { "@id": string } | Thing | readonly Value[] | undefined;

/** The content of a page's `script` of type `application/ld+json`. */
export type StructuredData = { "@context": "https://schema.org"; "@graph": readonly Thing[] };

const CURRENCY = "KES";

/** Of a page about the gym itself: all that is known of it. */
export async function describeGym(services: Services): Promise<StructuredData> {
  const [settings, plans, closures] = await Promise.all([
    findSingleEntry(services, settingsType),
    listPublicPlans(services),
    listClosures(services),
  ]);
  const known = { hours: readOpeningHours(settings), closures, plans };
  return structuredData(gymInFull(settings, siteOrigin(services.config), known));
}

/** Of the prices: each plan as an offer of the gym. */
export async function describePlans(services: Services): Promise<StructuredData> {
  const plans = await listPublicPlans(services);
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

/** All that a page says. */
export function structuredData(...things: readonly Thing[]): StructuredData {
  return { "@context": "https://schema.org", "@graph": things };
}

/** The gym, as other things on the same page name it. */
function gymId(origin: string): { "@id": string } {
  return { "@id": `${origin}/#gym` };
}

/** The gym in short: what a page needs that is about something else. */
export function gymInShort(settings: Settings, origin: string): Thing {
  return {
    "@type": "HealthClub",
    ...gymId(origin),
    name: settings.name,
    url: `${origin}/`,
    telephone: internationalPhone(settings.phone),
    image: `${origin}/share/home.jpg`,
    address: {
      "@type": "PostalAddress",
      streetAddress: settings.street,
      // The owner writes the city with its country, as on a letter.
      addressLocality: settings.city.replace(/,\s*Kenya\s*$/i, ""),
      addressCountry: "KE",
    },
  };
}

/** The gym with all that is known of it. */
export function gymInFull(
  settings: Settings,
  origin: string,
  known: {
    hours: readonly OpeningHours[];
    closures: readonly Closure[];
    plans: readonly PricedPlan[];
  },
): Thing {
  return {
    ...gymInShort(settings, origin),
    description: settings.tagline,
    email: settings.email,
    geo: { "@type": "GeoCoordinates", latitude: Number(settings.latitude), longitude: Number(settings.longitude) },
    openingHoursSpecification: openingHours(known.hours),
    specialOpeningHoursSpecification: closedDates(known.closures),
    currenciesAccepted: CURRENCY,
    priceRange: priceRange(known.plans),
    sameAs: profiles(settings),
  };
}

/** What search engines are told of a plan. */
type PricedPlan = { slug: string } & Pick<Plan, "name" | "tier" | "price" | "inclusions"> &
  Partial<Pick<Plan, "lasts" | "unit" | "visits">>;

/** The code of UN/CEFACT's list of units for what a price is paid for. */
const UNIT_CODES = { days: "DAY", weeks: "WEE", months: "MON" } as const;

/** A plan as an offer: its price, what it is for, and how long it lasts. */
export function offerOf(plan: PricedPlan, origin: string): Thing {
  const price = { price: plan.price, priceCurrency: CURRENCY };
  const { lasts = 1, unit = "months", visits } = plan;
  return {
    "@type": "Offer",
    "@id": `${origin}/pricing#${plan.slug}`,
    name: plan.name,
    category: plan.tier,
    url: `${origin}/pricing`,
    ...price,
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      ...price,
      ...(visits === undefined && {
        referenceQuantity: { "@type": "QuantitativeValue", value: lasts, unitCode: UNIT_CODES[unit] },
      }),
    },
    itemOffered: {
      "@type": "Service",
      name: `Membership: ${plan.name}`,
      description: plan.inclusions.join(", "),
      provider: gymId(origin),
    },
    offeredBy: gymId(origin),
  };
}

/** The addresses of the gym's own profiles. A network's front page is nobody's. */
function profiles({ facebook, twitter, instagram }: Settings): string[] | undefined {
  return nonEmpty([facebook, twitter, instagram].filter((address) => URL.parse(address)?.pathname.length !== 1));
}

function priceRange(plans: readonly PricedPlan[]): string | undefined {
  if (plans.length === 0) return undefined;
  const prices = plans.map(({ price }) => price);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  return lowest === highest ? `${CURRENCY} ${lowest}` : `${CURRENCY} ${lowest}-${highest}`;
}

/** The hours, the days with the same ones together. */
function openingHours(hours: readonly OpeningHours[]): Thing[] | undefined {
  const byTimes = Map.groupBy(hours, ({ opens, closes }) => `${opens}-${closes}`);
  return nonEmpty(
    [...byTimes.values()].flatMap((same) =>
      same.slice(0, 1).map(({ opens, closes }) => ({
        "@type": "OpeningHoursSpecification",
        dayOfWeek: weekdays(same.map(({ day }) => day)),
        opens: timeOfDay(opens),
        // From midnight to midnight would be no time at all.
        closes: closes === MINUTES_A_DAY ? "23:59" : timeOfDay(closes),
      })),
    ),
  );
}

/** Closed days. Hours that end as they begin are how schema.org says "closed all day". */
function closedDates(closures: readonly Closure[]): Thing[] | undefined {
  return nonEmpty(
    closures.map(({ date, note }) => ({
      "@type": "OpeningHoursSpecification",
      description: note,
      validFrom: date,
      validThrough: date,
      opens: "00:00",
      closes: "00:00",
    })),
  );
}

/** Days of the week in their order, as schema.org names them. */
function weekdays(days: readonly Day[]): string[] {
  return DAYS.filter((day) => days.includes(day)).map((day) => `https://schema.org/${capitalized(day)}`);
}

/** Minutes since midnight as a time of day: `09:00`. Minutes of the next day are a time of that. */
function timeOfDay(minutes: number): string {
  const ofDay = minutes % MINUTES_A_DAY;
  return [Math.floor(ofDay / 60), ofDay % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** An empty list says nothing, so it is left out. */
function nonEmpty<T>(list: readonly T[]): T[] | undefined {
  return list.length === 0 ? undefined : [...list];
}
