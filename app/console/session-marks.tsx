/** A class session as the console's week and first page show it. */
import type { DayTimetable, TimetableRow } from "../timetable/class-session.ts";

export type SessionMark = { label: string; mark: "alert" | "waiting" | "due" };

export type MarkedRow = TimetableRow & { marks: SessionMark[] };

export function isNotTakingPlace(row: TimetableRow): boolean {
  return row.state === "cancelled" || row.movedTo !== null;
}

/** Whether the class itself was cancelled, rather than its day closed. */
export function isCancelledByHand({ state, isClosed }: TimetableRow): boolean {
  return state === "cancelled" && !isClosed;
}

export function isDecided(row: TimetableRow): boolean {
  return isCancelledByHand(row) || row.movedFrom !== null || row.insteadOf !== null;
}

/** The days of a week for one trainer: the classes they teach, including as a substitute. */
export function daysOfTrainer(days: readonly DayTimetable[], trainer: string | undefined): DayTimetable[] {
  if (trainer === undefined) return [...days];
  return days.map((day) => ({ ...day, rows: day.rows.filter(({ trainerSlug }) => trainerSlug === trainer) }));
}

export function ConsoleTrainerName({ session }: { session: Pick<TimetableRow, "trainerName" | "insteadOf"> }) {
  const { trainerName, insteadOf } = session;
  if (insteadOf === null) return trainerName;
  return (
    <>
      <b>{trainerName}</b>, for {insteadOf}
    </>
  );
}

/** A session's changes and their reasons. @param isUnderClosure the closure's note is already shown above */
export function SessionMarks({ row, isUnderClosure = false }: { row: MarkedRow; isUnderClosure?: boolean }) {
  const { marks } = row;
  if (marks.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-row gap-y-0.5">
      {marks.map(({ label, mark }) => (
        <span key={label} className={`state ${mark}`}>
          {label}
        </span>
      ))}
      {row.reason !== null && !(isUnderClosure && row.isClosed) && (
        <span className="quiet basis-full">{row.reason}</span>
      )}
    </p>
  );
}
