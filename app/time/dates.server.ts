/**
 * Dates and moments in Nairobi, with Temporal. Dates are strings like `2026-11-23`, months like `2026-11`; both sort as text.
 * Moments are `Date`s.
 */
import { DAYS, type Day } from "./days.ts";

export const TIME_ZONE = "Africa/Nairobi";

/** A moment by the clock and the calendar of Nairobi. @throws RangeError for an invalid date */
export function inNairobi(moment: Date): Temporal.ZonedDateTime {
  return moment.toTemporalInstant().toZonedDateTimeISO(TIME_ZONE);
}

export function dateInNairobi(moment: Date): string {
  return inNairobi(moment).toPlainDate().toString();
}

export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isParsable(() => Temporal.PlainDate.from(text));
}

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** How many days it is from one date to another; negative when the other is earlier. */
export function daysFrom(date: string, other: string): number {
  return Temporal.PlainDate.from(date).until(other).days;
}

/** All dates from one to another, both included; none when they are reversed. */
export function datesBetween(from: string, to: string): string[] {
  return Array.from({ length: Math.max(daysFrom(from, to) + 1, 0) }, (_, days) => addDays(from, days));
}

/** The day of the week. @throws RangeError for a text that isn't a date */
export function dayOfDate(date: string): Day {
  // Temporal's week has 1 for Monday to 7 for Sunday.
  return DAYS[Temporal.PlainDate.from(date).dayOfWeek - 1] as Day;
}

/** The next date with this day of the week, which can be today. */
export function comingDate(day: Day, today: string): string {
  const ahead = DAYS.indexOf(day) - DAYS.indexOf(dayOfDate(today));
  return addDays(today, ahead < 0 ? ahead + DAYS.length : ahead);
}

export function mondayOf(date: string): string {
  return addDays(date, -DAYS.indexOf(dayOfDate(date)));
}

/** The first moment of a date in Nairobi. */
export function startOfDate(date: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(TIME_ZONE).epochMilliseconds);
}

/** Parses a `datetime-local` value as Nairobi time; seconds are optional. @returns undefined if invalid */
export function parseNairobiMoment(text: string): Date | undefined {
  // Temporal would also accept leap seconds and other forms of ISO 8601.
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:[0-5]\d)?$/.test(text)) return undefined;
  if (!isParsable(() => Temporal.PlainDateTime.from(text))) return undefined;
  return new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(TIME_ZONE).epochMilliseconds);
}

/** The text that a `datetime-local` input shows for a moment, to the minute: "2026-12-01T06:30". */
export function nairobiInputValue(moment: Date): string {
  return inNairobi(moment).toPlainDateTime().toString({ smallestUnit: "minute" });
}

/** The moment some months later or, if negative, earlier, at the same time of day; on the last day of a shorter month. */
export function addMonths(moment: Date, months: number): Date {
  return new Date(inNairobi(moment).add({ months }).epochMilliseconds);
}

export function monthOf(moment: Date): string {
  return inNairobi(moment).toPlainDate().toPlainYearMonth().toString();
}

export function monthBefore(month: string, months: number): string {
  return Temporal.PlainYearMonth.from(month).subtract({ months }).toString();
}

export function monthBounds(month: string): { from: Date; to: Date } {
  return { from: startOfDate(`${month}-01`), to: startOfDate(`${monthBefore(month, -1)}-01`) };
}

function isParsable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
