import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../site/page-meta.ts";
import { findPlacePictures } from "../site/settings.server.ts";
import type { Route } from "./+types/signup";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "Sign Up",
    description: "Make an account and keep the classes you like.",
    origin: matches[0].loaderData.origin,
    path: "/signup",
    share: "signup",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { pictures: await findPlacePictures(services, ["sign-up"]) };
}

export default function SignUp() {
  return (
    <main>
      <h1>Sign Up</h1>
    </main>
  );
}
