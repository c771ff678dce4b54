import { RichText, type TextPart } from "../../ui/rich-text.tsx";
import { Section, SectionHeading, SectionParagraphs, type SectionText } from "../../ui/section.tsx";

export type QuestionView = { slug: string; question: string; answer: readonly TextPart[] };

/** What people ask before they buy, below the plans of the Pricing page. */
export function Questions({ text, questions }: { text: SectionText; questions: readonly QuestionView[] }) {
  return (
    <Section background="ink" labelledBy="questions">
      <div className="grid gap-x-[clamp(40px,7vw,120px)] gap-y-10 lg:grid-cols-[1fr_1.6fr]">
        <div>
          <SectionHeading id="questions" eyebrow={text.eyebrow}>
            {text.title}
          </SectionHeading>
          <SectionParagraphs texts={text.paragraphs} className="mt-6 max-w-[46ch] text-ash" />
        </div>
        <dl className="border-t-4 border-chalk">
          {questions.map(({ slug, question, answer }) => (
            <div
              key={slug}
              className="grid gap-x-8 gap-y-3 border-b border-white/15 py-7 md:grid-cols-[1fr_1.35fr] md:items-baseline"
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
