/** When a row is on. Separate from the slot's content type, so that the browser doesn't load the validation with it. */
import { DAYS, type Day } from "../content/day.ts";

const MINUTES_A_DAY = 24 * 60;
const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;
const MS_A_MINUTE = 60_000;

/** Nairobi is three hours ahead of UTC all year. */
const NAIROBI_AHEAD_MINUTES = 3 * 60;

/** The first Monday after 1 January 1970, in minutes of UTC: the epoch was a Thursday. */
const FIRST_MONDAY_MINUTES = 4 * MINUTES_A_DAY;

/**
 * Minutes since midnight of a time as the owner writes it: `9:00am` is 540, `12:00am` 0, `12:30pm` 750. The owner also
 * writes `21:00pm` (specification, section 9); an hour above 12 is used as written. NaN for anything that is no time of day.
 */
export function minuteOfDay(time: string): number {
  const match = /^(\d{1,2}):(\d{2})(am|pm)$/.exec(time);
  if (match === null) return Number.NaN;
  const written = Number(match[1]);
  const minutes = Number(match[2]);
  const hours = written > 12 ? written : (written % 12) + (match[3] === "pm" ? 12 : 0);
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : Number.NaN;
}

/** Minutes since Monday 0:00 in Nairobi. */
function minuteOfWeek(moment: Date): number {
  const minutes = Math.floor(moment.getTime() / MS_A_MINUTE) + NAIROBI_AHEAD_MINUTES - FIRST_MONDAY_MINUTES;
  return remainder(minutes, MINUTES_A_WEEK);
}

function remainder(minutes: number, of: number): number {
  return ((minutes % of) + of) % of;
}

/**
 * Whether a row is on at a given time, in Nairobi: from its first minute up to, but not including, its end. A range
 * that ends after midnight runs on into the next day. A range that can't be read is never on.
 */
export function isOnAt(day: Day, time: { from: string; to: string }, moment: Date): boolean {
  const from = minuteOfDay(time.from);
  const lasts = remainder(minuteOfDay(time.to) - from, MINUTES_A_DAY);
  const starts = DAYS.indexOf(day) * MINUTES_A_DAY + from;
  return remainder(minuteOfWeek(moment) - starts, MINUTES_A_WEEK) < lasts;
}
