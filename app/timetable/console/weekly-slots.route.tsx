import { href } from "react-router";
import { Board } from "../../console/kit/list-page.tsx";
import { ConsoleLink, PageHead, TitledSection } from "../../console/page-parts.tsx";
import { staffRequest } from "../../staff/staff-request.server.ts";
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
    <TitledSection title={name}>
      <Board
        heading="h3"
        rows={slots.map(({ to, day, time, className, trainer, state }) => ({
          ...{ to, time, about: isEnded ? `${day}, ${trainer}` : trainer },
          title: (
            <>
              {className}
              <span className="sr-only">{`, ${day}, ${time.from}-${time.to}`}</span>
            </>
          ),
          ...(state.mark !== "on" && { state }),
        }))}
      />
    </TitledSection>
  );
}
