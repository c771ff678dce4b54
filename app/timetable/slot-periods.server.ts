/** The periods of weekly slots: values with a first and a last day. A dated change ends a period and begins another. */
import type { TimeRange } from "../cms/fields.ts";
import { addDays, dayOfDate } from "../time/dates.server.ts";
import type { Day } from "../time/days.ts";

export type SlotValues = {
  day: Day;
  time: TimeRange;
  gymClass: string;
  trainer: string;
};

/** Both days are included. `first` null: always; `last` null: until further notice. */
export type SlotPeriod = SlotValues & { first: string | null; last: string | null };

export type WeeklySlot = SlotValues & { slug: string };

/** The slot has a scheduled change, which has to be undone before another is made. */
export type SlotChangePending = { code: "change-pending"; first: string };

export function weeklySlots(periods: readonly (SlotPeriod & { slot: string })[]) {
  const slots = Map.groupBy(periods, ({ slot }) => slot);

  /** A slot as of a date, whatever its weekday; undefined when it isn't in the timetable then. */
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

/** The period that a slot's form shows: the current, else the next, else the last. */
export function shownPeriod<P extends SlotPeriod>(periods: readonly P[], today: string): P | undefined {
  return periodOn(periods, today) ?? periods.find(({ first }) => isAfter(first, today)) ?? periods.at(-1);
}

export function scheduledPeriod<P extends SlotPeriod>(periods: readonly P[], today: string): P | undefined {
  return periods.find(({ first }, index) => index > 0 && isAfter(first, today));
}

/**
 * The periods with new values from a date on, also of an ended slot.
 * @param periods by date
 * @param from null: today, or the first day of a slot that has not begun
 */
export function changedFrom(
  periods: readonly SlotPeriod[],
  from: string | null,
  values: SlotValues,
  today: string,
): SlotPeriod[] | SlotChangePending {
  const scheduled = scheduledPeriod(periods, today);
  if (scheduled?.first) return { code: "change-pending", first: scheduled.first };
  const begins = periods[0]?.first ?? null;
  const first = from ?? (isAfter(begins, today) ? begins : today);
  const end = periods.at(-1)?.last ?? null;
  const last = end !== null && end < first ? null : end;
  return [...endedFrom(periods, first), { ...values, first, last }].reduce<SlotPeriod[]>(appendPeriod, []);
}

export function endedFrom(periods: readonly SlotPeriod[], from: string): SlotPeriod[] {
  return periods
    .filter(({ first }) => first === null || first < from)
    .map((period) => (period.last !== null && period.last < from ? period : { ...period, last: addDays(from, -1) }));
}

/** Appends a period, or extends the period before it when their values are the same. */
function appendPeriod(periods: SlotPeriod[], period: SlotPeriod): SlotPeriod[] {
  const previous = periods.at(-1);
  const isContinuation =
    previous?.last != null && addDays(previous.last, 1) === period.first && hasSameValues(previous, period);
  return isContinuation ? [...periods.slice(0, -1), { ...previous, last: period.last }] : [...periods, period];
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
