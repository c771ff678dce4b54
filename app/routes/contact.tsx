import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../site/page-meta.ts";
import { findPlacePictures } from "../site/settings.server.ts";
import type { Route } from "./+types/contact";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "Contact Us",
    description: "Where we are in Nairobi, when we are open, and a form that reaches the front desk.",
    origin: matches[0].loaderData.origin,
    path: "/contact",
    share: "contact",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { pictures: await findPlacePictures(services, ["banner-contact"]) };
}

export default function ContactUs() {
  return (
    <main>
      <h1>Contact Us</h1>
    </main>
  );
}
