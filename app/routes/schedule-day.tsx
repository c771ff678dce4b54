import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../site/page-meta.ts";
import { findPlacePictures } from "../site/settings.server.ts";
import type { Route } from "./+types/schedule-day";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "Schedule",
    description: "The day's classes.",
    origin: matches[0].loaderData.origin,
    path: "/schedule/monday",
    share: "schedule",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { pictures: await findPlacePictures(services, ["banner"]) };
}

export default function ScheduleDay() {
  return (
    <main>
      <h1>Schedule</h1>
    </main>
  );
}
