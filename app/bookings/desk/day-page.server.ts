/** What the page of a day at the desk shows. */

import type { Services } from "../../platform/services.ts";
import { ownTrainer, type StaffMember } from "../../staff/staff-member.ts";
import { dayAndDate, shortDate } from "../../time/date-texts.server.ts";
import { addDays, dateInNairobi, isCalendarDate } from "../../time/dates.server.ts";
import { PLANNING_DAYS } from "../../timetable/sessions.server.ts";
import { findDeskDay } from "../desk-day.server.ts";
import type { DayStep } from "./day-steps.tsx";
import { deskSessionView } from "./desk-session-view.server.ts";
import type { DeskSessionView } from "./desk-session-view.ts";

export type DayPage = {
  date: string;
  today: string;
  /** "Monday 23 November". */
  title: string;
  /** "4 classes, 36 booked, 3 waiting". */
  summary: string;
  /** Its own address, to which its forms are posted. It names today too, which may be over when something is pressed. */
  address: string;
  /** The day before, this one and the one after. */
  steps: DayStep[];
  sessions: DeskSessionView[];
};

/** The address of a day at the desk: that of today has no date in it. */
export function deskDayPath(date: string, today: string): string {
  return date === today ? "/staff/day" : `/staff/day?date=${date}`;
}

/**
 * The date that an address asks for; today for anything that is no date, or more than a year away.
 * @param asked the search parameter
 */
export function askedDate(asked: string | null, today: string): string {
  const isNear =
    asked !== null &&
    isCalendarDate(asked) &&
    asked >= addDays(today, -PLANNING_DAYS) &&
    asked <= addDays(today, PLANNING_DAYS);
  return isNear ? asked : today;
}

/** The day of a date for a member of staff: to a trainer the sessions they teach. */
export async function readDayPage(services: Services, member: StaffMember, asked: string | null): Promise<DayPage> {
  const now = services.now();
  const today = dateInNairobi(now);
  const date = askedDate(asked, today);
  const { sessions } = await findDeskDay(services, date, ownTrainer(member));
  const address = `/staff/day?date=${date}`;
  const shown = sessions.map((session) => deskSessionView(session, now));
  return {
    date,
    today,
    title: dayAndDate(date),
    address,
    steps: [
      stepTo(addDays(date, -1), today),
      { name: shortDate(date), path: address },
      stepTo(addDays(date, 1), today),
    ],
    summary: summaryOf(shown),
    sessions: shown,
  };
}

function stepTo(date: string, today: string): DayStep {
  return { name: shortDate(date), path: deskDayPath(date, today) };
}

function summaryOf(sessions: readonly DeskSessionView[]): string {
  const count = (one: "people" | "waiting") => sessions.reduce((sum, session) => sum + session[one].length, 0);
  const classes = sessions.length === 1 ? "1 class" : `${sessions.length} classes`;
  return `${classes}, ${count("people")} booked, ${count("waiting")} waiting`;
}
