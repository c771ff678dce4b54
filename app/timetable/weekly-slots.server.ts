/** The weekly timetable on a date: what is on the site, and what is scheduled to be by then. */
import type { EntryOf } from "../cms/content-type.ts";
import type { weeklySlotType } from "../content-types/weekly-slot.ts";
import { dayOfDate, startOfDate } from "../time/dates.server.ts";

type WeeklySlot = EntryOf<typeof weeklySlotType>;

/** A weekly slot with its place in the week. */
export type PlacedWeeklySlot = WeeklySlot & { position: number };

/** A scheduled change of a weekly slot: what it will be, or null for its removal. */
export type ScheduledWeeklySlot = { slug: string; dueAt: string; becomes: WeeklySlot | null };

/** The weekly slots of any date. */
export type WeeklySlots = ReturnType<typeof weeklySlots>;

/**
 * A scheduled change counts for the dates that begin when it is due, or later. A removal drops what is scheduled after it,
 * as it does when it is made. A slot that is only scheduled comes after those of the site, where it will stand.
 */
export function weeklySlots(live: readonly WeeklySlot[], scheduled: readonly ScheduledWeeklySlot[]) {
  const changes = Map.groupBy([...scheduled].sort(byMoment), ({ slug }) => slug);
  const position = new Map(live.map(({ slug }, index) => [slug, index]));
  for (const slug of changes.keys()) if (!position.has(slug)) position.set(slug, position.size);
  const present = new Map(live.map((slot) => [slot.slug, slot]));

  /** One slot as it is on that date, whatever its day; undefined when it isn't in the week then. */
  const find = (slug: string, date: string): PlacedWeeklySlot | undefined => {
    const due = dueChanges(changes.get(slug), date);
    const last = due.at(-1);
    if (due.some(({ becomes }) => becomes === null)) return undefined;
    const slot = last?.becomes ?? present.get(slug);
    return slot && { ...slot, position: position.get(slug) ?? 0 };
  };
  /** Those of the date's day of the week, in the owner's order. */
  const on = (date: string) => {
    const day = dayOfDate(date);
    return [...position.keys()].flatMap((slug) => {
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
