import { href, Link } from "react-router";
import { ConsoleLink } from "../../console/console-link.tsx";
import { consoleMeta } from "../../console/console-meta.ts";
import { Tabs } from "../../console/kit/list-page.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTrainerName, isNotTakingPlace, type MarkedRow, SessionMarks } from "../../console/session-marks.tsx";
import { can } from "../../staff/roles.ts";
import { staffRequest } from "../../staff/staff-request.server.ts";
import { minuteOfDay } from "../../time/days.ts";
import type { Route } from "./+types/timetable.route";
import type { DeskContact } from "./desk-contact.server.ts";
import { DeskContactLink } from "./desk-contact-link.tsx";
import { readWeek } from "./timetable-pages.server.ts";

export function meta() {
  return consoleMeta("Timetable");
}

/** The class sessions of a week: to a trainer those they teach. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "timetable"]);
  return {
    ...(await readWeek(services, member, url.searchParams.get("week"))),
    mayChange: can(member.role, "publish", "timetable"),
  };
}

export default function Timetable({ loaderData }: Route.ComponentProps) {
  const { monday, title, days, starts, tabs, before, after, mayChange } = loaderData;
  return (
    <>
      <PageHead
        title="Timetable"
        meta={title}
        actions={
          mayChange && (
            <>
              <Link
                to={`/staff/timetable/add?date=${days.find(({ isPast }) => !isPast)?.date ?? ""}`}
                className="button low"
              >
                Add a one-off class
              </Link>
              <ConsoleLink to="/staff/timetable/rows/new" className="button low" label="Add a weekly class" />
              <ConsoleLink to="/staff/timetable/closures" className="button low" label="Close days" />
              <ConsoleLink to={href("/staff/timetable/rows")} label="Weekly timetable" />
            </>
          )
        }
      />
      <Tabs
        label="Weeks"
        tabs={[
          { to: before, label: "Previous week" },
          ...tabs.map((tab) => ({ ...tab, isCurrent: tab.monday === monday })),
          { to: after, label: "Next week" },
        ]}
      />
      <ConsoleWeek days={days} starts={starts} mayChange={mayChange} />
    </>
  );
}

type WeekData = Pick<Route.ComponentProps["loaderData"], "days" | "starts" | "mayChange">;

function ConsoleWeek({ days, starts, mayChange }: WeekData) {
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
}: Pick<WeekData, "starts" | "mayChange"> & { day: WeekData["days"][number]; column: number; isFirstPast: boolean }) {
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

type WeekRow = MarkedRow & { deskContact: DeskContact | null };

/** The rows of a day by their start times, in the order of the clock. */
function cellsOf(rows: readonly WeekRow[], starts: WeekData["starts"]) {
  return starts.flatMap(({ minute }, row) => {
    const sessions = rows.filter(({ time }) => minuteOfDay(time.from) === minute);
    return sessions.length === 0 ? [] : [{ row, sessions }];
  });
}

function SessionRow({ row, day }: { row: WeekRow; day: string }) {
  const { id, time, className } = row;
  return (
    <li className={isNotTakingPlace(row) ? "gone" : undefined}>
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
      {row.deskContact && (
        <p className="marks">
          <DeskContactLink
            contact={row.deskContact}
            about={`${className}, ${day}, ${time.from}`}
            className="link above-link"
          />
        </p>
      )}
    </li>
  );
}
