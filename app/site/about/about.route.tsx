import { listEntries } from "../../cms/entries.server.ts";
import {
  findBanner,
  findDescription,
  findPlacePictures,
  findSections,
  listFilledEntries,
} from "../../content-types/site-texts.server.ts";
import { milestoneType } from "../../content-types/texts.ts";
import { trainerType } from "../../content-types/trainer.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { Banner } from "../../ui/banner.tsx";
import { Band } from "../../ui/section.tsx";
import { pageMeta } from "../seo/page-meta.ts";
import type { Route } from "./+types/about.route";
import { AboutIntro } from "./about-intro.tsx";
import { MeetTheTeam } from "./meet-the-team.tsx";
import { History } from "./our-history.tsx";

export const handle = { publicPage: {} } satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return pageMeta(matches[0].loaderData, {
    title: "About Us",
    description: loaderData.description,
    path: "/about",
    share: "about",
    shareAlt: "A trainer stands beside a member lifting a dumbbell, red light tubes behind them.",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [banner, description, texts, chapters, trainers, pictures] = await Promise.all([
    findBanner(services, "about"),
    findDescription(services, "about"),
    findSections(services, ["about-intro", "about-history", "about-team"]),
    listFilledEntries(services, milestoneType, "text"),
    listEntries(services, trainerType),
    findPlacePictures(services, ["about-page", "history", "about", "why-choose-us"]),
  ]);
  return { banner, description, texts, chapters, hasTeam: trainers.length > 0, pictures };
}

/** A part that has nothing to show is left out. */
export default function About({ loaderData }: Route.ComponentProps) {
  const { banner, texts, chapters, hasTeam, pictures } = loaderData;
  return (
    <>
      <Banner {...banner} title="About Us" />
      <AboutIntro text={texts["about-intro"]} photo={pictures["about-page"]} />
      {chapters.length > 0 && (
        <>
          <Band />
          <History text={texts["about-history"]} chapters={chapters} photo={pictures.history} />
        </>
      )}
      {hasTeam && <MeetTheTeam text={texts["about-team"]} pictures={[pictures.about, pictures["why-choose-us"]]} />}
    </>
  );
}
