import { Outlet } from "react-router";
import { findBanner } from "../content/site-texts.server.ts";
import { servicesContext } from "../request-context.ts";
import { DayTabs } from "../schedule/day-tabs.tsx";
import { Banner } from "../ui/banner.tsx";
import { Section } from "../ui/section.tsx";
import type { Route } from "./+types/schedule";

export async function loader({ context }: Route.LoaderArgs) {
  return { banner: await findBanner(context.get(servicesContext), "schedule") };
}

/** The frame of the seven days; a day's own page is `schedule-day.tsx`. */
export default function Schedule({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Banner {...loaderData.banner} title="Schedule by Day" />
      <Section background="ink" className="pt-12 md:pt-14">
        <DayTabs />
        <Outlet />
      </Section>
    </>
  );
}
