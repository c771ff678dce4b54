import { href, Link } from "react-router";
import { ConsoleLink, PageHead } from "../../console/page-parts.tsx";
import { staffRequest } from "../../staff/staff-request.server.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import type { Route } from "./+types/weekly-slots.route";
import { readWeeklySlots } from "./weekly-slot-pages.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = staffRequest(context, ["publish", "timetable"]);
  return readWeeklySlots(services);
}

export default function WeeklySlots({ loaderData: { days, ended } }: Route.ComponentProps) {
  const inUse = days.filter(({ rows }) => rows.length > 0);
  return (
    <>
      <PageHead
        title="Weekly timetable"
        back={{ to: href("/staff/timetable"), label: "Timetable" }}
        meta="The weekly classes, by day and time."
        actions={
          <ConsoleLink to={href("/staff/timetable/rows/new")} className="button red" label="Add a weekly class" />
        }
      />
      {inUse.length === 0 && <p className="empty">No weekly classes yet.</p>}
      <div className="parts">
        {inUse.map(({ name, rows }) => (
          <SlotBoard key={name} name={name} slots={rows} />
        ))}
        {ended.length > 0 && <SlotBoard name="No longer in the timetable" slots={ended} isEnded />}
      </div>
    </>
  );
}

type Slot = Route.ComponentProps["loaderData"]["ended"][number];

function SlotBoard({ name, slots, isEnded = false }: { name: string; slots: readonly Slot[]; isEnded?: boolean }) {
  return (
    <section className="part" aria-label={name}>
      <h2>{name}</h2>
      <ul className="board">
        {slots.map(({ to, day, time, className, trainer, state }) => (
          <li
            key={to}
            className="grid grid-cols-[minmax(84px,max-content)_minmax(0,1fr)] items-baseline gap-x-row gap-y-2.5 py-row md:grid-cols-[minmax(96px,max-content)_minmax(0,1fr)_260px]"
          >
            <p>
              <span className="time name block">{time.from}</span>
              <span className="time quiet">-{time.to}</span>
            </p>
            <div>
              <h3 className="name">
                <Link to={to}>
                  {className}
                  <span className="sr-only">{`, ${day}, ${time.from}-${time.to}`}</span>
                </Link>
              </h3>
              <p className="about">
                {isEnded && `${day}, `}
                {trainer}
              </p>
            </div>
            {state.mark !== "on" && (
              <p className={`state max-md:col-start-2 ${state.mark}`}>{withoutBreaks(state.words)}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
