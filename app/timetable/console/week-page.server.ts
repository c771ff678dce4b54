/** The dated week as the console shows it, and the steps to other weeks. */

import { withMarks } from "../../console/session-marks.server.ts";
import { daysOfTrainer } from "../../console/session-marks.ts";
import type { Services } from "../../platform/services.ts";
import { ownTrainer, type StaffMember } from "../../staff/staff-member.ts";
import { longDate, shortDate } from "../../time/date-texts.server.ts";
import { addDays, dateInNairobi, isCalendarDate, mondayOf } from "../../time/dates.server.ts";
import { minuteOfDay } from "../../time/days.ts";
import { daysBetween, PLANNING_DAYS } from "../sessions.server.ts";
import type { ConsoleDayView, StartTime } from "./week.tsx";

/** How many weeks after this one have a tab. */
const WEEKS_AHEAD = 4;

export type WeekTab = { monday: string; label: string; to: string };

export type WeekPage = {
  monday: string;
  title: string;
  days: ConsoleDayView[];
  starts: StartTime[];
  tabs: WeekTab[];
  before: string;
  after: string;
};

/** The address of a week of the console's timetable: that of this week has no date in it. */
export function consoleWeekPath(monday: string, today: string): string {
  return monday === mondayOf(today) ? "/staff/timetable" : `/staff/timetable?week=${monday}`;
}

/**
 * The Monday of the week that an address asks for; this week's for anything that is no date, or far from today.
 * @param asked the search parameter
 */
export function askedMonday(asked: string | null, today: string): string {
  const isNear =
    asked !== null &&
    isCalendarDate(asked) &&
    asked >= addDays(today, -PLANNING_DAYS) &&
    asked <= addDays(today, PLANNING_DAYS);
  return mondayOf(isNear ? asked : today);
}

/** What the page of a week shows to a member of staff: to a trainer their own classes. */
export async function readWeek(services: Services, member: StaffMember, asked: string | null): Promise<WeekPage> {
  const today = dateInNairobi(services.now());
  const monday = askedMonday(asked, today);
  const days = daysOfTrainer(await daysBetween(services, monday, addDays(monday, 6)), ownTrainer(member));
  const thisMonday = mondayOf(today);
  const tabs = Array.from({ length: WEEKS_AHEAD + 1 }, (_, week) => addDays(thisMonday, 7 * week));
  return {
    monday,
    title: `Week of ${longDate(monday)}`,
    days: days.map((day) => ({
      ...day,
      ...namesOf(day.date),
      rows: day.rows.map(withMarks),
      isPast: day.date < today,
      isToday: day.date === today,
    })),
    starts: startsOf(days.flatMap(({ rows }) => rows.map(({ time }) => time.from))),
    tabs: tabs.map((tab) => ({
      monday: tab,
      label: tab === thisMonday ? "This week" : namesOf(tab).shortDate,
      to: consoleWeekPath(tab, today),
    })),
    before: consoleWeekPath(addDays(monday, -7), today),
    after: consoleWeekPath(addDays(monday, 7), today),
  };
}

/** "Mon" and "23 Nov". */
function namesOf(date: string): { name: string; shortDate: string } {
  const [name = "", ...rest] = shortDate(date).split(" ");
  return { name, shortDate: rest.join(" ") };
}

/** The start times of a week in the order of the clock. */
function startsOf(times: readonly string[]): StartTime[] {
  const byMinute = new Map(times.map((text) => [minuteOfDay(text), text]));
  return [...byMinute].map(([minute, text]) => ({ minute, text })).sort((one, other) => one.minute - other.minute);
}
