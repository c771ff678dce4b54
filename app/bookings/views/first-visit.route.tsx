import { Form, href } from "react-router";
import { visitQuestionType } from "../../content-types/pricing.ts";
import { findDescription, findSections, listFilledEntries } from "../../content-types/site-texts.server.ts";
import { allOf } from "../../platform/all-of.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { QuestionList } from "../../ui/question-list.tsx";
import { Section, SectionParagraphs } from "../../ui/section.tsx";
import { firstVisitSessions } from "../availability.server.ts";
import type { Route } from "./+types/first-visit.route";
import { SessionChoices } from "./session-choices.tsx";
import { sessionChoice } from "./session-view.server.ts";

export const handle = {
  publicPage: { dependsOn: ["content", "timetable", "places", "hour"] },
} satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return pageMeta(matches[0].loaderData, {
    title: "Your first visit",
    description: loaderData.description,
    path: href("/first-visit"),
    share: "contact",
    shareAlt: "A man at the bottom of a squat, the bar across his shoulders.",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { sessions, ...content } = await allOf({
    description: findDescription(services, "first-visit"),
    texts: findSections(services, ["first-visit", "visit-questions"]),
    questions: listFilledEntries(services, visitQuestionType, "answer"),
    sessions: firstVisitSessions(services),
  });
  return { ...content, choices: sessions.map(sessionChoice) };
}

/** For somebody who has never been here: the next classes to try, and what people ask before they come. */
export default function FirstVisit({ loaderData: { texts, questions, choices } }: Route.ComponentProps) {
  const { eyebrow = "", title, paragraphs } = texts["first-visit"];
  return (
    <>
      <Banner eyebrow={eyebrow} title="Your first visit" />
      <Section background="coal" labelledBy="first-visit" className="py-10! md:py-14!">
        <div className="grid gap-x-[clamp(40px,7vw,120px)] gap-y-8 lg:grid-cols-[1fr_1.6fr]">
          <div>
            <h2 id="first-visit" className="title-section">
              {title}
            </h2>
            <SectionParagraphs texts={paragraphs} className="mt-4 max-w-[46ch] text-lg text-ash" />
          </div>
          {choices.length > 0 ? (
            <Form action={href("/booking")} className="grid gap-6">
              <SessionChoices
                name="session"
                legend="The next classes with places"
                rows={choices}
                chosen={choices[0]?.id}
              />
              <Button type="submit" className="w-full">
                Book your first visit
              </Button>
            </Form>
          ) : (
            <div>
              <p className="mb-6 max-w-[46ch] text-lg">
                No class can be booked here at the moment. Write to the desk, and we find a place for you.
              </p>
              <LinkButton to={href("/contact")}>Ask for a first visit</LinkButton>
            </div>
          )}
        </div>
      </Section>
      {questions.length > 0 && (
        <QuestionList id="visit-questions" text={texts["visit-questions"]} questions={questions} />
      )}
    </>
  );
}
