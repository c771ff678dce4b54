import { sessionCookieName } from "../accounts/auth.server.ts";
import type { PublicPageHandle } from "../public-page.ts";
import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../site/page-meta.ts";
import { PrivacyNotice } from "../site/privacy-notice.tsx";
import { findPlacePictures } from "../site/settings.server.ts";
import { Banner } from "../ui/banner.tsx";
import type { Route } from "./+types/privacy";

export const handle = { publicPage: {} } satisfies PublicPageHandle;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "Privacy",
    description: "What this site keeps about you, why, for how long, and the rights you have under Kenyan law.",
    origin: matches[0].loaderData.origin,
    path: "/privacy",
    share: "home",
    shareAlt: "A man braces over a loaded barbell while a trainer watches, red light tubes behind them.",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return {
    ...(await findPlacePictures(services, ["banner"])),
    sessionCookie: sessionCookieName(services.config),
  };
}

export default function Privacy({ loaderData, matches }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="Your data" title="Privacy" photo={loaderData.banner} />
      <PrivacyNotice gym={matches[0].loaderData.settings} sessionCookie={loaderData.sessionCookie} />
    </>
  );
}
