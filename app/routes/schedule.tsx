import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../site/page-meta.ts";
import { findPlacePictures } from "../site/settings.server.ts";
import type { Route } from "./+types/schedule";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "Schedule by Day",
    description: "The week at Nguvu.",
    origin: matches[0].loaderData.origin,
    path: "/schedule",
    share: "schedule",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { pictures: await findPlacePictures(services, ["banner"]) };
}

export default function Schedule() {
  return (
    <main>
      <h1>Schedule by Day</h1>
    </main>
  );
}
