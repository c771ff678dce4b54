/**
 * Parses the gym's opening hours from the footer's lines, stored as the owner writes them ("Monday-Friday
 * 7:00am-9:00pm").
 */
import { DAYS, type Day, MINUTES_A_DAY, minuteOfDay, modulo } from "../time/days.ts";

/** Opening hours of one day, in minutes since midnight. Past midnight, `closes` exceeds 1440. */
export type OpeningHours = { day: Day; opens: number; closes: number };

const DAY_NAME = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?$/;

const SEVERAL_DAYS = new Map<string, readonly Day[]>([
  ["daily", DAYS],
  ["every day", DAYS],
  ["weekdays", DAYS.slice(0, 5)],
  ["weekends", DAYS.slice(5)],
  ["weekend", DAYS.slice(5)],
]);

/** Lines about holidays, which are closures of the timetable rather than weekdays. */
const HOLIDAYS = /^(?:public |bank )?holidays?\b/;

/** Splits a line into days and times: "Monday to Friday", "7:00am-9:00pm". The times may be missing. */
export function splitHoursLine(line: string): [days: string, times: string] {
  const start = line.search(/\d|closed$/i);
  return start < 0 ? [line, ""] : [line.slice(0, start).trimEnd(), line.slice(start)];
}

/**
 * Parses a line of hours tolerantly, such as "Mon to Fri 7.30 am - 9 pm".
 * @returns one item per day; undefined if unreadable
 */
export function readHoursLine(line: string): OpeningHours[] | undefined {
  const text = line.toLowerCase().replaceAll(/[–—]/g, "-").replaceAll(/\s+/g, " ").trim();
  if (HOLIDAYS.test(text)) return [];
  const [daysText, hoursText] = splitHoursLine(text);
  if (hoursText === "") return undefined;
  const days = readDays(withoutSeparator(daysText).replaceAll(".", ""));
  if (days === undefined) return undefined;
  if (hoursText === "closed") return [];
  const range = readRange(hoursText);
  return range && days.map((day) => ({ day, ...range }));
}

function withoutSeparator(days: string): string {
  const text = days.trimEnd();
  const phrase = text.endsWith(" from") ? text.slice(0, -" from".length) : text;
  let end = phrase.length;
  while (" :,-".includes(phrase.charAt(end - 1)) && end > 0) end -= 1;
  return phrase.slice(0, end);
}

/** "mon-fri", "saturday and sunday", "mon, wed, fri", "daily". A range may wrap around the end of the week. */
function readDays(text: string): readonly Day[] | undefined {
  const named = SEVERAL_DAYS.get(text);
  if (named !== undefined) return named;
  const days: Day[] = [];
  for (const part of text.split(/ ?(?:,|&| and ) ?/)) {
    const names = part.split(/ ?(?:-| to ) ?/);
    const first = readDay(names[0]);
    const last = readDay(names.at(-1));
    if (first === undefined || last === undefined || names.length > 2) return undefined;
    for (let day = first; day !== last; day = (day + 1) % DAYS.length) days.push(dayAt(day));
    days.push(dayAt(last));
  }
  return days;
}

/** The number of a day in the week, from 0 for Monday. */
function readDay(name: string | undefined): number | undefined {
  if (name === undefined || !DAY_NAME.test(name)) return undefined;
  return DAYS.findIndex((day) => day.startsWith(name.slice(0, 3)));
}

function dayAt(number: number): Day {
  return DAYS[modulo(number, DAYS.length)] ?? "monday";
}

/** "7:00am-21:00pm", "7.30 am to 1:00 am", "08:00-20:00". */
function readRange(text: string): { opens: number; closes: number } | undefined {
  const match = /^(\d{1,2})([:.]\d{2})? ?([ap]m)? ?(?:-|to) ?(\d{1,2})([:.]\d{2})? ?([ap]m)?$/.exec(
    text.replaceAll(/\.(?=m)|(?<=m)\./g, ""),
  );
  if (match === null) return undefined;
  const [, hour = "", minutes = ":00", meridiem, lastHour = "", lastMinutes = ":00", lastMeridiem] = match;
  // "7-9" may be two hours or fourteen: without am and pm, only a last hour above 12 shows a 24-hour clock.
  const isTwentyFourHour = meridiem === undefined && lastMeridiem === undefined && Number(lastHour) > 12;
  if (!isTwentyFourHour && (meridiem === undefined || lastMeridiem === undefined)) return undefined;
  const opens = minuteOfHour(hour, minutes, meridiem);
  const closes = minuteOfHour(lastHour, lastMinutes, lastMeridiem);
  if (Number.isNaN(opens + closes)) return undefined;
  return { opens, closes: closes > opens ? closes : closes + MINUTES_A_DAY };
}

/** Minutes since midnight. Without am or pm, the clock has 24 hours, and 24:00 is 0:00 of the next day. */
function minuteOfHour(hour: string, minutes: string, meridiem: string | undefined): number {
  const hours = meridiem === undefined && hour === "24" ? 0 : Number(hour);
  return minuteOfDay(`${hours}${minutes.replace(".", ":")}${meridiem ?? (hours < 12 ? "am" : "pm")}`);
}

/** The sentence about an unreadable line; undefined if it is readable. */
export function problemOfHoursLine(line: string): string | undefined {
  if (readHoursLine(line) !== undefined) return undefined;
  return "Write the days and both times, like “Saturday 7:00am-9:00pm”, or “Sunday closed”: maps and search engines read this line.";
}

/** Opening hours from the footer's lines. Empty if any line is unreadable, as partial hours would be wrong. */
export function readOpeningHours({ footerHours }: Pick<HoursLines, "footerHours">): OpeningHours[] {
  const lines = footerHours.map(readHoursLine);
  return lines.every((line) => line !== undefined) ? lines.flat() : [];
}

/**
 * Whether the gym is open during a time; true if the hours are unknown. A `toMinute` that is not after `fromMinute` is
 * on the next day.
 */
export function isOpenAt(hours: readonly OpeningHours[], day: Day, fromMinute: number, toMinute: number): boolean {
  if (hours.length === 0) return true;
  const end = toMinute > fromMinute ? toMinute : toMinute + MINUTES_A_DAY;
  let until = fromMinute;
  // Each round moves to the end of the hours at that minute, as hours may continue past midnight.
  while (until < end) {
    const next = closingAfter(hours, day, until);
    if (next === undefined) return false;
    until = next;
  }
  return true;
}

/** The latest end of the hours at a minute; both in minutes since the beginning of `day`. */
function closingAfter(hours: readonly OpeningHours[], day: Day, minute: number): number | undefined {
  const ends = hours.flatMap(({ day: own, opens, closes }) =>
    [-1, 0, 1, 2]
      .filter((ahead) => dayAt(DAYS.indexOf(day) + ahead) === own)
      .map((ahead) => ahead * MINUTES_A_DAY)
      .filter((shift) => opens + shift <= minute && minute < closes + shift)
      .map((shift) => closes + shift),
  );
  return ends.length === 0 ? undefined : Math.max(...ends);
}

type HoursLines = { contactHours: readonly string[]; footerHours: readonly string[] };

export function hoursOnContactPage({ contactHours, footerHours }: HoursLines): readonly string[] {
  return contactHours.length > 0 ? contactHours : footerHours;
}
