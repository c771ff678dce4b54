/** A dated class as the console's week and first page show it. */
import { shortDate } from "../content/timetable/calendar-dates.ts";
import type { DayTimetable, SessionTime, TimetableRow } from "../content/timetable/session.ts";

/** What was decided about a dated class, in words; `mark` is the class of its square (`styles/parts.css`). */
export type SessionMark = { words: string; mark: "alert" | "waiting" | "due" };

/** What was decided about a dated class, the most important first. A substitute is said beside the trainer's name. */
export function sessionMarks(row: TimetableRow): SessionMark[] {
  const { state, isClosed, movedTo, movedFrom, isAdded } = row;
  if (movedTo !== null) {
    return [{ words: `Moved to ${shortDate(movedTo.date)}, ${movedTo.time.from}`, mark: "waiting" }];
  }
  return [
    ...(state === "cancelled" ? [{ words: isClosed ? "Closed" : "Cancelled", mark: "alert" as const }] : []),
    ...(movedFrom ? [{ words: movedFromWords(row.date, movedFrom), mark: "waiting" as const }] : []),
    ...(isAdded ? [{ words: "Added", mark: "due" as const }] : []),
  ];
}

function movedFromWords(date: string, from: SessionTime): string {
  return from.date === date
    ? `Moved from ${from.time.from}`
    : `Moved here, from ${shortDate(from.date)}, ${from.time.from}`;
}

/** Whether a row stands for a class that does not take place at that time. */
export function isGone(row: TimetableRow): boolean {
  return row.state === "cancelled" || row.movedTo !== null;
}

/** Whether a class itself was cancelled, and not its day closed. */
export function isCancelledByHand({ state, isClosed }: TimetableRow): boolean {
  return state === "cancelled" && !isClosed;
}

/** Whether something was decided about a class by hand, beside its being added: that can be taken back. */
export function isDecided(row: TimetableRow): boolean {
  return isCancelledByHand(row) || row.movedFrom !== null || row.insteadOf !== null;
}

/** The days of a week for one trainer: the classes they teach, a substitution included. */
export function daysOfTrainer(days: readonly DayTimetable[], trainer: string | undefined): DayTimetable[] {
  if (trainer === undefined) return [...days];
  return days.map((day) => ({ ...day, rows: day.rows.filter(({ trainerSlug }) => trainerSlug === trainer) }));
}
