import { href, Outlet } from "react-router";
import { findBanner } from "../../content-types/site-texts.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { SavedNotice } from "../../site/offline/saved-notice.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Section } from "../../ui/section.tsx";
import type { Route } from "./+types/schedule.route";
import { DayTabs } from "./day-tabs.tsx";
import styles from "./schedule.css?url";
import { dayOfPattern } from "./schedule-dates.server.ts";
import { findTabs } from "./timetable-view.server.ts";

export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: styles }];
}

export async function loader({ context, pattern, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { photo } = await findBanner(services, "schedule");
  const { offlineReading } = services.config;
  return { photo, offlineReading, ...findTabs(services, dayOfPattern(pattern), request.url) };
}

/** The frame of the seven days; a day's own page is `schedule-day.tsx`. */
export default function Schedule({ loaderData, matches }: Route.ComponentProps) {
  const { photo, offlineReading, weekOf, tabs } = loaderData;
  const { isSignedIn } = matches[0].loaderData;
  return (
    <>
      <Banner eyebrow={`Week of ${weekOf}`} photo={photo} title="Schedule by Day" />
      {offlineReading && <SavedNotice isSignedIn={isSignedIn} further={[href("/schedule/week")]} />}
      <Section background="ink" className="pt-12 md:pt-14">
        <DayTabs tabs={tabs} />
        <Outlet />
      </Section>
    </>
  );
}
