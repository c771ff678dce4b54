import { Outlet } from "react-router";
import { findBanner } from "../content/site-texts.server.ts";
import { SavedNotice } from "../offline/saved-notice.tsx";
import { servicesContext } from "../request-context.ts";
import { DayTabs } from "../schedule/day-tabs.tsx";
import { Banner } from "../ui/banner.tsx";
import { Section } from "../ui/section.tsx";
import type { Route } from "./+types/schedule";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { banner: await findBanner(services, "schedule"), offlineReading: services.config.offlineReading };
}

/** The frame of the seven days; a day's own page is `schedule-day.tsx`. */
export default function Schedule({ loaderData, matches }: Route.ComponentProps) {
  return (
    <>
      <Banner {...loaderData.banner} title="Schedule by Day" />
      {loaderData.offlineReading && <SavedNotice isSignedIn={matches[0].loaderData.isSignedIn} />}
      <Section background="ink" className="pt-12 md:pt-14">
        <DayTabs />
        <Outlet />
      </Section>
    </>
  );
}
