/** Whole days of passes, as days since 1 January 1970 in Nairobi's calendar (`calendarDay`), and how long a plan lasts. */
import { monthsAfter, sameDayMonthsAfter } from "../time/days.ts";

export const PLAN_UNITS = ["days", "weeks", "months"] as const;

export type PlanUnit = (typeof PLAN_UNITS)[number];

/** How long a pass lasts; of a pack, within how long its visits are used. */
export type PlanLength = { unit: PlanUnit; count: number };

/** The farthest that the last day of a pass may lie ahead, in months from the day on which it is given. */
export const MAX_MONTHS_AHEAD = 24;

/**
 * The last day of a pass that begins on a day. A month ends the day before the same day of the next month; where that is missing, on
 * the last of it: one from 31 January lasts to 28 February, and one from 28 January to 27 February. Several months are counted at once.
 */
export function lastDayOf(firstDay: number, { unit, count }: PlanLength): number {
  if (unit === "days") return firstDay + count - 1;
  if (unit === "weeks") return firstDay + 7 * count - 1;
  const { day, isLast } = monthsAfter(firstDay, count);
  return isLast ? day : day - 1;
}

/** The last day that a pass may have when it is given on a day. */
export function lastPossibleDay(today: number): number {
  return sameDayMonthsAfter(today, MAX_MONTHS_AHEAD);
}
