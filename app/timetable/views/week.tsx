import type { CSSProperties } from "react";
import { Link } from "react-router";
import { calendarDay, dayName, dayNumber } from "../../time/days.ts";
import { Flag } from "../../ui/flag.tsx";
import { TrainerName } from "../../ui/trainer-name.tsx";
import { RowChange } from "./row-change.tsx";
import { ClassName } from "./schedule-parts.tsx";
import type { WeekView } from "./timetable-view.server.ts";
import { marksAt } from "./timetable-view.ts";
import { useNow } from "./use-now.ts";

const LONG_NAME_LETTERS = 20;

/** A week: a column per day on wide screens, a line per day on paper (week.css). */
export function Week({ week: { lines, days, size } }: { week: WeekView }) {
  const now = useNow();
  const today = now && calendarDay(now);
  return (
    // React's types lack custom properties.
    <ol className="week" data-size={size} style={{ "--lines": lines.length } as CSSProperties}>
      {/* The grid's times; each class has its own for screen readers. */}
      {lines.map((time, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its place in the grid
        <li key={line} aria-hidden="true" className="week-line" style={{ "--line": line + 2 } as CSSProperties}>
          {time && (
            <>
              <b>{time.from}</b>- {time.to}
            </>
          )}
        </li>
      ))}
      {days.map((day, index) => (
        <Day
          key={day.date}
          day={day}
          column={index + 2}
          now={dayNumber(day.date) === today ? now : undefined}
          isPast={today !== undefined && dayNumber(day.date) < today}
        />
      ))}
    </ol>
  );
}

type DayProps = { day: WeekView["days"][number]; column: number; now: Date | undefined; isPast: boolean };

/** @param now the time; undefined on other days than today */
function Day({ day, column, now, isPast }: DayProps) {
  const { day: name, shortDate, closure, path, rows } = day;
  const marks = now && marksAt(rows, now);
  const title = (
    <>
      <span>
        {dayName(name).slice(0, 3)}
        <span className="week-rest">{dayName(name).slice(3)}</span>
      </span>{" "}
      <small>{shortDate}</small>
    </>
  );
  return (
    <li
      className={`week-day ${now ? "is-today" : isPast ? "is-past" : ""}`}
      style={{ "--column": column } as CSSProperties}
    >
      <div className="week-head">
        <h3>{path === undefined ? title : <Link to={path}>{title}</Link>}</h3>
        {now && (
          <span className="week-mark">
            <Flag kind="outlined">Today</Flag>
          </span>
        )}
        {closure && <p className="week-closed">{closure}</p>}
      </div>
      {rows.length === 0 ? (
        <p className="week-none">No classes.</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <ClassOfDay key={row.key} row={row} marks={marks} />
          ))}
        </ul>
      )}
    </li>
  );
}

type ClassOfDayProps = { row: WeekView["days"][number]["rows"][number]; marks: ReturnType<typeof marksAt> | undefined };

function ClassOfDay({ row, marks }: ClassOfDayProps) {
  const isOn = marks?.on.has(row.key) ?? false;
  const isNext = marks?.next.has(row.key) ?? false;
  const isLongName = row.insteadOf !== null || row.trainer.length > LONG_NAME_LETTERS;
  const edge = isOn ? "shuka" : row.change?.kind === "cancelled" ? "barrier" : undefined;
  return (
    <li className={`week-class ${row.isOff ? "is-off" : ""}`} style={{ "--line": row.line + 1 } as CSSProperties}>
      {edge && <span aria-hidden="true" className={`week-edge ${edge}`} />}
      <span className="week-time">{row.time.from}</span>{" "}
      <b className="week-name">
        <ClassName row={row} />
      </b>{" "}
      <span className={`week-trainer ${isLongName ? "is-long" : ""}`}>
        <TrainerName row={row} />
      </span>{" "}
      <RowChange row={row} className="change" />
      {(isOn || isNext) && (
        <span className="change week-mark">
          <Flag kind={isOn ? "now" : "outlined"}>{isOn ? "On now" : "Next"}</Flag>
        </span>
      )}
    </li>
  );
}
