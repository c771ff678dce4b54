import { Link } from "react-router";
import type { ScheduleRow } from "../../schedule/schedule-row.ts";

/** A class of today, and whether it is on at the moment of the request. */
export type TodaysClass = ScheduleRow & { isOn: boolean };

/**
 * The classes of today, in the order of the clock.
 * @param mayChange whether the member may change the weekly timetable
 */
export function TodaysClasses({ classes, mayChange }: { classes: readonly TodaysClass[]; mayChange: boolean }) {
  return (
    <section aria-labelledby="classes-today">
      <div className="part">
        <h2 id="classes-today">Classes today</h2>
        {mayChange && (
          <Link className="link" to={"/staff/content/slot"}>
            Timetable
          </Link>
        )}
      </div>
      {classes.length === 0 ? (
        <p className="empty">No class today.</p>
      ) : (
        <ul className="board todays-classes">
          {classes.map(({ slug, time, className, trainer, isOn }) => (
            <li key={slug} className={isOn ? "now" : undefined}>
              <time>{time.from}</time>
              <p className="what">
                <span className="name">{className}</span>{" "}
                <span className="who">{isOn ? `${trainer}, on now` : trainer}</span>
              </p>
              {mayChange && (
                <Link className="link" to={`/staff/content/slot/${slug}`}>
                  Change
                  <span className="sr-only">{` ${className}, ${time.from}`}</span>
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
