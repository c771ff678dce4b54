import type { TimetableRow } from "../timetable/class-session.ts";
import type { MarkedRow } from "./session-marks.ts";

/** The trainer of a dated class, and for whom they stand in. */
export function ConsoleTrainerName({ session }: { session: Pick<TimetableRow, "trainerName" | "insteadOf"> }) {
  const { trainerName, insteadOf } = session;
  if (insteadOf === null) return trainerName;
  return (
    <>
      <b>{trainerName}</b>, for {insteadOf}
    </>
  );
}

/**
 * What was decided about a dated class, and the reason that visitors read.
 * @param isUnderClosure the note of a closed day stands above its rows already
 */
export function SessionMarks({ row, isUnderClosure = false }: { row: MarkedRow; isUnderClosure?: boolean }) {
  const { marks } = row;
  if (marks.length === 0) return null;
  return (
    <p className="marks">
      {marks.map(({ words, mark }) => (
        <span key={words} className={`state ${mark}`}>
          {words}
        </span>
      ))}
      {row.reason !== null && !(isUnderClosure && row.isClosed) && <span className="reason">{row.reason}</span>}
    </p>
  );
}
