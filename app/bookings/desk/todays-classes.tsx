import { href, Link } from "react-router";
import { ConsoleTrainerName, isNotTakingPlace, type MarkedRow } from "../../console/session-marks.tsx";

/** `isOn` and `hasBegun` at the moment of the request; `places`: "9 booked, 3 free", null when there is nothing of them to say. */
export type TodaysClass = MarkedRow & { isOn: boolean; hasBegun: boolean; places: string | null };

/** Today's classes with their changes. @param mayChange whether the member can cancel, move or hand over a class */
export function TodaysClasses({ classes, mayChange }: { classes: readonly TodaysClass[]; mayChange: boolean }) {
  return (
    <section aria-labelledby="classes-today">
      <div className="part">
        <h2 id="classes-today">Classes today</h2>
        <p>
          <Link className="link" to={href("/staff/day")}>
            At the desk
          </Link>
          <Link className="link" to={href("/staff/timetable")}>
            Timetable
          </Link>
        </p>
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
  const { id, time, className, isOn, hasBegun, places } = row;
  const kind = isOn ? "now" : isNotTakingPlace(row) ? "gone" : undefined;
  return (
    <li className={kind}>
      <time>{time.from}</time>
      <p className="what">
        <span className="name">
          {places === null ? className : <Link to={href("/staff/day/:session", { session: id })}>{className}</Link>}
        </span>{" "}
        <span className="who">
          <ConsoleTrainerName session={row} />
          {isOn && ", on now"}
          {places !== null && `, ${places}`}
        </span>
        {row.marks.map(({ label, mark }) => (
          <span key={label} className={mark === "alert" ? "flag alert" : "flag"}>
            {label}
          </span>
        ))}
      </p>
      <Link className="link above-link" to={href("/staff/timetable/:session", { session: id })}>
        {mayChange && !hasBegun ? "Change" : "View"}
        <span className="sr-only">{` ${className}, ${time.from}`}</span>
      </Link>
    </li>
  );
}
