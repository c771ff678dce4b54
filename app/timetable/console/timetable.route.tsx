import { Link } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { PageHead } from "../../console/page-head.tsx";
import { servicesContext } from "../../request/request-context.ts";
import { can } from "../../staff/roles.ts";
import { staffContext } from "../../staff/staff-context.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import type { Route } from "./+types/timetable.route";
import { ConsoleWeek } from "./week.tsx";
import { readWeek } from "./week-page.server.ts";

export function meta() {
  return consoleMeta("Timetable");
}

/** A dated week: to a trainer the classes they teach. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const member = context.get(staffContext);
  requirePermission(member, "see", "timetable");
  return {
    ...(await readWeek(context.get(servicesContext), member, url.searchParams.get("week"))),
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
                Add a class once
              </Link>
              <Link to={"/staff/timetable/closures"} className="button low">
                Close days
              </Link>
              <Link to="/staff/content/slot" className="link">
                Every week
              </Link>
            </>
          )
        }
      />
      <nav className="tabs" aria-label="Weeks">
        <Link to={before}>Week before</Link>
        {tabs.map((tab) => (
          <Link key={tab.monday} to={tab.to} aria-current={tab.monday === monday ? "page" : undefined}>
            {tab.label}
          </Link>
        ))}
        <Link to={after}>Week after</Link>
      </nav>
      <ConsoleWeek days={days} starts={starts} mayChange={mayChange} />
    </>
  );
}
