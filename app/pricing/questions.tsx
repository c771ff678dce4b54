import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { countInWords } from "../ui/count-in-words.ts";
import { Section } from "../ui/section.tsx";

const LINK = "font-bold underline underline-offset-4 hover:text-ember";

/** The facts in the answers. */
export type QuestionFacts = { classCount: number; inclusions: readonly string[] };

/** "The five things on its card, from free hand to cycling" for a plan of five inclusions. */
function thingsOnCard(inclusions: readonly string[]): string {
  const [first, ...others] = inclusions.map((inclusion) => inclusion.toLowerCase());
  const last = others.at(-1);
  if (first === undefined || last === undefined) return "What is on its card";
  return `The ${countInWords(inclusions.length)} things on its card, from ${first} to ${last}`;
}

const questions = ({ classCount, inclusions }: QuestionFacts): readonly { question: string; answer: ReactNode }[] => [
  {
    question: "What is p/m?",
    answer: "Per month. Every price is in Kenyan shillings (KES), for one month of membership.",
  },
  {
    question: "What is in a plan?",
    answer: `${thingsOnCard(inclusions)}, for as long as you are a member.`,
  },
  {
    question: "Which classes can I join?",
    answer: (
      <>
        All {classCount > 1 && `${countInWords(classCount)} `}are on the{" "}
        <Link to={href("/classes")} className={LINK}>
          classes page
        </Link>
        , and the{" "}
        <Link to={href("/schedule")} className={LINK}>
          schedule
        </Link>{" "}
        says when and with whom.
      </>
    ),
  },
  {
    question: "How do I book?",
    answer: (
      <>
        Leave your name and e-mail on the{" "}
        <Link to={href("/contact")} className={LINK}>
          contact page
        </Link>
        . The front desk writes back; nothing is charged on this site.
      </>
    ),
  },
];

/** What people ask before they buy, below the plans of the Pricing page. */
export function Questions({ facts }: { facts: QuestionFacts }) {
  return (
    <Section background="ink" labelledBy="questions">
      <div className="grid gap-x-[clamp(40px,7vw,120px)] gap-y-10 lg:grid-cols-[1fr_1.6fr]">
        <h2 id="questions" className="title-section">
          Asked at the desk
        </h2>
        <dl className="border-t-4 border-chalk">
          {questions(facts).map(({ question, answer }) => (
            <div
              key={question}
              className="grid gap-x-8 gap-y-3 border-b border-white/15 py-7 md:grid-cols-[1fr_1.35fr] md:items-baseline"
            >
              <dt className="font-display text-[30px] leading-none font-black text-balance uppercase">{question}</dt>
              <dd className="text-ash">{answer}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}
