import type { ReactNode } from "react";
import type { GymClass } from "../../content-types/class.ts";
import { CheckIcon } from "../../ui/icons.tsx";
import { Eyebrow, Section } from "../../ui/section.tsx";

const PARAGRAPH_END = /\n\s*\n/;

type Texts = Pick<GymClass, "course" | "audience" | "bring" | "provided">;

/** What happens in a class, who it is for and what to bring, each as far as the owner wrote it, beside its trainer. */
export function ClassAbout({
  texts: { course, audience, bring, provided },
  length,
  trainer,
}: {
  texts: Texts;
  length: string | undefined;
  trainer: ReactNode;
}) {
  const hasThings = bring.length > 0 || provided !== undefined;
  const hasPair = audience !== undefined || hasThings;
  const hasTexts = course !== undefined || hasPair;
  if (!hasTexts && !trainer) return null;
  return (
    <Section background="chalk" {...(course !== undefined && { labelledBy: "what-happens" })}>
      <div className="grid gap-14 lg:grid-cols-[1fr_minmax(320px,30%)] lg:gap-20">
        {hasTexts && (
          <div>
            {course !== undefined && <Course text={course} length={length} />}
            {hasPair && (
              <div
                className={`grid gap-10 sm:grid-cols-2 ${course === undefined ? "" : "mt-10 border-t-4 border-ink pt-9 md:mt-12"}`}
              >
                {audience !== undefined && (
                  <div>
                    <h2 className="text-[34px]">Who it is for</h2>
                    <Paragraphs text={audience} />
                  </div>
                )}
                {hasThings && <Things bring={bring} provided={provided} />}
              </div>
            )}
          </div>
        )}
        {trainer}
      </div>
    </Section>
  );
}

function Course({ text, length }: { text: string; length: string | undefined }) {
  const [first, ...others] = text.split(PARAGRAPH_END);
  return (
    <>
      {length && <Eyebrow>{length}</Eyebrow>}
      <h2 id="what-happens" className="mt-5 title-section">
        What happens
      </h2>
      <p className="mt-8 max-w-[58ch] text-[21px] leading-normal">{first}</p>
      {others.map((paragraph) => (
        <p key={paragraph} className="mt-5 max-w-[66ch]">
          {paragraph}
        </p>
      ))}
    </>
  );
}

function Paragraphs({ text }: { text: string }) {
  return text.split(PARAGRAPH_END).map((paragraph) => (
    <p key={paragraph} className="mt-4">
      {paragraph}
    </p>
  ));
}

function Things({ bring, provided }: { bring: readonly string[]; provided: string | undefined }) {
  return (
    <div>
      <h2 className="text-[34px]">What to bring</h2>
      {bring.length > 0 && (
        <ul className="mt-2">
          {bring.map((thing) => (
            <li key={thing} className="flex gap-3.5 border-b border-ink/15 py-3 last:border-b-0">
              <CheckIcon className="mt-1 size-5 shrink-0 text-blood" />
              {thing}
            </li>
          ))}
        </ul>
      )}
      {provided !== undefined && <p className="mt-3 text-[15px] text-graphite">{provided}</p>}
    </div>
  );
}
