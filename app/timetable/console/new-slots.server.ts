/** New weekly slots of several days: what one form makes, how they are listed once they are made, and taking them off again. */
import { getEditing } from "../../cms/editing/editing.server.ts";
import { findLive } from "../../cms/editing/entry-rows.server.ts";
import { removeTogether } from "../../cms/editing/removal.server.ts";
import { titleFinder } from "../../cms/entries.server.ts";
import { titleOfValues, valueInWords } from "../../cms/entry-title.ts";
import { SLUG } from "../../cms/slug.ts";
import { formPath } from "../../content-types/paths.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { DAYS } from "../../time/days.ts";
import { askAboutAffected } from "./affected-questions.server.ts";

/** The slugs in an address, or in a form: of a week with a row for each of its days at most. */
function slugsIn(text: string): string[] {
  return text
    .split(" ")
    .filter((slug) => SLUG.test(slug))
    .slice(0, DAYS.length);
}

/** The rows that one form made, with the way to each; those that are gone by now are left out. */
export async function readNewSlots(services: Services, text: string) {
  const slugs = slugsIn(text);
  if (slugs.length === 0) return undefined;
  const editings = await Promise.all(slugs.map((slug) => getEditing(services, weeklySlotType, slug)));
  const found = editings.flatMap((editing) => (editing === undefined || editing.removed ? [] : [editing]));
  const findTitle = await titleFinder(services, [weeklySlotType]);
  const { day } = weeklySlotType.fields;
  const withoutDay = { ...weeklySlotType, title: ["time", "gymClass"] };
  return {
    /** What they have in common: "6:00am-7:00am, Boxing". */
    title: titleOfValues(withoutDay, found[0]?.values ?? {}, findTitle),
    rows: found.map(({ slug, title, values }) => ({
      slug,
      day: valueInWords(day, values.day) || title,
      to: formPath(weeklySlotType.name, slug),
    })),
  };
}

const BOOKED =
  "Somebody has booked one of these classes meanwhile, or decided something for it, so nothing was taken off. Take the rows off one by one: you are asked about those classes.";

const CHANGED = "One of these rows has been changed meanwhile, so nothing was taken off. Look at each of them.";

/** Takes rows off again that were just made, all or none. @returns why not, as a sentence */
export async function takeOffNewSlots(services: Services, text: string, actor: Actor): Promise<string | undefined> {
  const today = dateInNairobi(services.now());
  const rows: { slug: string; version: number }[] = [];
  for (const slug of slugsIn(text)) {
    const live = await findLive(services.db, { type: weeklySlotType.name, slug });
    if (live === undefined) continue;
    if ((await askAboutAffected(services, slug, null, today, {})) !== undefined) return BOOKED;
    // A later version is somebody's change.
    rows.push({ slug, version: 1 });
  }
  const outcome = await removeTogether(services, weeklySlotType, rows, actor);
  return outcome.code === "removed" ? undefined : CHANGED;
}
