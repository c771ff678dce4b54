/**
 * Dates and moments in Nairobi, with Temporal. Dates are strings like `2026-11-23`, months like `2026-11`; both sort as text.
 * Moments are `Date`s.
 */
import { DAYS, type Day, dateOfDay, dayName } from "./days.ts";

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

/**
 * A format of dates, and of months such as `2026-11`. A date is formatted as its midnight in UTC: formatting a
 * `Temporal.PlainDate` takes fifteen times as long.
 */
function dateFormat(options: Intl.DateTimeFormatOptions): (date: string) => string {
  const format = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  // Some versions of the locale data have a comma after the weekday.
  return (date) => format.format(new Date(date)).replace(",", "");
}

/** `23 November 2026`. */
export const longDate = dateFormat({ day: "numeric", month: "long", year: "numeric" });

/** `23 November`. */
export const dayAndMonth = dateFormat({ day: "numeric", month: "long" });

/** `Monday 23 November`. */
export const dayAndDate = dateFormat({ weekday: "long", day: "numeric", month: "long" });

/** `Mon 23 Nov`, for lists of staff. */
export const shortDate = dateFormat({ weekday: "short", day: "numeric", month: "short" });

/** `23 Nov`. */
export const shortDayAndMonth = dateFormat({ day: "numeric", month: "short" });

/** `23 Nov 2026`. */
export const dateWithYear = dateFormat({ day: "numeric", month: "short", year: "numeric" });

/** The name of a month such as `2026-11`: `November 2026`. */
export const monthName = dateFormat({ month: "long", year: "numeric" });

/** Half a year: a day further away is shown with its year. */
const FAR_DAYS = 183;

/** A format by the distance from today. Days are numbers since 1 January 1970. */
function byDistance(near: (date: string) => string, far: (date: string) => string) {
  return (day: number, today: number) => (Math.abs(day - today) < FAR_DAYS ? near : far)(dateOfDay(day));
}

/** `Mon 23 Nov` or `23 Nov 2027`, for lists. */
export const dayText = byDistance(shortDate, dateWithYear);

/** `Thursday 26 November` or `26 November 2027`. */
export const dayWords = byDistance(dayAndDate, longDate);

/** `26 November` or `26 November 2027`. */
export const shortDayWords = byDistance(dayAndMonth, longDate);

/** `27 November to 26 December`. */
export function dayRangeWords(firstDay: number, lastDay: number, today: number): string {
  return `${shortDayWords(firstDay, today)} to ${shortDayWords(lastDay, today)}`;
}

const CLOSE_DAYS = new Map([
  [-1, "yesterday"],
  [0, "today"],
  [1, "tomorrow"],
]);

/** A moment in a sentence: `Sunday 22 November, 9:00pm`. */
export function dayAndTime(moment: Date): string {
  return `${dayAndDate(dateInNairobi(moment))}, ${clockTime(moment)}`;
}

/** Short form, with unbreakable spaces: `Sun 22 Nov, 9:00pm`. */
export function shortDayAndTime(moment: Date): string {
  return `${shortDate(dateInNairobi(moment))}, ${clockTime(moment)}`.replaceAll(" ", "\u00a0");
}

/** A day in a sentence that is read on `today`: `today`, `tomorrow`, `yesterday`, else `on Monday 23 November`. */
export function relativeDay(date: string, today: string): string {
  return CLOSE_DAYS.get(daysFrom(today, date)) ?? `on ${dayAndDate(date)}`;
}

export function shortRelativeDay(date: string, today: string): string {
  return CLOSE_DAYS.get(daysFrom(today, date)) ?? shortDate(date);
}

/** `today`, `tomorrow`, `Thursday`, or `Thursday 3 December` when more than a week ahead. */
export function comingDay(date: string, today: string): string {
  const ahead = daysFrom(today, date);
  if (ahead < 2) return ahead === 1 ? "tomorrow" : "today";
  return ahead <= DAYS.length ? dayName(dayOfDate(date)) : dayAndDate(date);
}

/** A moment in a sentence that is read on `today`: `9:00pm today`, `9:00pm on Sunday 22 November`. */
export function relativeTime(moment: Date, today: string): string {
  return `${clockTime(moment)} ${relativeDay(dateInNairobi(moment), today)}`;
}

/** "Saturday 21 November 2026, 8:00am". */
export function fullDateAndTime(moment: Date): string {
  const date = dateInNairobi(moment);
  return `${dayAndDate(date)} ${date.slice(0, 4)}, ${clockTime(moment)}`;
}

/** `21 November 2026, 8:00am`. */
export function dateAndTime(moment: Date): string {
  return `${longDate(dateInNairobi(moment))}, ${clockTime(moment)}`;
}

/** A moment for staff: "Fri 27 Nov, 6:00am", with the year when it isn't the current year. */
export function shortMoment(moment: Date, now: Date): string {
  const date = dateInNairobi(moment);
  const year = date.slice(0, 4) === dateInNairobi(now).slice(0, 4) ? "" : ` ${date.slice(0, 4)}`;
  return `${shortDate(date)}${year}, ${clockTime(moment)}`;
}

/** How long ago something was, for staff: "12 min ago", "3 h ago", "yesterday, 5:20pm", else the date. */
export function timeSince(moment: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const days = daysFrom(dateInNairobi(moment), dateInNairobi(now));
  if (days === 0) return `${Math.floor(minutes / 60)} h ago`;
  return days === 1 ? `yesterday, ${clockTime(moment)}` : shortMoment(moment, now);
}

/**
 * A past moment as a list shows it: `9:08am` today, `Mon, 6:40pm` within six days, `Fri 20 Nov` within half a year, else
 * `20 Nov 2025`.
 */
export function listMoment(moment: Date, now: Date): string {
  const date = dateInNairobi(moment);
  const daysAgo = daysFrom(date, dateInNairobi(now));
  if (daysAgo <= 0) return clockTime(moment);
  if (daysAgo < 7) return `${shortDate(date).slice(0, "Mon".length)}, ${clockTime(moment)}`;
  return daysAgo < FAR_DAYS ? shortDate(date) : dateWithYear(date);
}

/** Date and time as spreadsheets read them: `2026-11-21 09:30`. */
export function sheetMoment(moment: Date): string {
  return nairobiInputValue(moment).replace("T", " ");
}

/** The time of day: `9:00pm`. */
export function clockTime(moment: Date): string {
  const { hour, minute } = inNairobi(moment);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")}${hour < 12 ? "am" : "pm"}`;
}
