/** The weekly timetable on a date: what is on the site, and what is scheduled to be by then. */
import type { EntryOf } from "../cms/content-type.ts";
import type { weeklySlotType } from "../content-types/weekly-slot.ts";
import { dayOfDate, startOfDate } from "../time/dates.server.ts";

export type WeeklySlot = EntryOf<typeof weeklySlotType>;

/** A scheduled change of a weekly slot: what it will be, or null for its removal. */
export type ScheduledWeeklySlot = { slug: string; dueAt: string; becomes: WeeklySlot | null };

/** The weekly slots of any date. */
export type WeeklySlots = ReturnType<typeof weeklySlots>;

/**
 * A scheduled change counts for the dates that begin when it is due, or later. A removal drops what is scheduled after it,
 * as it does when it is made.
 */
export function weeklySlots(live: readonly WeeklySlot[], scheduled: readonly ScheduledWeeklySlot[]) {
  const changes = Map.groupBy([...scheduled].sort(byMoment), ({ slug }) => slug);
  const present = new Map(live.map((slot) => [slot.slug, slot]));
  const slugs = [...new Set([...present.keys(), ...changes.keys()])];

  /** One slot as it is on that date, whatever its day; undefined when it isn't in the week then. */
  const find = (slug: string, date: string): WeeklySlot | undefined => {
    const due = dueChanges(changes.get(slug), date);
    const last = due.at(-1);
    if (due.some(({ becomes }) => becomes === null)) return undefined;
    return last?.becomes ?? present.get(slug);
  };
  /** Those of the date's day of the week. */
  const on = (date: string) => {
    const day = dayOfDate(date);
    return slugs.flatMap((slug) => {
      const slot = find(slug, date);
      return slot?.day === day ? [slot] : [];
    });
  };
  return { on, find };
}

/** Those that count for a date. */
function dueChanges(changes: readonly ScheduledWeeklySlot[] | undefined, date: string): readonly ScheduledWeeklySlot[] {
  if (changes === undefined) return [];
  const begins = startOfDate(date).toISOString();
  return changes.filter(({ dueAt }) => dueAt <= begins);
}

/** Of two changes at one moment the publication is made first. */
function byMoment(one: ScheduledWeeklySlot, other: ScheduledWeeklySlot): number {
  if (one.dueAt !== other.dueAt) return one.dueAt < other.dueAt ? -1 : 1;
  return Number(one.becomes === null) - Number(other.becomes === null);
}
