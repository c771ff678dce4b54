/** The dates that the schedule shows, and their addresses: four of each weekday, and four weeks. */
import { addDays, comingDate, dateInNairobi, dayOfDate, daysFrom, mondayOf } from "../../time/dates.server.ts";
import { DAYS, type Day, isDay } from "../../time/days.ts";
import { HORIZON_DAYS } from "../class-sessions.server.ts";

/** The weekday at the end of a path or pattern. @throws for any other path */
export function dayOfPattern(pattern: string): Day {
  const day = pattern.split("/").at(-1);
  if (!isDay(day)) throw new Error(`The route ${pattern} does not end in a weekday`);
  return day;
}

function fourFrom(first: string): string[] {
  return Array.from({ length: HORIZON_DAYS / DAYS.length }, (_, week) => addDays(first, week * DAYS.length));
}

/** The dates that a weekday's page can show: the next one, which may be today, and three more. */
export function datesOfDay(day: Day, today: string): string[] {
  return fourFrom(comingDate(day, today));
}

/** The Mondays of the current week and the next three weeks. */
export function mondaysOfWeeks(today: string): string[] {
  return fourFrom(mondayOf(today));
}

/** How to treat an unchecked `?date=` value: invalid if malformed or too far away, ignored if it is the default. */
export function pageOfDate(value: string, { path, now }: { path: string; now: Date }): "keep" | "ignore" | "invalid" {
  const day = path.split("/").at(-1);
  const today = dateInNairobi(now);
  const index = (isDay(day) ? datesOfDay(day, today) : mondaysOfWeeks(today)).indexOf(value);
  if (index < 0) return "invalid";
  return index === 0 ? "ignore" : "keep";
}

/** The date that an address requests if it is in `dates`, else the first of them. */
export function shownDate(url: string, dates: readonly string[]): string {
  const requested = new URL(url).searchParams.get("date");
  const chosen = dates.find((date) => date === requested) ?? dates[0];
  if (chosen === undefined) throw new Error("A page of the schedule needs at least one date");
  return chosen;
}

/** The address of a date's classes; undefined if the date is past or too far ahead. */
export function dayPath(date: string, today: string): string | undefined {
  const ahead = daysFrom(today, date);
  if (ahead < 0 || ahead >= HORIZON_DAYS) return undefined;
  const path = `/schedule/${dayOfDate(date)}`;
  return ahead < DAYS.length ? path : `${path}?date=${date}`;
}

/** The address of a date's week, or of the last week that is shown. */
export function weekPath(date: string, today: string): string {
  const mondays = mondaysOfWeeks(today);
  const selected = mondays.find((monday) => monday === mondayOf(date)) ?? mondays.at(-1);
  return selected === mondays[0] ? "/schedule/week" : `/schedule/week?date=${selected}`;
}

/** A weekday tab's address: the next such day, or when a later week is selected, the day in that week. */
export function tabPath(day: Day, selected: string, today: string): string {
  if (daysFrom(today, selected) < DAYS.length) return `/schedule/${day}`;
  const dates = datesOfDay(day, today);
  const inSameWeek = addDays(mondayOf(selected), DAYS.indexOf(day));
  const nearest = dates.find((date) => date >= inSameWeek) ?? dates.at(-1) ?? inSameWeek;
  return dayPath(nearest, today) ?? `/schedule/${day}`;
}
