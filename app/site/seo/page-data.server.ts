/**
 * Structured data of pages for search engines, in the words of schema.org (JSON-LD), from what is on the site now: the gym, its
 * hours, and what it sells. Each page has one graph, whose parts name each other by `@id`.
 * docs/decisions/class-pages-and-calendars.md says which type stands for what.
 */
import { findSingleEntry } from "../../cms/entries.server.ts";
import type { Plan } from "../../content-types/pricing.ts";
import { type Settings, settingsType } from "../../content-types/settings.ts";
import { listPublicPlans } from "../../content-types/site-texts.server.ts";
import { type OpeningHours, readOpeningHours } from "../../content-types/weekly-opening-hours.ts";
import { siteOrigin } from "../../platform/config.ts";
import type { Services } from "../../platform/services.ts";
import { capitalized } from "../../platform/text.ts";
import { DAYS, type Day, MINUTES_A_DAY } from "../../time/days.ts";
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

async function gymOf(services: Services) {
  return gymInShort(await findSingleEntry(services, settingsType), siteOrigin(services.config));
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
    telephone: settings.phone,
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
