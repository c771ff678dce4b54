import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../site/page-meta.ts";
import { findPlacePictures } from "../site/settings.server.ts";
import type { Route } from "./+types/not-found";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "Page not found",
    description: "There is nothing at this address.",
    origin: matches[0].loaderData.origin,
    path: "/404",
    share: "home",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { pictures: await findPlacePictures(services, ["banner"]) };
}

export default function NotFound() {
  return (
    <main>
      <h1>Page not found</h1>
    </main>
  );
}
