import { href, NavLink, Outlet } from "react-router";
import { findBanner } from "../../content-types/site-texts.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { SavedNotice } from "../../site/offline/saved-notice.tsx";
import { calendarDay, dayName, dayOfWeek } from "../../time/days.ts";
import { Banner } from "../../ui/banner.tsx";
import { Section } from "../../ui/section.tsx";
import type { Route } from "./+types/schedule.route";
import styles from "./schedule.css?url";
import { dayOfPattern } from "./schedule-dates.server.ts";
import { findTabs } from "./timetable-view.server.ts";
import { useNow } from "./use-now.ts";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export async function loader({ context, pattern, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { photo } = await findBanner(services, "schedule");
  const { offlineReading } = services.config;
  return { photo, offlineReading, ...findTabs(services, dayOfPattern(pattern), request.url) };
}

/** The layout around the seven days; each day's content is in `schedule-day.route.tsx`. */
export default function Schedule({ loaderData, matches }: Route.ComponentProps) {
  const { photo, offlineReading, weekOf, toWeek, tabs } = loaderData;
  const { isSignedIn } = matches[0].loaderData;
  // The week of the shown date can differ from the current week.
  const weekPaths = [...new Set([href("/schedule/week"), toWeek])];
  return (
    <>
      <Banner eyebrow={`Week of ${weekOf}`} photo={photo} title="Schedule by Day" />
      {offlineReading && <SavedNotice isSignedIn={isSignedIn} further={weekPaths} />}
      <Section background="ink" className="pt-12 md:pt-14">
        <DayTabs tabs={tabs} />
        <Outlet />
      </Section>
    </>
  );
}

const TODAY_MARK = "today-mark";

/** The seven days (specification, section 2), all visible on phones. The browser marks today, in its own week only. */
function DayTabs({ tabs }: Pick<Route.ComponentProps["loaderData"], "tabs">) {
  const now = useNow();
  const today = now && dayOfWeek(calendarDay(now));
  // The tabs of later weeks have a date.
  const todayPath = tabs.find(({ day, path }) => day === today && !path.includes("?"))?.path;
  return (
    <nav aria-label="Days of the week" className="max-md:-mx-gutter">
      <ul className="flex flex-wrap md:gap-1.5 lg:gap-2">
        {tabs.map(({ day, path }) => (
          <li key={day} className="relative grow basis-[13%] lg:grow-0 lg:basis-auto">
            <NavLink
              to={path}
              aria-describedby={path === todayPath ? TODAY_MARK : undefined}
              className={({ isActive }) =>
                `flex min-h-14 items-center justify-center text-[15px] font-bold whitespace-nowrap transition-colors focus-visible:relative focus-visible:z-10 max-md:focus-visible:outline-offset-[-3px] lg:px-5.5 forced-colors:border ${
                  isActive ? "bg-red text-white" : "bg-coal text-chalk hover:bg-iron"
                }`
              }
            >
              <span>
                {dayName(day).slice(0, 3)}
                <span className="sr-only lg:not-sr-only">{dayName(day).slice(3)}</span>
              </span>
            </NavLink>
            {path === todayPath && (
              <span
                id={TODAY_MARK}
                className="pointer-events-none absolute inset-x-0 -top-6 text-center text-[12px] font-bold whitespace-nowrap text-ember md:tracking-[.12em] uppercase"
              >
                Today
              </span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
