/** A dated class as the console's week and first page show it. */
import type { DayTimetable, TimetableRow } from "../timetable/class-session.ts";

/** What was decided about a dated class, in words; `mark` is the class of its square (`styles/parts.css`). */
export type SessionMark = { words: string; mark: "alert" | "waiting" | "due" };

/** A row with what was decided about it. */
export type MarkedRow = TimetableRow & { marks: SessionMark[] };

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
