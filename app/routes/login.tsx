import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../site/page-meta.ts";
import { findPlacePictures } from "../site/settings.server.ts";
import type { Route } from "./+types/login";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "Sign In",
    description: "Sign in to see the classes you saved.",
    origin: matches[0].loaderData.origin,
    path: "/login",
    share: "login",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { pictures: await findPlacePictures(services, ["sign-in"]) };
}

export default function SignIn() {
  return (
    <main>
      <h1>Sign In</h1>
    </main>
  );
}
