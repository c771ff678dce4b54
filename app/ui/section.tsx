import type { ReactNode } from "react";
import { RichText, type TextPart } from "./rich-text.tsx";

const BACKGROUNDS = {
  ink: "bg-ink text-chalk",
  coal: "bg-coal text-chalk",
  chalk: "bg-chalk on-light",
  sand: "bg-sand on-light",
} as const;

type SectionProps = {
  background: keyof typeof BACKGROUNDS;
  id?: string;
  labelledBy?: string;
  className?: string;
  children: ReactNode;
};

/** A full-width section with a background and the standard padding. `labelledBy` is the id of its heading. */
export function Section({ background, id, labelledBy, className, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={labelledBy}
      className={`px-gutter py-section ${BACKGROUNDS[background]} ${className ?? ""}`}
    >
      {children}
    </section>
  );
}

export function Eyebrow({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-3.5 text-[13px] font-bold tracking-[.16em] uppercase">
      <span aria-hidden="true" className="shuka h-3 w-11 shrink-0" />
      {children}
    </p>
  );
}

export type SectionText = {
  eyebrow?: string | undefined;
  title: string;
  paragraphs: readonly (readonly TextPart[])[];
};

type SectionHeadingProps = {
  id?: string | undefined;
  eyebrow?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
};

export function SectionHeading({ id, eyebrow, className, children }: SectionHeadingProps) {
  return (
    <>
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <h2 id={id} className={[eyebrow && "mt-5", className, "title-section"].filter(Boolean).join(" ")}>
        {children}
      </h2>
    </>
  );
}

/** The paragraphs below a section's heading. Their links have the colour of the text around them. */
export function SectionParagraphs({ texts, className }: { texts: SectionText["paragraphs"]; className?: string }) {
  return texts.map((parts, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs are never reordered
    <p key={index} className={className}>
      <RichText parts={parts} />
    </p>
  ));
}

type SectionIntroProps = { id?: string; text: SectionText; titleClass?: string; className: string };

/** A section's heading and paragraphs. `className` is for paragraphs. */
export function SectionIntro({ id, text: { eyebrow, title, paragraphs }, titleClass, className }: SectionIntroProps) {
  return (
    <>
      <SectionHeading id={id} eyebrow={eyebrow} className={titleClass}>
        {title}
      </SectionHeading>
      <SectionParagraphs texts={paragraphs} className={className} />
    </>
  );
}

/** An 18-px band of shuka between two sections. */
export function Band() {
  return <div aria-hidden="true" className="shuka h-4.5" />;
}

/** The problem of a whole form: a bar next to its text, as a filled box would look like a button. */
export const ALERT = "border-l-[12px] border-ember py-1.5 pl-5 text-lg leading-snug font-bold text-ember";
