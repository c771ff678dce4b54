import { AboutIntro } from "../about/about-intro.tsx";
import { MeetTheTeam } from "../about/meet-the-team.tsx";
import { History } from "../about/our-history.tsx";
import { listEntries } from "../content/entries.server.ts";
import { findPlacePictures } from "../content/place-pictures.server.ts";
import { trainerType } from "../content/types/trainer.ts";
import type { PublicPageHandle } from "../public-page.ts";
import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../seo/page-meta.ts";
import { Banner } from "../ui/banner.tsx";
import { Band } from "../ui/section.tsx";
import type { Route } from "./+types/about";

export const handle = { publicPage: {} } satisfies PublicPageHandle;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches[0].loaderData, {
    title: "About Us",
    description:
      "Who we are: expert trainers and nutritionists in Nairobi who plan your training and your food with you.",
    path: "/about",
    share: "about",
    shareAlt: "A trainer stands beside a member lifting a dumbbell, red light tubes behind them.",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [trainers, pictures] = await Promise.all([
    listEntries(services, trainerType),
    findPlacePictures(services, ["banner-about", "about-page", "history", "about", "why-choose-us"]),
  ]);
  return { trainerCount: trainers.length, pictures };
}

export default function About({ loaderData: { trainerCount, pictures } }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="Nguvu means strength" title="About Us" photo={pictures["banner-about"]} />
      <AboutIntro photo={pictures["about-page"]} />
      <Band />
      <History photo={pictures.history} />
      <MeetTheTeam trainerCount={trainerCount} pictures={[pictures.about, pictures["why-choose-us"]]} />
    </>
  );
}
