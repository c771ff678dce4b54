/** The pages of the schedule as their views show them. */
import { listEntries } from "../content/entries.server.ts";
import { DAYS, type Day } from "../content/nairobi-time.ts";
import { addDays, dateInNairobi, dayAndDate, longDateText } from "../content/timetable/calendar-dates.ts";
import type { DayTimetable } from "../content/timetable/session.ts";
import { daysBetween } from "../content/timetable/sessions.server.ts";
import { classType } from "../content/types/class.ts";
import type { Services } from "../platform/services.ts";
import { datesOfDay, dayPath, mondaysOfWeeks, shownDate, tabPath, weekPath } from "./shown-dates.ts";
import { shownRow } from "./shown-row.ts";
import type { ShownDay, ShownWeek, Step, Tabs } from "./shown-timetable.ts";
import { layOutWeek } from "./week-grid.ts";

/** The classes of a weekday on the date that its address asks for, the other dates there are, and the way to its week. */
export async function findDay(
  services: Services,
  day: Day,
  url: string,
): Promise<{ shown: ShownDay; steps: Step[]; toWeek: string }> {
  const today = dateInNairobi(services.now());
  const dates = datesOfDay(day, today);
  const date = shownDate(url, dates);
  const [[timetable], classes] = await Promise.all([daysBetween(services, date, date), classSlugs(services)]);
  if (timetable === undefined) throw new Error(`No timetable of ${date}`);
  return {
    shown: shownDay(timetable, today, classes),
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
  return { tabs, weekOf: withoutYear(monday) };
}

/** The week that an address asks for, as a grid, and the other weeks there are. */
export async function findWeek(services: Services, url: string): Promise<{ week: ShownWeek; steps: Step[] }> {
  const today = dateInNairobi(services.now());
  const mondays = mondaysOfWeeks(today);
  const monday = shownDate(url, mondays);
  const sunday = addDays(monday, DAYS.length - 1);
  const [days, classes] = await Promise.all([daysBetween(services, monday, sunday), classSlugs(services)]);
  const week = {
    monday,
    range: rangeText(monday, sunday),
    firstDay: `${dayAndDate(monday)} ${monday.slice(0, 4)}`,
    asOf: `${dayAndDate(today)} ${today.slice(0, 4)}`,
    year: sunday.slice(0, 4),
    ...layOutWeek(days.map((day) => ({ ...shownDay(day, today, classes), path: dayPath(day.date, today) }))),
  };
  return { week, steps: stepsTo(mondays, monday, "/schedule/week") };
}

async function classSlugs(services: Services): Promise<ReadonlySet<string>> {
  return new Set((await listEntries(services, classType)).map(({ slug }) => slug));
}

function shownDay({ date, day, closure, rows }: DayTimetable, today: string, classes: ReadonlySet<string>): ShownDay {
  return {
    date,
    day,
    dateText: longDateText(date),
    shortDate: shortDate(date),
    closure: closure === null ? undefined : `The gym is closed on ${dayAndDate(date)}: ${closure}`,
    rows: rows.map((row) => shownRow(row, today, classes)),
  };
}

function stepsTo(dates: readonly string[], shown: string, path: string): Step[] {
  return dates.map((date, index) => ({
    date,
    label: shortDate(date),
    path: index === 0 ? path : `${path}?date=${date}`,
    isShown: date === shown,
  }));
}

const SHORT_DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** "23 Nov" */
function shortDate(date: string): string {
  return SHORT_DATE.format(new Date(date));
}

/** "23 November" */
function withoutYear(date: string): string {
  return longDateText(date).slice(0, -5);
}

/** "23 to 29 November", "30 November to 6 December" */
function rangeText(monday: string, sunday: string): string {
  const isOneMonth = monday.slice(0, 7) === sunday.slice(0, 7);
  return `${isOneMonth ? Number(monday.slice(8)) : withoutYear(monday)} to ${withoutYear(sunday)}`;
}
