import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../site/page-meta.ts";
import { findPlacePictures } from "../site/settings.server.ts";
import type { Route } from "./+types/pricing";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "Pricing",
    description: "Three monthly plans from KES 39. Our prices are community friendly, book with us.",
    origin: matches[0].loaderData.origin,
    path: "/pricing",
    share: "pricing",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { pictures: await findPlacePictures(services, ["banner-pricing"]) };
}

export default function Pricing() {
  return (
    <main>
      <h1>Pricing</h1>
    </main>
  );
}
