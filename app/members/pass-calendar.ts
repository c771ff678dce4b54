/** Days of passes, counted from 1 January 1970 in Nairobi (`calendarDay`), and lengths of plans. */
import { monthsAfter, sameDayMonthsAfter } from "../time/days.ts";

export const PLAN_UNITS = ["days", "weeks", "months"] as const;

export type PlanUnit = (typeof PLAN_UNITS)[number];

/** How long a pass lasts; for a pack, how long its visits can be used. */
export type PlanLength = { unit: PlanUnit; count: number };

/** The latest last day of a new pass, in months from today. */
export const MAX_MONTHS_AHEAD = 24;

/**
 * The last day of a pass. A month ends on the day before the same day of the next month, or on its last day: from
 * 31 January until 28 February.
 */
export function lastDayOf(firstDay: number, { unit, count }: PlanLength): number {
  if (unit === "days") return firstDay + count - 1;
  if (unit === "weeks") return firstDay + 7 * count - 1;
  const { day, isLast } = monthsAfter(firstDay, count);
  return isLast ? day : day - 1;
}

export function lastPossibleDay(today: number): number {
  return sameDayMonthsAfter(today, MAX_MONTHS_AHEAD);
}
