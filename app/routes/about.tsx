import type { PublicPageHandle } from "../public-page.ts";
import { servicesContext } from "../request-context.ts";
import { AboutIntro } from "../site/about-intro.tsx";
import { MeetTheTeam } from "../site/meet-the-team.tsx";
import { History } from "../site/our-history.tsx";
import { pageMeta } from "../site/page-meta.ts";
import { findPlacePictures } from "../site/settings.server.ts";
import { Banner } from "../ui/banner.tsx";
import { Band } from "../ui/section.tsx";
import type { Route } from "./+types/about";

export const handle = { publicPage: {} } satisfies PublicPageHandle;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "About Us",
    description:
      "Who we are: expert trainers and nutritionists in Nairobi who plan your training and your food with you.",
    origin: matches[0].loaderData.origin,
    path: "/about",
    share: "about",
    shareAlt: "A trainer stands beside a member lifting a dumbbell, red light tubes behind them.",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return {
    pictures: await findPlacePictures(services, ["banner-about", "about-page", "history", "about", "why-choose-us"]),
  };
}

export default function About({ loaderData: { pictures } }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="Nguvu means strength" title="About Us" photo={pictures["banner-about"]} />
      <AboutIntro photo={pictures["about-page"]} />
      <Band />
      <History photo={pictures.history} />
      <MeetTheTeam pictures={[pictures.about, pictures["why-choose-us"]]} />
    </>
  );
}
