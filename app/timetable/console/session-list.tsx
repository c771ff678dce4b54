import { Link } from "react-router";

/** A dated class in a list of those that something is about to change. */
export type AffectedSessionView = {
  id: string;
  /** "Tue 24 Nov, 9:00am". */
  when: string;
  className: string;
  trainerName: string;
  /** What was decided about it; empty when nothing was. */
  note: string;
};

/** Dated classes, each with a link to its page. */
export function AffectedSessionList({ sessions }: { sessions: readonly AffectedSessionView[] }) {
  return (
    <ul className="board session-list">
      {sessions.map(({ id, when, className, trainerName, note }) => (
        <li key={id}>
          <span className="time">{when}</span>
          <Link to={`/staff/timetable/${id}`}>{className}</Link>
          <span className="who">{note === "" ? trainerName : `${trainerName}. ${note}`}</span>
        </li>
      ))}
    </ul>
  );
}
