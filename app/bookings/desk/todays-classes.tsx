import { href, Link } from "react-router";
import { ConsoleLink, TitledSection } from "../../console/page-parts.tsx";
import { ConsoleTrainerName, isNotTakingPlace, type MarkedRow } from "../../console/session-marks.tsx";

/** `isOn` and `hasBegun` at the moment of the request; `places`: "9 booked, 3 free", null when there is nothing to show. */
export type TodaysClass = MarkedRow & { isOn: boolean; hasBegun: boolean; places: string | null };

/** Today's classes with their changes. @param mayChange whether the member can cancel, move or hand over a class */
export function TodaysClasses({ classes, mayChange }: { classes: readonly TodaysClass[]; mayChange: boolean }) {
  return (
    <TitledSection
      title="Classes today"
      ways={
        <p className="flex gap-4">
          <ConsoleLink to={href("/staff/day")} label="Day" />
          <ConsoleLink to={href("/staff/timetable")} label="Timetable" />
        </p>
      }
    >
      {classes.length === 0 ? (
        <p className="empty">No classes today.</p>
      ) : (
        <ul className="board">
          {classes.map((row) => (
            <TodaysRow key={`${row.id} ${row.movedTo === null}`} row={row} mayChange={mayChange} />
          ))}
        </ul>
      )}
    </TitledSection>
  );
}

function TodaysRow({ row, mayChange }: { row: TodaysClass; mayChange: boolean }) {
  const { id, time, className, isOn, hasBegun, places } = row;
  return (
    <li
      className={`grid min-h-14 grid-cols-[minmax(74px,max-content)_minmax(0,1fr)_auto] items-center gap-x-row py-2 xl:grid-cols-[minmax(96px,max-content)_minmax(0,1fr)_auto] ${isNotTakingPlace(row) ? "gone" : ""}`}
    >
      {isOn && <i className="shuka absolute inset-y-0 -left-4 w-2" />}
      <time className="name">{time.from}</time>
      <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        <span className="name basis-full">
          <Link to={href("/staff/day/:session", { session: id })}>{className}</Link>
        </span>{" "}
        <span className="quiet">
          <ConsoleTrainerName session={row} />
          {isOn && ", on now"}
          {places !== null && (
            <>
              , <span className="inline-block">{places}</span>
            </>
          )}
        </span>
        {row.marks.map(({ label, mark }) => (
          <span key={label} className={`state ${mark}`}>
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
