import type { ReactNode } from "react";
import { RichText, type TextPart } from "./rich-text.tsx";
import { Section, SectionIntro, type SectionText } from "./section.tsx";

type QuestionListProps = {
  id: string;
  text: SectionText;
  questions: readonly { slug: string; question: string; answer: readonly TextPart[] }[];
  children?: ReactNode;
};

/** Questions and answers, with a heading and what follows from them at its side. */
export function QuestionList({ id, text, questions, children }: QuestionListProps) {
  return (
    <Section background="ink" labelledBy={id}>
      <div className="grid gap-x-[clamp(40px,7vw,120px)] gap-y-10 lg:grid-cols-[1fr_1.6fr]">
        <div>
          <SectionIntro id={id} text={text} className="mt-6 max-w-[46ch] text-ash" />
          {children}
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
