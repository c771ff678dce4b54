/** Dates and months in Nairobi, in the short forms of lists and sheets. */
import { calendarDay, nairobiInputValue, TIME_ZONE, UTC_OFFSET_MS } from "./nairobi-time.ts";

const TIME_OF_DAY = new Intl.DateTimeFormat("en-GB", { hour: "numeric", minute: "2-digit", timeZone: TIME_ZONE });
const WEEKDAY = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: TIME_ZONE });
const DAY = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: TIME_ZONE });
const DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: TIME_ZONE });
const LONG_DATE = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: TIME_ZONE,
});
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: TIME_ZONE });

/** The time of day: `9:08`. */
function timeOfDay(moment: Date): string {
  return TIME_OF_DAY.format(moment).replace(/^0(?=\d)/, "");
}

/**
 * A past moment as a list shows it: `9:08` today, `Mon, 18:40` within six days, `Fri 20 Nov` within half a year, else
 * `20 Nov 2025`.
 */
export function listMomentInNairobi(moment: Date, now: Date): string {
  const daysAgo = calendarDay(now) - calendarDay(moment);
  if (daysAgo <= 0) return timeOfDay(moment);
  if (daysAgo < 7) return `${WEEKDAY.format(moment)}, ${timeOfDay(moment)}`;
  return daysAgo < 183 ? DAY.format(moment).replace(",", "") : DATE.format(moment);
}

/** `24 November 2028`. */
export function longDate(moment: Date): string {
  return LONG_DATE.format(moment);
}

/** Date and time as spreadsheets read them: `2026-11-21 09:30`. */
export function sheetMoment(moment: Date): string {
  return nairobiInputValue(moment).replace("T", " ");
}

/** The month of a moment, as `2026-11`. */
export function monthOf(moment: Date): string {
  return sheetMoment(moment).slice(0, 7);
}

/** The month some months before one: `2026-10` is one before `2026-11`. */
export function monthBefore(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 - months, 1)).toISOString().slice(0, 7);
}

/** The name of a month such as `2026-11`: `November 2026`. */
export function monthName(month: string): string {
  return MONTH.format(new Date(`${month}-15T00:00:00Z`));
}

/** The first moment of a month such as `2026-11`, and that of the next month. */
export function monthBounds(month: string): { from: Date; to: Date } {
  const start = (text: string) => new Date(Date.parse(`${text}-01T00:00:00Z`) - UTC_OFFSET_MS);
  return { from: start(month), to: start(monthBefore(month, -1)) };
}
