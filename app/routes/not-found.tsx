import { data } from "react-router";
import { listEntries } from "../content/entries.server.ts";
import { findPlacePictures } from "../content/place-pictures.server.ts";
import { classType } from "../content/types/class.ts";
import { planType } from "../content/types/plan.ts";
import { NotFoundLinks } from "../layout/not-found-links.tsx";
import { formatPrice, planFacts } from "../pricing/plan-facts.ts";
import type { PublicPageHandle } from "../public-page.ts";
import { servicesContext } from "../request-context.ts";
import { pageTitle } from "../seo/page-meta.ts";
import { Banner } from "../ui/banner.tsx";
import { countInWords, countInWordsCapitalised } from "../ui/count-in-words.ts";
import type { Route } from "./+types/not-found";

export const handle = { publicPage: { isUnlisted: true } } satisfies PublicPageHandle;

/** No canonical address and nothing to share: there is no page here. */
export function meta({ matches }: Route.MetaArgs) {
  return [
    { title: pageTitle("Page not found", matches[0].loaderData) },
    { name: "description", content: "There is nothing at this address." },
    { name: "robots", content: "noindex" },
  ];
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [{ banner }, classes, plans] = await Promise.all([
    findPlacePictures(services, ["banner"]),
    listEntries(services, classType),
    listEntries(services, planType),
  ]);
  const prices = planFacts(plans);
  const linkDescriptions = {
    classes:
      classes.length > 1
        ? `All ${countInWords(classes.length)}, with coach, day and time.`
        : "With coach, day and time.",
    pricing: prices
      ? `${countInWordsCapitalised(prices.count)} plans, from ${formatPrice(prices.lowestPrice)} a month.`
      : "What a month costs.",
  };
  return data({ banner, linkDescriptions }, { status: 404 });
}

export default function NotFound({ loaderData: { banner, linkDescriptions } }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="404" title="Page not found" photo={banner} />
      <NotFoundLinks descriptions={linkDescriptions} />
    </>
  );
}
