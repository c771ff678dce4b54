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
import { RichText } from "../../ui/rich-text.tsx";
import { Section, SectionIntro, type SectionText } from "../../ui/section.tsx";
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

/** Questions that people have before they buy, below the plans of the Pricing page. */
function Questions({
  text,
  questions,
}: {
  text: SectionText;
  questions: Route.ComponentProps["loaderData"]["questions"];
}) {
  return (
    <Section background="ink" labelledBy="questions">
      <div className="grid gap-x-[clamp(40px,7vw,120px)] gap-y-10 lg:grid-cols-[1fr_1.6fr]">
        <div>
          <SectionIntro id="questions" text={text} className="mt-6 max-w-[46ch] text-ash" />
        </div>
        <dl className="border-t-4 border-chalk">
          {questions.map(({ slug, question, answer }) => (
            <div
              key={slug}
              className="grid gap-x-8 gap-y-3 border-b border-white/15 py-7 md:grid-cols-[1fr_1.35fr] md:items-baseline print:py-3"
            >
              <dt className="font-display text-[30px] leading-none font-black text-balance uppercase">{question}</dt>
              <dd className="text-ash">
                <RichText parts={answer} linkClass="font-bold underline underline-offset-4 hover:text-ember" />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}
