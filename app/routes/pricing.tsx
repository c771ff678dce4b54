import { listEntries } from "../content/entries.server.ts";
import { findPlacePictures } from "../content/place-pictures.server.ts";
import { classType } from "../content/types/class.ts";
import { planType } from "../content/types/plan.ts";
import { formatPrice, planFacts } from "../pricing/plan-facts.ts";
import { PricingSection } from "../pricing/pricing-section.tsx";
import { Questions } from "../pricing/questions.tsx";
import type { PublicPageHandle } from "../public-page.ts";
import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../seo/page-meta.ts";
import { Banner } from "../ui/banner.tsx";
import { countInWordsCapitalised } from "../ui/count-in-words.ts";
import type { Route } from "./+types/pricing";

export const handle = { publicPage: {} } satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const facts = planFacts(loaderData?.plans ?? []);
  const plans =
    facts && `${countInWordsCapitalised(facts.count)} monthly plans from ${formatPrice(facts.lowestPrice)}. `;
  return pageMeta(matches[0].loaderData, {
    title: "Pricing",
    description: `${plans ?? ""}Our prices are community friendly, book with us.`,
    path: "/pricing",
    share: "pricing",
    shareAlt: "The end of a barbell stacked with red and black plates.",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [plans, classes, pictures] = await Promise.all([
    listEntries(services, planType),
    listEntries(services, classType),
    findPlacePictures(services, ["banner-pricing"]),
  ]);
  return { plans, classCount: classes.length, banner: pictures["banner-pricing"] };
}

export default function Pricing({ loaderData: { plans, classCount, banner } }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="Community friendly" title="Pricing" photo={banner} />
      <PricingSection plans={plans} />
      <Questions facts={{ classCount, inclusions: plans[0]?.inclusions ?? [] }} />
    </>
  );
}
