import { href } from "react-router";
import { questionType } from "../../content-types/pricing.ts";
import {
  findBanner,
  findDescription,
  findSections,
  listFilledEntries,
  listPublicPlans,
} from "../../content-types/site-texts.server.ts";
import { questionAddress } from "../../forms/whatsapp.ts";
import { allOf } from "../../platform/all-of.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { Banner } from "../../ui/banner.tsx";
import { TextLink } from "../../ui/button.tsx";
import { QuestionList } from "../../ui/question-list.tsx";
import { WhatsAppLink } from "../../ui/whatsapp-link.tsx";
import { describePlans } from "../seo/page-data.server.ts";
import { pageMeta } from "../seo/page-meta.ts";
import type { Route } from "./+types/pricing.route";
import { PricingSection } from "./pricing-section.tsx";

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
  return allOf({
    banner: findBanner(services, "pricing"),
    description: findDescription(services, "pricing"),
    texts: findSections(services, ["pricing", "questions"]),
    plans: listPublicPlans(services),
    questions: listFilledEntries(services, questionType, "answer"),
    structuredData: describePlans(services),
  });
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
              href={questionAddress(whatsApp, `the ${name} plan`)}
              about={name}
              className="mt-2 -mb-3 justify-center"
            />
          )
        }
      />
      {questions.length > 0 && (
        <QuestionList id="questions" text={texts.questions} questions={questions}>
          <p className="mt-6 print:hidden">
            <TextLink to={href("/first-visit")} label="Your first visit" />
          </p>
        </QuestionList>
      )}
    </>
  );
}
