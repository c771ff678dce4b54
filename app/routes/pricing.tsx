import { listEntries } from "../content/entries.server.ts";
import { findSingleEntry } from "../content/single-entries.server.ts";
import { findBanner, findDescription, findSections, listFilledEntries } from "../content/site-texts.server.ts";
import { planType } from "../content/types/plan.ts";
import { questionType } from "../content/types/question.ts";
import { settingsType } from "../content/types/settings.ts";
import { siteOrigin } from "../platform/config.ts";
import { PricingSection } from "../pricing/pricing-section.tsx";
import { Questions } from "../pricing/questions.tsx";
import type { PublicPageHandle } from "../public-page.ts";
import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../seo/page-meta.ts";
import { gymInShort, offerOf, structuredData } from "../seo/structured-data.ts";
import { Banner } from "../ui/banner.tsx";
import type { Route } from "./+types/pricing";

export const handle = { publicPage: {} } satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return pageMeta(matches[0].loaderData, {
    title: "Pricing",
    description: loaderData.description,
    structuredData: loaderData.structuredData,
    path: "/pricing",
    share: "pricing",
    shareAlt: "The end of a barbell stacked with red and black plates.",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [banner, description, texts, plans, questions, settings] = await Promise.all([
    findBanner(services, "pricing"),
    findDescription(services, "pricing"),
    findSections(services, ["pricing", "questions"]),
    listEntries(services, planType),
    listFilledEntries(services, questionType, "answer"),
    findSingleEntry(services, settingsType),
  ]);
  const origin = siteOrigin(services.config);
  const offers = plans.map((plan) => offerOf(plan, origin));
  return {
    banner,
    description,
    texts,
    plans,
    questions,
    structuredData: structuredData(gymInShort(settings, origin), ...offers),
  };
}

export default function Pricing({ loaderData: { banner, texts, plans, questions } }: Route.ComponentProps) {
  return (
    <>
      <Banner {...banner} title="Pricing" />
      <PricingSection text={texts.pricing} plans={plans} />
      {questions.length > 0 && <Questions text={texts.questions} questions={questions} />}
    </>
  );
}
