import { Fragment } from "react";
import { href, Link } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { PageHead } from "../../console/page-head.tsx";
import { staffRequest } from "../../staff/staff-request.server.ts";
import type { Route } from "./+types/weekly-slots.route";
import { readWeeklySlots } from "./weekly-slot-pages.server.ts";

export function meta() {
  return consoleMeta("Weekly timetable");
}

/** The weekly slots, a part for each day of the week. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services } = staffRequest(context, ["publish", "timetable"]);
  return readWeeklySlots(services);
}

export default function WeeklySlots({ loaderData: { days, ended } }: Route.ComponentProps) {
  const isEmpty = days.every(({ rows }) => rows.length === 0);
  return (
    <>
      <PageHead
        title="Weekly timetable"
        back={{ to: href("/staff/timetable"), label: "Timetable" }}
        meta="The classes of every week, in the order of the clock."
        actions={
          <Link to={href("/staff/timetable/rows/new")} className="button red">
            Add a class every week
          </Link>
        }
      />
      {isEmpty && <p className="empty">No class takes place every week yet.</p>}
      <ol className="board entries without-pictures unordered">
        {days
          .filter(({ rows }) => rows.length > 0)
          .map(({ name, rows }) => (
            <Fragment key={name}>
              <li className="list-heading">
                <h2>{name}</h2>
              </li>
              {rows.map((row) => (
                <SlotRow key={row.to} row={row} day={name} />
              ))}
            </Fragment>
          ))}
      </ol>
      {ended.length > 0 && (
        <section aria-labelledby="ended" className="mt-10">
          <h2 id="ended">No longer in the timetable</h2>
          <ol className="board entries without-pictures unordered">
            {ended.map((row) => (
              <SlotRow key={row.to} row={{ ...row, title: `${row.day}, ${row.title}` }} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

type SlotRowData = Omit<Route.ComponentProps["loaderData"]["ended"][number], "day">;

/** @param day said to screen readers where a heading shows it */
function SlotRow({ row: { to, title, trainer, state }, day }: { row: SlotRowData; day?: string }) {
  return (
    <li>
      <div className="what">
        <h3 className="name">
          <Link to={to}>
            {title}
            {day && <span className="sr-only">{`, ${day}`}</span>}
          </Link>
        </h3>
        <span className="sub">{trainer}</span>
      </div>
      {state.mark !== "on" && <span className={`state ${state.mark}`}>{state.words}</span>}
    </li>
  );
}
