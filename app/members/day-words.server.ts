/** Days of passes for members, with the year if half a year away or more. */
import { dayAndDate, dayAndMonth, longDate } from "../time/date-texts.server.ts";
import { dateOfDay } from "./pass-rows.server.ts";

const NEAR_DAYS = 183;

const isNear = (day: number, today: number) => Math.abs(day - today) < NEAR_DAYS;

/** `Thursday 26 November`. */
export function dayWords(day: number, today: number): string {
  return isNear(day, today) ? dayAndDate(dateOfDay(day)) : longDate(dateOfDay(day));
}

/** `26 November`. */
export function shortDayWords(day: number, today: number): string {
  return isNear(day, today) ? dayAndMonth(dateOfDay(day)) : longDate(dateOfDay(day));
}

/** `27 November to 26 December`. */
export function passDaysWords(firstDay: number, lastDay: number, today: number): string {
  return `${shortDayWords(firstDay, today)} to ${shortDayWords(lastDay, today)}`;
}
