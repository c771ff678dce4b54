/** Weekly slots through time: periods hold values for dates. A dated change ends a period and begins another. */
import type { TimeRange } from "../cms/fields.ts";
import { addDays, dayOfDate } from "../time/dates.server.ts";
import type { Day } from "../time/days.ts";

export type SlotValues = {
  day: Day;
  time: TimeRange;
  gymClass: string;
  trainer: string;
};

/** Both dates are included. `first` null: ever since; `last` null: until further notice. */
export type SlotPeriod = SlotValues & { first: string | null; last: string | null };

export type WeeklySlot = SlotValues & { slug: string };

/** A change waits for its date, which has to be undone before another is made. */
export type SlotChangeWaits = { code: "change-waits"; first: string };

export function weeklySlots(periods: readonly (SlotPeriod & { slot: string })[]) {
  const slots = Map.groupBy(periods, ({ slot }) => slot);

  /** A slot on a date, whatever its weekday; undefined outside the timetable. */
  const find = (slug: string, date: string): WeeklySlot | undefined => {
    const period = periodOn(slots.get(slug) ?? [], date);
    return period && { slug, ...valuesOf(period) };
  };
  const on = (date: string) => {
    const day = dayOfDate(date);
    return [...slots.keys()].flatMap((slug) => {
      const slot = find(slug, date);
      return slot?.day === day ? [slot] : [];
    });
  };
  const allOn = (date: string) => [...slots.keys()].flatMap((slug) => find(slug, date) ?? []);
  return { on, allOn, find };
}

export function periodOn<P extends SlotPeriod>(periods: readonly P[], date: string): P | undefined {
  return periods.find(({ first, last }) => (first === null || first <= date) && (last === null || date <= last));
}

export function isOver({ last }: SlotPeriod, today: string): boolean {
  return last !== null && last < today;
}

/** The period that the form of a slot shows: the current, else the next, else the last period. */
export function shownPeriod<P extends SlotPeriod>(periods: readonly P[], today: string): P | undefined {
  return periodOn(periods, today) ?? periods.find(({ first }) => isAfter(first, today)) ?? periods.at(-1);
}

export function waitingPeriod<P extends SlotPeriod>(periods: readonly P[], today: string): P | undefined {
  return periods.find(({ first }, index) => index > 0 && isAfter(first, today));
}

/**
 * Periods with new values from a date on; ended slots return. @param periods by date @param from null: today or the
 * start
 */
export function changedFrom(
  periods: readonly SlotPeriod[],
  from: string | null,
  values: SlotValues,
  today: string,
): SlotPeriod[] | SlotChangeWaits {
  const waiting = waitingPeriod(periods, today);
  if (waiting?.first) return { code: "change-waits", first: waiting.first };
  const begins = periods[0]?.first ?? null;
  const first = from ?? (isAfter(begins, today) ? begins : today);
  const end = periods.at(-1)?.last ?? null;
  const last = end !== null && end < first ? null : end;
  return [...endedFrom(periods, first), { ...values, first, last }].reduce<SlotPeriod[]>(joined, []);
}

/** The periods of a slot that isn't in the timetable from a date on. */
export function endedFrom(periods: readonly SlotPeriod[], from: string): SlotPeriod[] {
  return periods
    .filter(({ first }) => first === null || first < from)
    .map((period) => (period.last !== null && period.last < from ? period : { ...period, last: addDays(from, -1) }));
}

/** Appends a period, or extends the period before it when their values are the same. */
function joined(periods: SlotPeriod[], period: SlotPeriod): SlotPeriod[] {
  const before = periods.at(-1);
  const goesOn = before?.last != null && addDays(before.last, 1) === period.first && hasSameValues(before, period);
  return goesOn ? [...periods.slice(0, -1), { ...before, last: period.last }] : [...periods, period];
}

export function hasSameValues(a: SlotValues, b: SlotValues): boolean {
  const isSameTime = a.time.from === b.time.from && a.time.to === b.time.to;
  return isSameTime && a.day === b.day && a.gymClass === b.gymClass && a.trainer === b.trainer;
}

function valuesOf({ day, time, gymClass, trainer }: SlotValues): SlotValues {
  return { day, time, gymClass, trainer };
}

function isAfter(first: string | null, today: string): first is string {
  return first !== null && first > today;
}
