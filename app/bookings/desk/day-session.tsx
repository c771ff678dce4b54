import { href, Link } from "react-router";
import { ConsoleTrainerName, SessionMarks } from "../../console/session-words.tsx";
import { type DeskSessionView, sessionAnchor } from "./desk-session-view.ts";
import { BookingRowForm, type RowContext } from "./person-row.tsx";
import { ToTell } from "./to-tell.tsx";

/** A session of the day with its people. One that can't be booked is a line. */
export function DaySession({
  session,
  date,
  ...context
}: Omit<RowContext, "session"> & {
  session: DeskSessionView;
  /** The page's. */
  date: string;
}) {
  const { row, places, here, checkIn, takesWalkIns, people, waiting, toTell } = session;
  const { id, time, className, state } = row;
  const page = href("/staff/day/:session", { session: id });
  const shared = { ...context, session: id };
  return (
    <section
      id={sessionAnchor(id)}
      className={state === "cancelled" ? "desk-session gone" : "desk-session"}
      aria-labelledby={`${sessionAnchor(id)}-name`}
    >
      <div className="desk-head">
        <p className="when">
          <span className="time from">{time.from}</span> <span className="time to">-{time.to}</span>
        </p>
        <h2 id={`${sessionAnchor(id)}-name`} className="class-name">
          <Link to={page}>
            {className}
            <span className="sr-only">{`, ${time.from}`}</span>
          </Link>
        </h2>
        {row.date !== date && <p className="quiet">Since last night</p>}
        <p className="who">
          <ConsoleTrainerName session={row} />
        </p>
        <SessionMarks row={row} />
        {places === null ? (
          <p className="quiet">{state === "scheduled" && "Not for booking"}</p>
        ) : (
          <p className="counts">
            <b>{places}</b>
            {here && <span>{here}</span>}
          </p>
        )}
        {checkIn && <p className="quiet check-in">{checkIn}</p>}
        {takesWalkIns && (
          <p className="walk-in-way">
            <Link to={`${page}#walk-in`} className="link">
              Walk-in<span className="sr-only">{`: ${className}, ${time.from}`}</span>
            </Link>
          </p>
        )}
      </div>
      <div className="desk-people">
        {people.length > 0 && (
          <ul className="board people-in">
            {people.map((person) => (
              <BookingRowForm key={person.id} person={person} {...shared} />
            ))}
          </ul>
        )}
        {people.length === 0 && session.isBookable && <p className="nobody">Nobody has booked.</p>}
        {waiting.length > 0 && (
          <>
            <h3>Waiting</h3>
            <ol className="board people-in">
              {waiting.map((person, index) => (
                <BookingRowForm key={person.id} person={person} number={index + 1} {...shared} />
              ))}
            </ol>
          </>
        )}
        {toTell.length > 0 && <ToTell session={session} />}
      </div>
    </section>
  );
}
