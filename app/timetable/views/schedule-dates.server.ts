/** Which dates the schedule shows, and under which addresses. Visitors see four of each weekday, and four weeks. */
import { addDays, comingDate, dateInNairobi, dayOfDate, daysFrom, mondayOf } from "../../time/dates.server.ts";
import { DAYS, type Day, isDay } from "../../time/days.ts";
import { HORIZON_DAYS } from "../class-sessions.server.ts";

/** The day of the week at the end of a path or of its pattern. @throws for any other path */
export function dayOfPattern(pattern: string): Day {
  const day = pattern.split("/").at(-1);
  if (!isDay(day)) throw new Error(`No day of the week at the end of the route ${pattern}`);
  return day;
}

/** Four dates, a week apart, from the first on. */
function fourFrom(first: string): string[] {
  return Array.from({ length: HORIZON_DAYS / DAYS.length }, (_, week) => addDays(first, week * DAYS.length));
}

/** The dates that the page of a weekday can show: the coming one, which may be today, and three more. */
export function datesOfDay(day: Day, today: string): string[] {
  return fourFrom(comingDate(day, today));
}

/** The Mondays of the weeks that can be shown: the present week, and three more. */
export function mondaysOfWeeks(today: string): string[] {
  return fourFrom(mondayOf(today));
}

/** The page of a `?date=` value; none for invalid or distant dates. Unchecked input. */
export function pageOfDate(value: string, { path, now }: { path: string; now: Date }): "keep" | "ignore" | "invalid" {
  const day = path.split("/").at(-1);
  const today = dateInNairobi(now);
  const index = (isDay(day) ? datesOfDay(day, today) : mondaysOfWeeks(today)).indexOf(value);
  if (index < 0) return "invalid";
  return index === 0 ? "ignore" : "keep";
}

/** The date that is shown at an address: the one it asks for when that is one of `dates`, else the first of them. */
export function shownDate(url: string, dates: readonly string[]): string {
  const requested = new URL(url).searchParams.get("date");
  const chosen = dates.find((date) => date === requested) ?? dates[0];
  if (chosen === undefined) throw new Error("A page of the schedule has at least one date");
  return chosen;
}

/** The address at which a date's classes are shown; undefined for one that is past or too far ahead. */
export function dayPath(date: string, today: string): string | undefined {
  const ahead = daysFrom(today, date);
  if (ahead < 0 || ahead >= HORIZON_DAYS) return undefined;
  const path = `/schedule/${dayOfDate(date)}`;
  return ahead < DAYS.length ? path : `${path}?date=${date}`;
}

/** The address of the week that a date is in, or of the last week that can be shown. */
export function weekPath(date: string, today: string): string {
  const mondays = mondaysOfWeeks(today);
  const selected = mondays.find((monday) => monday === mondayOf(date)) ?? mondays.at(-1);
  return selected === mondays[0] ? "/schedule/week" : `/schedule/week?date=${selected}`;
}

/** The weekday tab's target: within the next seven days, or the same later week. */
export function tabPath(day: Day, selected: string, today: string): string {
  if (daysFrom(today, selected) < DAYS.length) return `/schedule/${day}`;
  const dates = datesOfDay(day, today);
  const ofSameWeek = addDays(mondayOf(selected), DAYS.indexOf(day));
  const nearest = dates.find((date) => date >= ofSameWeek) ?? dates.at(-1) ?? ofSameWeek;
  return dayPath(nearest, today) ?? `/schedule/${day}`;
}
