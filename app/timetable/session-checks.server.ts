/** Checks the time and the trainer of a session before it is moved, added or handed over. */

import { findSingleEntry } from "../cms/entries.server.ts";
import { MAX_CLASS_HOURS, time } from "../cms/fields.ts";
import { settingsType } from "../content-types/settings.ts";
import { isOpenAt, readOpeningHours } from "../content-types/weekly-opening-hours.ts";
import type { Change } from "../platform/transact.server.ts";
import { addDays, dateInNairobi, dayOfDate, isCalendarDate } from "../time/dates.server.ts";
import { minuteOfDay, minutesOf } from "../time/days.ts";
import type { ClassSession, SessionTime } from "./class-session.ts";
import { inOrder, PLANNING_DAYS, sessionsOf } from "./class-sessions.server.ts";
import type { SessionProblem } from "./problems.ts";
import { momentsOf } from "./session-rows.server.ts";
import { type Closure, readClosures } from "./timetable-records.server.ts";
import { freshSources, servicesIn } from "./week-sources.server.ts";

export const sessionTimeField = time("Time");

export type TimeRefusal =
  | { code: SessionProblem }
  /** More than a year ahead. */
  | { code: "too-far"; last: string }
  | { code: "closed"; date: string; note: string };

export type SessionWarning =
  /** `hours`: the opening hours, by line. */
  { code: "outside-hours"; hours: readonly string[] } | { code: "trainer-busy"; sessions: ClassSession[] };

export type ConfirmedWarnings = readonly SessionWarning["code"][];

/** Warnings that staff have to confirm first. */
export type UnconfirmedWarnings = { code: "questions"; questions: SessionWarning[] };

/** Checks a session's new date and time. `warningsFor` checks opening hours and trainers. */
export async function checkTime(change: Change, { date, time }: SessionTime): Promise<TimeRefusal | undefined> {
  const { at } = change;
  if (!isCalendarDate(date)) return { code: "date-unreadable" };
  if (!sessionTimeField.schema.safeParse(time).success || minuteOfDay(time.from) === minuteOfDay(time.to)) {
    return { code: "time-unreadable" };
  }
  if (minutesOf(time) > MAX_CLASS_HOURS * 60) return { code: "class-too-long" };
  if (momentsOf(date, time).startsAt <= at.toISOString()) return { code: "time-past" };
  const last = addDays(dateInNairobi(at), PLANNING_DAYS);
  if (date > last) return { code: "too-far", last };
  const closure = await closureOf(change, date);
  return closure && { code: "closed", ...closure };
}

export async function closureOf({ transaction }: Change, date: string): Promise<Closure | undefined> {
  return (await readClosures(transaction, date, date))[0];
}

export async function warningsFor(
  change: Change,
  { id, trainerSlug, ...sessionTime }: SessionTime & { id: string | undefined; trainerSlug: string },
  confirmed: ConfirmedWarnings,
  { isTimeNew }: { isTimeNew: boolean },
): Promise<UnconfirmedWarnings | undefined> {
  const outside = isTimeNew ? await outsideHours(change, sessionTime) : undefined;
  const sessions = (await sessionsAt(change, sessionTime)).filter(
    (session) => session.id !== id && session.trainerSlug === trainerSlug,
  );
  const busy: SessionWarning | undefined = sessions.length === 0 ? undefined : { code: "trainer-busy", sessions };
  const questions = [outside, busy]
    .filter((warning) => warning !== undefined)
    .filter(({ code }) => !confirmed.includes(code));
  return questions.length === 0 ? undefined : { code: "questions", questions };
}

async function outsideHours(
  { services, transaction }: Change,
  { date, time }: SessionTime,
): Promise<SessionWarning | undefined> {
  const settings = await findSingleEntry(servicesIn(services, transaction), settingsType);
  const hours = readOpeningHours(settings);
  if (isOpenAt(hours, dayOfDate(date), minuteOfDay(time.from), minuteOfDay(time.to))) return undefined;
  return { code: "outside-hours", hours: settings.footerHours };
}

/** The sessions that overlap a time, including sessions that began the evening before. */
export async function sessionsAt({ services, transaction }: Change, { date, time }: SessionTime) {
  const [from, to] = [addDays(date, -1), addDays(date, 1)];
  const sources = await freshSources(services, transaction, from, to);
  const { startsAt, endsAt } = momentsOf(date, time);
  return inOrder(sessionsOf(services, sources, from, to), from, to).filter(
    (session) => session.state === "scheduled" && session.startsAt < endsAt && startsAt < session.endsAt,
  );
}
