/** The gym's time: days of the week, the calendar and times of day in Nairobi. */
import { capitalized } from "../platform/capitalized.ts";

export const TIME_ZONE = "Africa/Nairobi";

/** East Africa Time is three hours ahead of UTC all year. */
export const UTC_OFFSET_MS = 3 * 60 * 60_000;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const MINUTES_A_DAY = 24 * 60;
export const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

/** The seven days, in the order of the tabs (specification, section 2, route table). */
export const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

export type Day = (typeof DAYS)[number];

/** 1 January 1970 was a Thursday: the days between the Monday of its week and itself. */
const EPOCH_DAY_OF_WEEK = DAYS.indexOf("thursday");

/** Whether a path segment is one of the seven days. */
export function isDay(segment: string | undefined): segment is Day {
  return DAYS.some((day) => day === segment);
}

/** The day's name as shown: "Monday". */
export function dayName(day: Day): string {
  return capitalized(day);
}

/** The calendar date in Nairobi, as days since 1 January 1970. */
export function calendarDay(moment: Date): number {
  return Math.floor((moment.getTime() + UTC_OFFSET_MS) / DAY_MS);
}

/** Whole minutes since Monday 0:00 in Nairobi; NaN for an invalid date. */
export function minuteOfWeek(moment: Date): number {
  const sinceEpoch = Math.floor((moment.getTime() + UTC_OFFSET_MS) / MINUTE_MS);
  return modulo(sinceEpoch + EPOCH_DAY_OF_WEEK * MINUTES_A_DAY, MINUTES_A_WEEK);
}

/**
 * The day of the week in Nairobi.
 * @throws RangeError for an invalid date
 */
export function dayInNairobi(moment: Date): Day {
  const day = DAYS[Math.floor(minuteOfWeek(moment) / MINUTES_A_DAY)];
  if (day === undefined) throw new RangeError("An invalid date has no day of the week");
  return day;
}

/** Date and time of day in Nairobi as text: "Saturday, 21 November 2026 at 08:00". */
export function dateAndTimeInNairobi(moment: Date): string {
  return new Intl.DateTimeFormat("en-KE", { dateStyle: "full", timeStyle: "short", timeZone: TIME_ZONE }).format(
    moment,
  );
}

/**
 * The moment that a `datetime-local` input posts, which names no zone: its text is Nairobi's time. Seconds are optional,
 * as browsers leave them out when they are zero.
 * @returns undefined for anything that is no date and time of the calendar
 */
export function parseNairobiMoment(text: string): Date | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?$/.exec(text);
  if (match === null) return undefined;
  const [, date, time, seconds = ":00"] = match;
  const asUtc = new Date(`${date}T${time}${seconds}.000Z`);
  // 31 February would become 3 March.
  if (Number.isNaN(asUtc.getTime()) || !asUtc.toISOString().startsWith(`${date}T${time}`)) return undefined;
  return new Date(asUtc.getTime() - UTC_OFFSET_MS);
}

/** The text that a `datetime-local` input shows for a moment, in Nairobi's time, to the minute: "2026-12-01T06:30". */
export function nairobiInputValue(moment: Date): string {
  return new Date(moment.getTime() + UTC_OFFSET_MS).toISOString().slice(0, 16);
}

/** A moment for staff, in Nairobi: "Fri 27 Nov, 6:00", with the year when it is another one than now. */
export function shortMomentInNairobi(moment: Date, now: Date): string {
  const { weekday, day, month, year, hour, minute } = partsInNairobi(moment);
  const withYear = year === partsInNairobi(now).year ? "" : ` ${year}`;
  return `${weekday} ${day} ${month}${withYear}, ${Number(hour)}:${minute}`;
}

/** How long ago something was, for staff: "12 min ago", "3 h ago", "yesterday, 17:20", and then the day. */
export function sinceInNairobi(moment: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / MINUTE_MS);
  const days = calendarDay(now) - calendarDay(moment);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (days === 0) return `${Math.floor(minutes / 60)} h ago`;
  const { hour, minute } = partsInNairobi(moment);
  return days === 1 ? `yesterday, ${Number(hour)}:${minute}` : shortMomentInNairobi(moment, now);
}

const SHORT_PARTS = new Intl.DateTimeFormat("en-GB", {
  timeZone: TIME_ZONE,
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

function partsInNairobi(moment: Date): Record<string, string> {
  return Object.fromEntries(SHORT_PARTS.formatToParts(moment).map(({ type, value }) => [type, value]));
}

/** The remainder of a division, from 0 to less than `divisor` for negative numbers too. */
export function modulo(dividend: number, divisor: number): number {
  return ((dividend % divisor) + divisor) % divisor;
}
