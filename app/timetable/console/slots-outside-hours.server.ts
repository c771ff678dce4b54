/** The weekly slots outside the opening hours, once others are published. */
import { isDeepStrictEqual } from "node:util";
import type { ContentType } from "../../cms/content-type.ts";
import { findLive, findVersion } from "../../cms/editing/entry-rows.server.ts";
import { storedValues } from "../../cms/editing/stored-body.ts";
import { findSingleEntry, listEntries, titleFinder } from "../../cms/entries.server.ts";
import { entryTitle } from "../../cms/entry-title.ts";
import { settingsType } from "../../content-types/settings.ts";
import { isOpenAt, readOpeningHours } from "../../content-types/weekly-opening-hours.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import type { Services } from "../../platform/services.ts";
import { minuteOfDay } from "../../time/days.ts";

/**
 * The weekly slots outside the opening hours, if the last publication of an entry has changed these; none for every other
 * entry.
 */
export async function slotsOutsideNewHours(services: Services, type: ContentType): Promise<SlotOutsideHours[]> {
  if (type.name !== settingsType.name || !(await haveHoursChanged(services))) return [];
  const hours = readOpeningHours(await findSingleEntry(services, settingsType));
  const outside = (await listEntries(services, weeklySlotType)).filter(
    ({ day, time }) => !isOpenAt(hours, day, minuteOfDay(time.from), minuteOfDay(time.to)),
  );
  const findTitle = await titleFinder(services, [weeklySlotType]);
  return outside.map((slot) => ({ slug: slot.slug, title: entryTitle(weeklySlotType, slot, slot.slug, findTitle) }));
}

/** A weekly slot, to be changed or taken off. */
export type SlotOutsideHours = { slug: string; title: string };

async function haveHoursChanged({ db }: Services): Promise<boolean> {
  const key = { type: settingsType.name, slug: settingsType.entries.slug };
  const live = await findLive(db, key);
  const before = live && (await findVersion(db, key, live.version - 1));
  if (before === undefined) return false;
  const hoursIn = (body: string) => storedValues(body).footerHours;
  return !isDeepStrictEqual(hoursIn(live?.body ?? ""), hoursIn(before.body));
}
