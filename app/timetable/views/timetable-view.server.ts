/** The pages of the schedule as their views show them. */

import { availabilityBetween } from "../../bookings/availability.server.ts";
import type { Availability } from "../../bookings/booking.ts";
import { listEntries } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import type { Services } from "../../platform/services.ts";
import { dayAndDate, dayAndMonth, longDate, shortDayAndMonth } from "../../time/date-texts.server.ts";
import { addDays, dateInNairobi } from "../../time/dates.server.ts";
import { DAYS, type Day } from "../../time/days.ts";
import type { DayTimetable } from "../session.ts";
import { daysBetween } from "../sessions.server.ts";
import { datesOfDay, dayPath, mondaysOfWeeks, shownDate, tabPath, weekPath } from "./schedule-dates.server.ts";
import { sessionRowView, withPlaces } from "./session-row-view.server.ts";
import type { DayView, Step, Tabs, WeekView } from "./timetable-view.ts";
import { layOutWeek } from "./week-grid.ts";

/** The classes of a weekday on the date that its address asks for, the other dates there are, and the way to its week. */
export async function findDay(
  services: Services,
  day: Day,
  url: string,
): Promise<{ shown: DayView; steps: Step[]; toWeek: string }> {
  const today = dateInNairobi(services.now());
  const dates = datesOfDay(day, today);
  const date = shownDate(url, dates);
  const [[timetable], known] = await Promise.all([daysBetween(services, date, date), findKnown(services, date, date)]);
  if (timetable === undefined) throw new Error(`No timetable of ${date}`);
  return {
    shown: dayView(timetable, today, known),
    steps: stepsTo(dates, date, `/schedule/${day}`),
    toWeek: weekPath(date, today),
  };
}

/** The tabs above a weekday's page, and the week that it is in: "23 November". */
export function findTabs(services: Services, day: Day, url: string): { tabs: Tabs; weekOf: string } {
  const today = dateInNairobi(services.now());
  const date = shownDate(url, datesOfDay(day, today));
  const tabs = DAYS.map((each) => ({ day: each, path: tabPath(each, date, today) }));
  const monday = addDays(date, -DAYS.indexOf(day));
  return { tabs, weekOf: dayAndMonth(monday) };
}

/** The week that an address asks for, as a grid, and the other weeks there are. */
export async function findWeek(services: Services, url: string): Promise<{ week: WeekView; steps: Step[] }> {
  const today = dateInNairobi(services.now());
  const mondays = mondaysOfWeeks(today);
  const monday = shownDate(url, mondays);
  const sunday = addDays(monday, DAYS.length - 1);
  const [days, known] = await Promise.all([daysBetween(services, monday, sunday), findKnown(services, monday, sunday)]);
  const week = {
    monday,
    range: rangeText(monday, sunday),
    firstDay: `${dayAndDate(monday)} ${monday.slice(0, 4)}`,
    asOf: `${dayAndDate(today)} ${today.slice(0, 4)}`,
    year: sunday.slice(0, 4),
    ...layOutWeek(days.map((day) => ({ ...dayView(day, today, known), path: dayPath(day.date, today) }))),
  };
  return { week, steps: stepsTo(mondays, monday, "/schedule/week") };
}

/** What rows show beside their sessions: which classes have a page, by their slugs, and how full sessions are. */
type Known = { classes: ReadonlySet<string>; words: ReadonlyMap<string, Availability> };

async function findKnown(services: Services, from: string, to: string): Promise<Known> {
  const [classes, words] = await Promise.all([
    listEntries(services, classType),
    availabilityBetween(services, from, to),
  ]);
  return { classes: new Set(classes.map(({ slug }) => slug)), words };
}

function dayView({ date, day, closure, rows }: DayTimetable, today: string, { classes, words }: Known): DayView {
  return {
    date,
    day,
    dateText: longDate(date),
    shortDate: shortDayAndMonth(date),
    closure: closure === null ? undefined : `The gym is closed on ${dayAndDate(date)}: ${closure}`,
    rows: rows.map((row) => withPlaces(sessionRowView(row, today, classes), row, words)),
  };
}

function stepsTo(dates: readonly string[], shown: string, path: string): Step[] {
  return dates.map((date, index) => ({
    date,
    label: shortDayAndMonth(date),
    path: index === 0 ? path : `${path}?date=${date}`,
    isShown: date === shown,
  }));
}

/** "23 to 29 November", "30 November to 6 December" */
function rangeText(monday: string, sunday: string): string {
  const isOneMonth = monday.slice(0, 7) === sunday.slice(0, 7);
  return `${isOneMonth ? Number(monday.slice(8)) : dayAndMonth(monday)} to ${dayAndMonth(sunday)}`;
}
