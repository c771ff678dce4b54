import { href } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { RichText, type TextPart } from "../../ui/rich-text.tsx";
import { Section, SectionHeading, SectionParagraphs, type SectionText } from "../../ui/section.tsx";

export type AboutCard = { slug: string; title: string; text: readonly TextPart[]; photo: PhotoView };

/** Cards that overlap the hero, three at most (specification, section 3, "About card": image, title, description). */
function AboutCards({ cards }: { cards: readonly AboutCard[] }) {
  // A single card has its picture beside it on wide screens too: above it, the picture would fill the screen.
  const isStacked = cards.length > 1;
  return (
    <ul className="relative z-10 -mt-[calc(var(--spacing-section)+84px)] mb-[clamp(64px,8vw,120px)] grid gap-px bg-sand shadow-[0_30px_60px_#0003] md:auto-cols-fr md:grid-flow-col">
      {cards.map(({ slug, title, text, photo }) => (
        <li key={slug} className={`group/card flex bg-white ${isStacked ? "md:flex-col" : ""}`}>
          <div className={`w-[28%] shrink-0 overflow-hidden ${isStacked ? "md:aspect-16/9 md:w-full" : ""}`}>
            <Picture
              photo={photo}
              decorative
              sizes={`(width >= 48rem) ${isStacked ? Math.floor(94 / cards.length) : 40}vw, 62vw`}
              className="transition-transform duration-500 group-hover/card:scale-104"
            />
          </div>
          <div className="px-5 py-4.5 md:px-6 md:pt-7 lg:px-8 md:pb-9">
            <div
              aria-hidden="true"
              className="shuka mb-3 h-1.5 md:mb-4 w-11 transition-[width] duration-300 group-hover/card:w-22"
            />
            <h2 className="text-[clamp(26px,8vw,32px)] lg:text-[36px]">{title}</h2>
            <p className="mt-2 text-[15px] leading-normal text-graphite md:mt-3 md:text-[16px]">
              <RichText parts={text} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Highlights({ highlights }: { highlights: readonly string[] }) {
  return (
    <ul className="mt-6 mb-8 border-b md:mt-8 md:mb-10 border-ink/15">
      {highlights.map((highlight) => (
        <li
          key={highlight}
          className="flex items-center gap-4 border-t border-ink/15 py-3 font-bold md:py-4 first-letter:uppercase"
        >
          <span aria-hidden="true" className="shuka size-3 shrink-0" />
          <span className="first-letter:uppercase">{highlight}</span>
        </li>
      ))}
    </ul>
  );
}

/** About, on the home page (specification, section 1). */
export function About({
  text,
  highlights,
  photo,
  cards,
}: {
  text: SectionText;
  highlights: readonly string[];
  photo: PhotoView;
  cards: readonly AboutCard[];
}) {
  return (
    <Section background="chalk" labelledBy="about-heading">
      {cards.length > 0 && <AboutCards cards={cards} />}
      <div className="grid items-center gap-x-[clamp(40px,7vw,120px)] gap-y-10 md:gap-y-14 lg:grid-cols-[1.05fr_1fr]">
        <div>
          <SectionHeading id="about-heading" eyebrow={text.eyebrow}>
            {text.title}
          </SectionHeading>
          <SectionParagraphs texts={text.paragraphs} className="mt-6 max-w-[54ch] text-graphite" />
          {highlights.length > 0 ? <Highlights highlights={highlights} /> : <div className="mt-8" />}
          <LinkButton to={href("/classes")}>take a tour</LinkButton>
        </div>
        <div className="relative">
          <div className="aspect-square max-sm:aspect-3/2 sm:max-lg:aspect-4/3">
            <Picture photo={photo} sizes="(width >= 64rem) 56vw, 90vw" />
          </div>
          <div aria-hidden="true" className="shuka absolute -right-3 -bottom-3 h-6 w-2/5 md:-right-4 md:-bottom-4" />
        </div>
      </div>
    </Section>
  );
}
