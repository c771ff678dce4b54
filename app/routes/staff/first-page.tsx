import { consoleMeta } from "../../console/console-meta.ts";
import { TodaysClasses } from "../../console/first-page/todays-classes.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { dayInNairobi, shortMomentInNairobi } from "../../content/nairobi-time.ts";
import { isOnAt, minuteOfDay } from "../../content/slot-time.ts";
import { servicesContext, staffContext } from "../../request-context.ts";
import { listDay } from "../../schedule/schedule.server.ts";
import { can } from "../../staff/roles.ts";
import type { Route } from "./+types/first-page";

export function meta() {
  return consoleMeta("Today");
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { role, trainerSlug } = context.get(staffContext);
  const now = services.now();
  const day = dayInNairobi(now);
  // A trainer sees their own classes; one who is no trainer on the site has none.
  const rows = await listDay(services, day, role === "trainer" ? (trainerSlug ?? "") : undefined);
  const classes = rows
    .map((row) => ({ ...row, isOn: isOnAt(day, row.time, now) }))
    .toSorted((one, other) => minuteOfDay(one.time.from) - minuteOfDay(other.time.from));
  return { now: shortMomentInNairobi(now, now), classes, mayChangeTimetable: can(role, "edit", "slot") };
}

export default function FirstPage({ loaderData: { now, classes, mayChangeTimetable } }: Route.ComponentProps) {
  return (
    <div className="first">
      <PageHead title="Today" actions={<p className="date">{now}</p>} />
      <div className="today">
        <TodaysClasses classes={classes} mayChange={mayChangeTimetable} />
      </div>
    </div>
  );
}
