import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../site/page-meta.ts";
import { findPlacePictures } from "../site/settings.server.ts";
import type { Route } from "./+types/account";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "Account",
    description: "Your saved classes.",
    origin: matches[0].loaderData.origin,
    path: "/account",
    share: "account",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { pictures: await findPlacePictures(services, ["account"]) };
}

export default function Account() {
  return (
    <main>
      <h1>Account</h1>
    </main>
  );
}
