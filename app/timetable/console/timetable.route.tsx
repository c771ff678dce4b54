import { href, Link } from "react-router";
import { Tabs } from "../../console/kit/list-page.tsx";
import { ConsoleLink, PageHead } from "../../console/page-parts.tsx";
import { ConsoleTrainerName, isNotTakingPlace, type MarkedRow, SessionMarks } from "../../console/session-marks.tsx";
import { can } from "../../staff/roles.ts";
import { staffRequest } from "../../staff/staff-request.server.ts";
import { minuteOfDay } from "../../time/days.ts";
import type { Route } from "./+types/timetable.route";
import type { DeskContact } from "./desk-contact.server.ts";
import { DeskContactLink } from "./desk-contact-link.tsx";
import { readWeek } from "./timetable-pages.server.ts";

/** The class sessions of a week; trainers see only those they teach. */
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
              <ConsoleLink to={href("/staff/timetable/rows")} label="Weekly timetable" />
              <ConsoleLink
                to={`/staff/timetable/add?date=${days.find(({ isPast }) => !isPast)?.date ?? ""}`}
                className="button"
                label="Add a one-off class"
              />
              <ConsoleLink to="/staff/timetable/rows/new" className="button" label="Add a weekly class" />
              <ConsoleLink to="/staff/timetable/closures" className="button" label="Close days" />
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

/** Days are columns, and each start time is a row with a rule. */
const GRID =
  "grid gap-7 xl:gap-0 xl:grid-cols-[84px_repeat(7,minmax(0,1fr))] xl:bg-[linear-gradient(90deg,var(--line)_1px,#0000_1px)] xl:bg-size-[calc((100%-84px)/7)_100%] xl:bg-position-[84px_0]";

function ConsoleWeek({ days, starts, mayChange }: WeekData) {
  const isThisWeek = days.some(({ isToday }) => isToday);
  const ordered = isThisWeek ? [...days.filter(({ isPast }) => !isPast), ...days.filter(({ isPast }) => isPast)] : days;
  const firstPast = isThisWeek ? days.find(({ isPast }) => isPast) : undefined;
  return (
    <div className={GRID}>
      <div className="hidden xl:contents" aria-hidden="true">
        {starts.map(({ minute, text }, index) => (
          <span
            key={minute}
            className="time name col-span-full border-line border-b pt-row text-[19px]!"
            style={{ gridRow: index + 2 }}
          >
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
  return (
    <section className={`xl:contents ${isPast ? "text-graphite" : ""}`} aria-labelledby={`day-${date}`}>
      {isFirstPast && (
        <div className="pb-4 xl:hidden">
          <p className="bg-sand px-3 py-2 font-semibold text-sm">Earlier this week</p>
        </div>
      )}
      <div
        className="line relative content-start justify-start! gap-x-2! border-ink max-xl:border-t-4 max-xl:border-b max-xl:border-b-line max-xl:py-row xl:row-start-1 xl:border-b-4 xl:px-2.5 xl:pb-3"
        style={{ gridColumn: column }}
      >
        <h2 id={`day-${date}`} className="xl:basis-full xl:text-[22px]">
          {name} <span className="text-[17px] text-graphite">{shortDate}</span>
        </h2>
        {isToday && (
          <>
            <b className="text-sm">Today</b>
            <i className="shuka absolute inset-x-0 h-2 max-xl:-top-1.5 xl:-bottom-1" />
          </>
        )}
        {mayChange && !isPast && (
          <Link
            to={`/staff/timetable/add?date=${date}`}
            className="link focus-visible:-outline-offset-7! max-xl:ml-auto"
          >
            Add<span className="sr-only">{` a class on ${name} ${shortDate}`}</span>
          </Link>
        )}
        {closure !== null && (
          <p className="quiet flex basis-full flex-wrap gap-x-2">
            <span className="state alert">Closed</span> {closure}
          </p>
        )}
      </div>
      {rows.length === 0 && <p className="quiet py-row xl:hidden">No classes.</p>}
      {cellsOf(rows, starts).map(({ row, sessions }) => (
        <ul
          key={row}
          className="board border-t-0! xl:px-2.5 xl:py-0.5"
          style={{ gridColumn: column, gridRow: row + 2 }}
        >
          {sessions.map((session) => (
            <SessionRow key={`${session.id} ${session.movedTo === null}`} row={session} day={`${name} ${shortDate}`} />
          ))}
        </ul>
      ))}
    </section>
  );
}

type WeekRow = MarkedRow & { deskContact: DeskContact | null };

/** A day's sessions, grouped by start time. */
function cellsOf(rows: readonly WeekRow[], starts: WeekData["starts"]) {
  return starts.flatMap(({ minute }, row) => {
    const sessions = rows.filter(({ time }) => minuteOfDay(time.from) === minute);
    return sessions.length === 0 ? [] : [{ row, sessions }];
  });
}

/** A row: time, name, and from 640 px the marks in a third column. */
const SESSION =
  "max-xl:grid max-xl:min-h-14 max-xl:grid-cols-[minmax(84px,max-content)_minmax(0,1fr)] max-xl:items-start max-xl:gap-x-4 max-xl:gap-y-0.5 max-xl:*:col-start-2 max-xl:*:first:col-start-1 max-xl:*:first:row-span-2 max-xl:*:first:row-start-1 py-2.5 sm:max-xl:grid-cols-[minmax(84px,max-content)_minmax(0,1fr)_minmax(0,1fr)] md:max-xl:grid-cols-[minmax(96px,max-content)_minmax(0,1fr)_260px] md:max-xl:gap-x-6 sm:max-xl:grid-rows-[auto_1fr] xl:last:border-b-0!";

function SessionRow({ row, day }: { row: WeekRow; day: string }) {
  const { id, time, className } = row;
  return (
    <li className={`${SESSION} ${isNotTakingPlace(row) ? "gone" : ""}`}>
      <p className="xl:text-[13px] xl:text-graphite">
        <span className="time name max-xl:block xl:[font:inherit]!">{time.from}</span>
        <span className="time text-graphite max-xl:text-sm">-{time.to}</span>
      </p>
      <h3 className="name xl:text-[clamp(18px,1.4vw-1px,22px)]!">
        <Link to={`/staff/timetable/${id}`}>
          {className}
          <span className="sr-only">{`, ${day}, ${time.from}`}</span>
        </Link>
      </h3>
      <p className="quiet">
        <ConsoleTrainerName session={row} />
      </p>
      <div className="sm:max-xl:col-start-3 sm:max-xl:row-span-2 sm:max-xl:row-start-1 xl:pt-1">
        <SessionMarks row={row} isUnderClosure />
      </div>
      {row.deskContact && (
        <p className="max-xl:col-start-2 max-xl:col-end-[-1]">
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
