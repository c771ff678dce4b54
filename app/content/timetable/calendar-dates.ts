/** Calendar dates in Nairobi as text: `2026-11-23`. They sort as text. */
import {
  calendarDay,
  DAYS,
  type Day,
  MINUTES_A_DAY,
  modulo,
  nairobiInputValue,
  UTC_OFFSET_MS,
} from "../nairobi-time.ts";

const DAY_MS = MINUTES_A_DAY * 60_000;

/** How many days ahead the timetable is shown to visitors, today included. */
export const HORIZON_DAYS = 28;

const LONG_DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const DAY_AND_DATE = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});
const SHORT_DATE = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** The date that it is in Nairobi. */
export function dateInNairobi(moment: Date): string {
  return textOf(calendarDay(moment));
}

/** Whether a text is a date of the calendar: `2026-02-31` is none. */
export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && textOf(dayNumber(text)) === text;
}

/** The date some days after another, or before it. */
export function addDays(date: string, days: number): string {
  return textOf(dayNumber(date) + days);
}

/** How many days it is from one date to another; negative when the other is earlier. */
export function daysFrom(date: string, other: string): number {
  return dayNumber(other) - dayNumber(date);
}

/** All dates from one to another, both included; none when they are reversed. */
export function datesBetween(from: string, to: string): string[] {
  return Array.from({ length: Math.max(daysFrom(from, to) + 1, 0) }, (_, days) => addDays(from, days));
}

/**
 * The day of the week.
 * @throws RangeError for a text that is no date
 */
export function dayOfDate(date: string): Day {
  // 5 January 1970 was a Monday.
  const day = DAYS[modulo(dayNumber(date) - 4, DAYS.length)];
  if (day === undefined) throw new RangeError(`"${date}" has no day of the week`);
  return day;
}

/** The next date with this day of the week; today when today is one. */
export function comingDate(day: Day, today: string): string {
  return addDays(today, modulo(DAYS.indexOf(day) - DAYS.indexOf(dayOfDate(today)), DAYS.length));
}

/** The Monday of a date's week. */
export function mondayOf(date: string): string {
  return addDays(date, -DAYS.indexOf(dayOfDate(date)));
}

/** The first moment of a date in Nairobi. */
export function startOfDate(date: string): Date {
  return new Date(Date.parse(date) - UTC_OFFSET_MS);
}

/** `23 November 2026`. */
export function longDateText(date: string): string {
  return LONG_DATE.format(new Date(date));
}

/** `Monday 23 November`. */
export function dayAndDate(date: string): string {
  // Some versions of the calendar data have a comma after the day.
  return DAY_AND_DATE.format(new Date(date)).replace(",", "");
}

/** A moment in Nairobi, as sentences say it: `Sunday 22 November, 9:00pm`. */
export function dayAndTime(moment: Date): string {
  return `${dayAndDate(dateInNairobi(moment))}, ${clockTime(moment)}`;
}

/** The same in short, on one line whatever it stands in: `Sun 22 Nov, 9:00pm` with unbreakable spaces. */
export function shortDayAndTime(moment: Date): string {
  return `${shortDate(dateInNairobi(moment))}, ${clockTime(moment)}`.replaceAll(" ", "\u00a0");
}

/** The time of day in Nairobi: `9:00pm`. */
function clockTime(moment: Date): string {
  const [, hours, minute] = /T(\d+):(\d+)/.exec(nairobiInputValue(moment)) ?? [];
  const hour = Number(hours);
  return `${hour % 12 || 12}:${minute}${hour < 12 ? "am" : "pm"}`;
}

/** `Mon 23 Nov`, for lists of staff. */
export function shortDate(date: string): string {
  return SHORT_DATE.format(new Date(date)).replace(",", "");
}

/** Days since 1 January 1970. */
function dayNumber(date: string): number {
  return Math.floor(Date.parse(date) / DAY_MS);
}

function textOf(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}
