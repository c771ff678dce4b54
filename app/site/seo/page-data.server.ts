/**
 * Structured data for search engines (schema.org, JSON-LD): one graph per page, parts linked by `@id`
 * (docs/decisions/class-pages-and-calendars.md).
 */
import type { HealthClubLeaf, OfferLeaf, OpeningHoursSpecificationLeaf } from "schema-dts";
import { findSingleEntry } from "../../cms/entries.server.ts";
import type { Plan } from "../../content-types/pricing.ts";
import { type Settings, settingsType } from "../../content-types/settings.ts";
import { listPublicPlans } from "../../content-types/site-texts.server.ts";
import { type OpeningHours, readOpeningHours } from "../../content-types/weekly-opening-hours.ts";
import { siteOrigin } from "../../platform/config.ts";
import type { Services } from "../../platform/services.ts";
import { capitalized } from "../../platform/text.ts";
import { DAYS, type Day, MINUTES_A_DAY } from "../../time/days.ts";
import { listClosures } from "../../timetable/closures.server.ts";
import type { Closure } from "../../timetable/timetable-records.server.ts";

/** A thing of schema.org: its type and properties. Undefined properties are left out of the page. */
export type Thing = { "@type": string } & { [property: string]: Value };
type Value = string | number | { "@id": string } | Thing | readonly Value[] | undefined;

/** A thing by schema.org's definitions, which the package `schema-dts` has as types. */
type Described<Leaf> = { [Property in keyof Leaf]: Leaf[Property] | undefined };

/** The content of a page's `script` of type `application/ld+json`. */
export type StructuredData = { "@context": "https://schema.org"; "@graph": readonly Thing[] };

const CURRENCY = "KES";

export async function describeGym(services: Services): Promise<StructuredData> {
  const [settings, plans, closures] = await Promise.all([
    findSingleEntry(services, settingsType),
    listPublicPlans(services),
    listClosures(services),
  ]);
  const known = { hours: readOpeningHours(settings), closures, plans };
  return structuredData(gymInFull(settings, siteOrigin(services.config), known));
}

export async function describePlans(services: Services): Promise<StructuredData> {
  const plans = await listPublicPlans(services);
  const origin = siteOrigin(services.config);
  const gym = gymInShort(await findSingleEntry(services, settingsType), origin);
  return structuredData(gym, ...plans.map((plan) => offerOf(plan, origin)));
}

export function structuredData(...things: readonly Thing[]): StructuredData {
  return { "@context": "https://schema.org", "@graph": things };
}

function gymId(origin: string): { "@id": string } {
  return { "@id": `${origin}/#gym` };
}

/** The gym in short, for pages about something else. */
export function gymInShort(settings: Settings, origin: string) {
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
      addressLocality: settings.city.replace(/,\s*Kenya\s*$/i, ""),
      addressCountry: "KE",
    },
  } satisfies HealthClubLeaf;
}

export function gymInFull(
  settings: Settings,
  origin: string,
  known: {
    hours: readonly OpeningHours[];
    closures: readonly Closure[];
    plans: readonly PricedPlan[];
  },
) {
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
  } satisfies Described<HealthClubLeaf>;
}

type PricedPlan = { slug: string } & Pick<Plan, "name" | "tier" | "price" | "inclusions"> &
  Partial<Pick<Plan, "lasts" | "unit" | "visits">>;

const UNIT_CODES = { days: "DAY", weeks: "WEE", months: "MON" } as const;

export function offerOf(plan: PricedPlan, origin: string) {
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
  } satisfies OfferLeaf;
}

/** The addresses of the gym's own profiles, without links to a network's front page. */
function profiles({ facebook, twitter, instagram }: Settings): string[] | undefined {
  return nonEmpty([facebook, twitter, instagram].filter((address) => URL.parse(address)?.pathname.length !== 1));
}

function priceRange(plans: readonly PricedPlan[]): string | undefined {
  if (plans.length === 0) return undefined;
  const prices = plans.map(({ price }) => price);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  return lowest === highest ? `${CURRENCY} ${lowest}` : `${CURRENCY} ${lowest}-${highest}`;
}

function openingHours(hours: readonly OpeningHours[]) {
  const byTimes = Map.groupBy(hours, ({ opens, closes }) => `${opens}-${closes}`);
  return nonEmpty(
    [...byTimes.values()].flatMap((same) =>
      same.slice(0, 1).map(
        ({ opens, closes }) =>
          ({
            "@type": "OpeningHoursSpecification",
            dayOfWeek: weekdays(same.map(({ day }) => day)),
            opens: timeOfDay(opens),
            // “00:00” to “00:00” would mean closed.
            closes: closes === MINUTES_A_DAY ? "23:59" : timeOfDay(closes),
          }) satisfies OpeningHoursSpecificationLeaf,
      ),
    ),
  );
}

/** Closed days. In schema.org, equal opening and closing times mean "closed all day". */
function closedDates(closures: readonly Closure[]) {
  const hours = { opens: "00:00", closes: "00:00" };
  return nonEmpty(
    closures.map(
      ({ date, note }) =>
        ({
          ...{ "@type": "OpeningHoursSpecification", description: note, validFrom: date, validThrough: date },
          ...hours,
        }) satisfies OpeningHoursSpecificationLeaf,
    ),
  );
}

function weekdays(days: readonly Day[]) {
  return DAYS.filter((day) => days.includes(day)).map((day) => `https://schema.org/${capitalized(day)}` as const);
}

/** Minutes since midnight as a time of day: `09:00`. Minutes past midnight become a time of the next day. */
function timeOfDay(minutes: number): string {
  const minutesOfDay = minutes % MINUTES_A_DAY;
  return [Math.floor(minutesOfDay / 60), minutesOfDay % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

function nonEmpty<T>(list: readonly T[]): T[] | undefined {
  return list.length === 0 ? undefined : [...list];
}
