import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../site/page-meta.ts";
import { findPlacePictures } from "../site/settings.server.ts";
import type { Route } from "./+types/classes";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "Classes",
    description: "Cycling, boxing, yoga, karate and eight more: every class with its trainer, day and time. Save the ones you like.",
    origin: matches[0].loaderData.origin,
    path: "/classes",
    share: "classes",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { pictures: await findPlacePictures(services, ["banner-classes"]) };
}

export default function Classes() {
  return (
    <main>
      <h1>Classes</h1>
    </main>
  );
}
