/**
 * Days of the week and times of day, by plain arithmetic: not every browser has Temporal. Dates are in `dates.server.ts`,
 * their formats in `dates.server.ts`.
 */

import { DAY_MS, MINUTE_MS } from "../platform/durations.ts";
import { capitalized } from "../platform/text.ts";

const UTC_OFFSET_MS = 3 * 60 * MINUTE_MS;

export const MINUTES_A_DAY = 24 * 60;

/** The seven days, in the order of the tabs (specification, section 2, route table). */
export const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

export type Day = (typeof DAYS)[number];

export function isDay(segment: string | undefined): segment is Day {
  return DAYS.some((day) => day === segment);
}

/** The day's name as shown: "Monday". */
export function dayName(day: Day): string {
  return capitalized(day);
}

/** The calendar date in Nairobi, as days since 1 January 1970; NaN for an invalid date. */
export function calendarDay(moment: Date): number {
  return Math.floor((moment.getTime() + UTC_OFFSET_MS) / DAY_MS);
}

export function dayNumber(date: string): number {
  return Math.floor(Date.parse(date) / DAY_MS);
}

/** The date of a day that is given as days since 1 January 1970: `2026-11-25`. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, "2026-11-25".length);
}

/** The day of the week of a date that is given as days since 1 January 1970. @throws RangeError for NaN */
export function dayOfWeek(number: number): Day {
  const day = DAYS[daysSinceMonday(number)];
  if (day === undefined) throw new RangeError("An invalid date has no day of the week");
  return day;
}

/** The Monday of a date's week; both are days since 1 January 1970. */
export function mondayBefore(number: number): number {
  return number - daysSinceMonday(number);
}

function daysSinceMonday(number: number): number {
  // 5 January 1970 was a Monday.
  return modulo(number - 4, DAYS.length);
}

/**
 * Minutes since midnight: `9:00am` is 540. `21:00pm` occurs (specification, section 9): hours above 12 are used as
 * written. NaN if invalid.
 */
export function minuteOfDay(time: string): number {
  const match = /^(\d{1,2}):(\d{2})(am|pm)$/.exec(time);
  if (match === null) return Number.NaN;
  const written = Number(match[1]);
  const minutes = Number(match[2]);
  const hours = written > 12 ? written : (written % 12) + (match[3] === "pm" ? 12 : 0);
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : Number.NaN;
}

/** How long a range lasts, in minutes: a range that ends before it begins ends after midnight. */
export function minutesOf({ from, to }: { from: string; to: string }): number {
  return modulo(minuteOfDay(to) - minuteOfDay(from), MINUTES_A_DAY);
}

/** The remainder of a division, from 0 to less than `divisor` for negative numbers too. */
export function modulo(dividend: number, divisor: number): number {
  return ((dividend % divisor) + divisor) % divisor;
}

export function sameDayMonthsAfter(day: number, months: number): number {
  return monthsAfter(day, months).day;
}

export function monthsAfter(day: number, months: number): { day: number; isLast: boolean } {
  const date = new Date(day * DAY_MS);
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate()];
  // Day 0 of the next month is this month's last day.
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const isLast = dayOfMonth > length;
  return { day: Date.UTC(year, month, isLast ? length : dayOfMonth) / DAY_MS, isLast };
}
