import { href, type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import { withArrival } from "../../accounts/return-to.ts";
import { visitorContext } from "../../accounts/visitor-context.ts";
import { listEntries } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { findBanner, findNote } from "../../content-types/site-texts.server.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { Banner } from "../../ui/banner.tsx";
import { countInWords } from "../../ui/count-in-words.ts";
import { isSamePage } from "../layout/same-page.ts";
import { pageMeta } from "../seo/page-meta.ts";
import type { Route } from "./+types/classes.route";
import { classCards } from "./class-cards.server.ts";
import { ClassGrid } from "./class-grid.tsx";

/** How many classes the page's description names. */
const NAMED_CLASSES = 4;

export const handle = {
  publicPage: { searchParams: { show: ["all"] }, isPersonalSignedIn: true },
} satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches[0].loaderData, {
    title: "Classes",
    description: `${someClasses(loaderData?.classes ?? [])}: every class with its trainer, day and time. Save the ones you like.`,
    path: "/classes",
    share: "classes",
    shareAlt: "A woman leans into the bars of a spin bike, red light tubes behind her.",
  });
}

/** The first four classes by name, and how many more there are. */
function someClasses(classes: readonly { title: string }[]): string {
  const [first = "Classes", ...others] = classes.slice(0, NAMED_CLASSES).map(({ title }) => title);
  const more = classes.length - NAMED_CLASSES;
  const names = [first, ...others.map((title) => title.toLowerCase())].join(", ");
  return more > 0 ? `${names} and ${countInWords(more)} more` : names;
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [banner, note, classes, slots, trainers] = await Promise.all([
    findBanner(services, "classes"),
    findNote(services, "classes"),
    listEntries(services, classType),
    listEntries(services, weeklySlotType),
    listEntries(services, trainerType),
  ]);
  return {
    banner,
    note,
    classes: classCards(services, classes, slots, trainers),
    savedSlugs: context.get(visitorContext)?.savedShows ?? null,
  };
}

/** The response has all cards: showing more of them needs no request. */
export function shouldRevalidate(move: ShouldRevalidateFunctionArgs): boolean {
  return isSamePage(move) ? false : move.defaultShouldRevalidate;
}

export default function Classes({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  return (
    <>
      <Banner {...loaderData.banner} title="Classes" />
      <ClassGrid
        note={loaderData.note}
        classes={loaderData.classes}
        isExpanded={query.get("show") === "all"}
        savedSlugs={loaderData.savedSlugs}
        signInPath={(arrival) => withArrival(href("/login"), arrival)}
      />
    </>
  );
}
