import { Outlet } from "react-router";
import { findPlacePictures } from "../content/place-pictures.server.ts";
import { servicesContext } from "../request-context.ts";
import { DayTabs } from "../schedule/day-tabs.tsx";
import { Banner } from "../ui/banner.tsx";
import { Section } from "../ui/section.tsx";
import type { Route } from "./+types/schedule";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { pictures: await findPlacePictures(services, ["banner"]) };
}

/** The frame of the seven days; a day's own page is `schedule-day.tsx`. */
export default function Schedule({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="This week" title="Schedule by Day" photo={loaderData.pictures.banner} />
      <Section background="ink" className="pt-12 md:pt-14">
        <DayTabs />
        <Outlet />
      </Section>
    </>
  );
}
