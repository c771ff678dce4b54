import { listEntries } from "../../cms/entries.server.ts";
import { planType, questionType } from "../../content-types/pricing.ts";
import { findBanner, findDescription, findSections, listFilledEntries } from "../../content-types/site-texts.server.ts";
import { questionAddress } from "../../forms/whatsapp.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { Banner } from "../../ui/banner.tsx";
import { WhatsAppLink } from "../../ui/whatsapp-link.tsx";
import { describePlans } from "../seo/page-data.server.ts";
import { pageMeta } from "../seo/page-meta.ts";
import type { Route } from "./+types/pricing.route";
import { PricingSection } from "./pricing-section.tsx";
import { Questions } from "./questions.tsx";

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
  const [banner, description, texts, plans, questions, structuredData] = await Promise.all([
    findBanner(services, "pricing"),
    findDescription(services, "pricing"),
    findSections(services, ["pricing", "questions"]),
    listEntries(services, planType),
    listFilledEntries(services, questionType, "answer"),
    describePlans(services),
  ]);
  return { banner, description, texts, plans, questions, structuredData };
}

export default function Pricing({ loaderData, matches }: Route.ComponentProps) {
  const { banner, texts, plans, questions } = loaderData;
  const { whatsApp } = matches[0].loaderData.settings;
  return (
    <>
      <Banner {...banner} title="Pricing" />
      <PricingSection
        text={texts.pricing}
        plans={plans}
        below={({ name }) =>
          whatsApp && (
            <WhatsAppLink
              href={questionAddress(whatsApp, `the plan ${name}`)}
              about={name}
              className="mt-2 -mb-3 justify-center"
            />
          )
        }
      />
      {questions.length > 0 && <Questions text={texts.questions} questions={questions} />}
    </>
  );
}
