import { type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import { COLLAPSED_CLASSES } from "../classes/class.ts";
import { classCards } from "../classes/class-cards.server.ts";
import { ClassGrid } from "../classes/class-grid.tsx";
import { listClasses } from "../classes/classes.server.ts";
import type { PublicPageHandle } from "../public-page.ts";
import { servicesContext } from "../request-context.ts";
import { isSamePage } from "../site/new-page.ts";
import { pageMeta } from "../site/page-meta.ts";
import { findPlacePictures } from "../site/settings.server.ts";
import { listTrainers } from "../trainers/trainers.server.ts";
import { Banner } from "../ui/banner.tsx";
import type { Route } from "./+types/classes";

export const handle = { publicPage: { searchParams: { show: ["all"] } } } satisfies PublicPageHandle;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "Classes",
    description:
      "Cycling, boxing, yoga, karate and eight more: every class with its trainer, day and time. Save the ones you like.",
    origin: matches[0].loaderData.origin,
    path: "/classes",
    share: "classes",
    shareAlt: "A woman leans into the bars of a spin bike, red light tubes behind her.",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [classes, trainers, pictures] = await Promise.all([
    listClasses(services),
    listTrainers(services),
    findPlacePictures(services, ["banner-classes"]),
  ]);
  return { classes: classCards(services, classes, trainers), collapsed: COLLAPSED_CLASSES, pictures };
}

/** All cards are here from the start: showing more of them asks the server for nothing. */
export function shouldRevalidate(move: ShouldRevalidateFunctionArgs): boolean {
  return isSamePage(move) ? false : move.defaultShouldRevalidate;
}

export default function Classes({ loaderData, matches }: Route.ComponentProps) {
  const [query] = useSearchParams();
  return (
    <>
      <Banner eyebrow="Find your hour" title="Classes" photo={loaderData.pictures["banner-classes"]} />
      <ClassGrid
        classes={loaderData.classes}
        collapsed={loaderData.collapsed}
        isExpanded={query.get("show") === "all"}
        savedSlugs={matches[0].loaderData.visitor?.savedShows ?? null}
      />
    </>
  );
}
