import { href, Link } from "react-router";
import type { TimetableRow } from "../../content/timetable/session.ts";
import { TrainerName } from "../timetable/session-words.tsx";
import { isGone, sessionMarks } from "../timetable/shown-session.ts";

/** A class of today, and whether it is on at the moment of the request. */
export type TodaysClass = TimetableRow & { isOn: boolean };

/**
 * The classes of today, with what was decided about each.
 * @param mayChange whether the member may cancel, move or hand over a class
 */
export function TodaysClasses({ classes, mayChange }: { classes: readonly TodaysClass[]; mayChange: boolean }) {
  return (
    <section aria-labelledby="classes-today">
      <div className="part">
        <h2 id="classes-today">Classes today</h2>
        <Link className="link" to={href("/staff/timetable")}>
          Timetable
        </Link>
      </div>
      {classes.length === 0 ? (
        <p className="empty">No class today.</p>
      ) : (
        <ul className="board todays-classes">
          {classes.map((row) => (
            <TodaysRow key={`${row.id} ${row.movedTo === null}`} row={row} mayChange={mayChange} />
          ))}
        </ul>
      )}
    </section>
  );
}

function TodaysRow({ row, mayChange }: { row: TodaysClass; mayChange: boolean }) {
  const { id, time, className, isOn } = row;
  const kind = isOn ? "now" : isGone(row) ? "gone" : undefined;
  return (
    <li className={kind}>
      <time>{time.from}</time>
      <p className="what">
        <span className="name">{className}</span>{" "}
        <span className="who">
          <TrainerName session={row} />
          {isOn && ", on now"}
        </span>
        {sessionMarks(row).map(({ words, mark }) => (
          <span key={words} className={mark === "alert" ? "flag alert" : "flag"}>
            {words}
          </span>
        ))}
      </p>
      <Link className="link" to={href("/staff/timetable/:session", { session: id })}>
        {mayChange ? "Change" : "Look"}
        <span className="sr-only">{` ${className}, ${time.from}`}</span>
      </Link>
    </li>
  );
}
