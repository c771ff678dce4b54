import { Link } from "react-router";
import { isGone, type MarkedRow } from "../../console/session-marks.ts";
import { ConsoleTrainerName, SessionMarks } from "../../console/session-words.tsx";
import { minuteOfDay } from "../../time/days.ts";
import type { DayTimetable } from "../session.ts";

/** A day of the week shown: `isPast` and `isToday` by the server's clock. */
export type ConsoleDayView = Omit<DayTimetable, "rows"> & {
  rows: MarkedRow[];
  /** "Mon" and "23 Nov". */
  name: string;
  shortDate: string;
  isPast: boolean;
  isToday: boolean;
};

/** A start time that at least one class of the week has. */
export type StartTime = { minute: number; text: string };

/**
 * A dated week: a grid with a row for each start time where the screen is wide, else a list with the days as headings. On
 * a phone what is left of this week comes first, since a list has no column to look for.
 */
export function ConsoleWeek({
  days,
  starts,
  mayChange,
}: {
  days: readonly ConsoleDayView[];
  starts: readonly StartTime[];
  mayChange: boolean;
}) {
  const isThisWeek = days.some(({ isToday }) => isToday);
  const ordered = isThisWeek ? [...days.filter(({ isPast }) => !isPast), ...days.filter(({ isPast }) => isPast)] : days;
  const firstPast = isThisWeek ? days.find(({ isPast }) => isPast) : undefined;
  return (
    <div className="week">
      <div className="starts" aria-hidden="true">
        {starts.map(({ minute, text }, index) => (
          <span key={minute} className="time" style={{ gridRow: index + 2 }}>
            {text}
          </span>
        ))}
      </div>
      {ordered.map((day) => (
        <WeekDay
          key={day.date}
          day={day}
          column={days.indexOf(day) + 2}
          starts={starts}
          mayChange={mayChange}
          isFirstPast={day === firstPast}
        />
      ))}
    </div>
  );
}

function WeekDay({
  day,
  column,
  starts,
  mayChange,
  isFirstPast,
}: {
  day: ConsoleDayView;
  column: number;
  starts: readonly StartTime[];
  mayChange: boolean;
  isFirstPast: boolean;
}) {
  const { date, name, shortDate, isPast, isToday, closure, rows } = day;
  const kind = [isToday && "today-column", isPast && "past"].filter(Boolean).join(" ");
  return (
    <section className={`day ${kind}`} aria-labelledby={`day-${date}`}>
      {isFirstPast && <p className="earlier">Earlier this week</p>}
      <div className="day-head" style={{ gridColumn: column }}>
        <h2 id={`day-${date}`}>
          {name} <span className="date">{shortDate}</span>
        </h2>
        {isToday && <b className="small">Today</b>}
        {mayChange && !isPast && (
          <Link to={`/staff/timetable/add?date=${date}`} className="link">
            Add<span className="sr-only">{` a class on ${name} ${shortDate}`}</span>
          </Link>
        )}
        {closure !== null && (
          <p className="closure">
            <span className="state alert">Closed</span> {closure}
          </p>
        )}
      </div>
      {rows.length === 0 && <p className="none only-list">No class.</p>}
      {cellsOf(rows, starts).map(({ row, sessions }) => (
        <ul key={row} style={{ gridColumn: column, gridRow: row + 2 }}>
          {sessions.map((session) => (
            <SessionRow key={`${session.id} ${session.movedTo === null}`} row={session} day={`${name} ${shortDate}`} />
          ))}
        </ul>
      ))}
    </section>
  );
}

/** The rows of a day by their start times, in the order of the clock. */
function cellsOf(rows: readonly MarkedRow[], starts: readonly StartTime[]) {
  return starts.flatMap(({ minute }, row) => {
    const sessions = rows.filter(({ time }) => minuteOfDay(time.from) === minute);
    return sessions.length === 0 ? [] : [{ row, sessions }];
  });
}

function SessionRow({ row, day }: { row: MarkedRow; day: string }) {
  const { id, time, className } = row;
  return (
    <li className={isGone(row) ? "gone" : undefined}>
      <p className="when">
        <span className="time from">{time.from}</span>
        <span className="time to">-{time.to}</span>
      </p>
      <h3 className="name">
        <Link to={`/staff/timetable/${id}`}>
          {className}
          <span className="sr-only">{`, ${day}, ${time.from}`}</span>
        </Link>
      </h3>
      <p className="who">
        <ConsoleTrainerName session={row} />
      </p>
      <SessionMarks row={row} isUnderClosure />
    </li>
  );
}
