/** What each kind of page says to search engines, from what is on the site now. */
import { findSingleEntry, listEntries } from "../../cms/entries.server.ts";
import { classType, type GymClass } from "../../content-types/class.ts";
import { readOpeningHours } from "../../content-types/opening-hours.ts";
import { planType } from "../../content-types/pricing.ts";
import { settingsType } from "../../content-types/settings.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import { siteOrigin } from "../../platform/config.ts";
import type { Services } from "../../platform/services.ts";
import { addDays, dateInNairobi } from "../../time/dates.server.ts";
import { sessionPath } from "../../timetable/addresses.server.ts";
import { HORIZON_DAYS, sessionsBetween } from "../../timetable/class-sessions.server.ts";
import { listClosures } from "../../timetable/closures.server.ts";
import { eventOf, seriesOf } from "./session-data.server.ts";
import { gymInFull, gymInShort, offerOf, type StructuredData, structuredData } from "./structured-data.ts";

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
