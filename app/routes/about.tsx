import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../site/page-meta.ts";
import { findPlacePictures } from "../site/settings.server.ts";
import type { Route } from "./+types/about";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "About Us",
    description: "Who we are: expert trainers and nutritionists in Nairobi who plan your training and your food with you.",
    origin: matches[0].loaderData.origin,
    path: "/about",
    share: "about",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { pictures: await findPlacePictures(services, ["banner-about"]) };
}

export default function About() {
  return (
    <main>
      <h1>About Us</h1>
    </main>
  );
}
