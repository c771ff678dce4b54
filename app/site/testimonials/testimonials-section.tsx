import { useRef, useState } from "react";
import type { Partner, Testimonial } from "../../content-types/testimonial.ts";
import { ArrowIcon } from "../../ui/icons.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { Section, SectionIntro, type SectionText } from "../../ui/section.tsx";

function TurnButton({ label, isBack, onClick }: { label: string; isBack: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="grid size-14 cursor-pointer place-items-center rounded-edge border-2 border-white/45 transition-colors hover:border-red hover:bg-red noscript:hidden"
    >
      <ArrowIcon className={`h-4 w-6 ${isBack ? "rotate-180" : ""}`} />
      <span className="sr-only">{label}</span>
    </button>
  );
}

/** Testimonials in a scrolling row with arrows, which wrap around. Without JavaScript the row still scrolls. */
function Quotes({ testimonials }: { testimonials: readonly Testimonial[] }) {
  const row = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [isTurned, setIsTurned] = useState(false);
  /** The target of the arrows' scrolling. Null once reached, or once the visitor scrolls the row by hand. */
  const target = useRef<number>(null);

  function turn(step: 1 | -1) {
    // A click during scrolling continues from its target, not from the current position.
    const next = ((target.current ?? current) + step + testimonials.length) % testimonials.length;
    const element = row.current;
    target.current = next;
    element?.scrollTo({ left: next * element.clientWidth });
    setCurrent(next);
    setIsTurned(true);
  }

  function follow() {
    const element = row.current;
    if (!element) return;
    const position = element.scrollLeft / element.clientWidth;
    if (target.current === null) setCurrent(Math.round(position));
    else if (Math.abs(position - target.current) < 0.05) target.current = null;
  }

  function followByHand() {
    target.current = null;
  }

  return (
    <div className="flex min-w-0 flex-col justify-between gap-7 px-6 py-7 sm:px-10 md:px-[clamp(32px,4.5vw,80px)] md:py-14">
      <span aria-hidden="true" className="shuka block h-3 w-19" />
      <ul
        ref={row}
        onScroll={follow}
        onPointerDown={followByHand}
        onWheel={followByHand}
        onKeyDown={followByHand}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
        tabIndex={0}
        aria-label="What members say"
        className="relative flex snap-x snap-mandatory overflow-x-auto scroll-smooth [scrollbar-width:none] noscript:[scrollbar-width:thin]"
      >
        {testimonials.map(({ slug, text, name, job }) => (
          <li key={slug} className="w-full shrink-0 snap-start pr-1">
            <figure>
              <blockquote>
                <p className="font-display text-[clamp(26px,2.7vw,42px)] leading-[1.12] font-black text-pretty">
                  “{text}”
                </p>
              </blockquote>
              <figcaption className="mt-6 md:mt-8 border-l-3 border-red pl-5">
                <span className="block text-[18px] font-bold">{name}</span>{" "}
                <span className="block text-[16px] text-ash">{job}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      {testimonials.length > 1 && (
        <div className="flex items-center gap-3">
          <TurnButton label="Previous testimonial" isBack onClick={() => turn(-1)} />
          <TurnButton label="Next testimonial" isBack={false} onClick={() => turn(1)} />
          <p aria-hidden="true" className="ml-4 font-display text-[26px] leading-none font-black noscript:hidden">
            {current + 1} <span className="text-steel">/ {testimonials.length}</span>
          </p>
          {/* Announces nothing until an arrow is used: people who scroll by hand see the row. */}
          <p aria-live="polite" className="sr-only">
            {isTurned && `Testimonial ${current + 1} of ${testimonials.length}`}
          </p>
        </div>
      )}
    </div>
  );
}

type TestimonialsSectionProps = {
  text: SectionText;
  testimonials: readonly Testimonial[];
  partners: readonly Partner[];
  photo: PhotoView;
};

/** Testimonials and partners (specification, section 2, "Testimonials"). Each may be empty, not both. */
export function TestimonialsSection({ text, testimonials, partners, photo }: TestimonialsSectionProps) {
  const hasQuotes = testimonials.length > 0;
  return (
    <Section background="ink" labelledBy={hasQuotes ? "testimonials-heading" : PARTNERS_ID}>
      {hasQuotes && (
        <>
          <SectionIntro id="testimonials-heading" text={text} className="mt-5 max-w-[58ch] text-ash" />
          <div className="mt-9 mb-3.5 grid bg-black md:mt-13 md:grid-cols-[1fr_1.3fr] lg:grid-cols-[1fr_1.45fr]">
            <div className="relative min-h-[clamp(200px,52vw,420px)]">
              <div className="absolute inset-0">
                <Picture photo={photo} sizes="(width >= 48rem) 40vw, 90vw" />
              </div>
            </div>
            <Quotes testimonials={testimonials} />
          </div>
        </>
      )}
      {partners.length > 0 && <Partners partners={partners} Heading={hasQuotes ? "h3" : "h2"} />}
    </Section>
  );
}

const PARTNERS_ID = "partners-heading";

function Partners({ partners, Heading }: { partners: readonly Partner[]; Heading: "h2" | "h3" }) {
  return (
    <>
      <Heading id={PARTNERS_ID} className="sr-only">
        Our partners
      </Heading>
      {/* The last row is as wide as the others, however many there are. */}
      <ul className="flex flex-wrap gap-2.5 md:gap-3.5">
        {partners.map((partner) => (
          <li
            key={partner.slug}
            className="grow basis-2/5 bg-coal py-5 text-ash transition-colors md:basis-[18%] md:py-8 hover:bg-chalk hover:text-ink"
          >
            <PartnerLogo partner={partner} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The marks of the partners, in a viewBox of 32 by 32. */
const PATHS: Record<Partner["mark"], string> = {
  peak: "M1 27 12 7l6 10 3-5 10 15zm11-14-4.5 8.2 4.5-1.7 4.2 2z",
  wave: "M1 12c4-6 9-6 13 0s8 6 12 0l5 4c-6 9-14 9-20 1-3-4-4-3-6 0zm0 9c4-6 9-6 13 0s8 6 12 0l5 4c-6 9-14 9-20 1-3-4-4-3-6 0z",
  bolt: "M18 1 5 18h8l-3 13 17-19h-9l5-11z",
  leaf: "M29 3C13 2 4 9 4 19c0 2 .4 4 1 5.5L19 11 7.5 27.5C9.5 28.5 11.5 29 14 29 25 29 30 18 29 3Z",
  ring: "M16 1a15 15 0 1 0 0 30 15 15 0 0 0 0-30Zm0 6a9 9 0 0 1 9 9h-5a4 4 0 1 0-4 4v5a9 9 0 0 1 0-18Z",
};

function PartnerLogo({ partner }: { partner: Partner }) {
  return (
    <span className="flex items-center justify-center gap-2.5 max-xl:flex-col md:max-xl:gap-3 print:block">
      <svg
        viewBox="0 0 32 32"
        width="32"
        height="32"
        aria-hidden="true"
        fill="currentColor"
        fillRule="evenodd"
        className="size-8"
      >
        <path d={PATHS[partner.mark]} />
      </svg>
      <span className="font-display text-[clamp(20px,6vw,28px)] md:max-lg:text-[24px] leading-none font-black tracking-[.02em] uppercase">
        {partner.name}
      </span>
    </span>
  );
}
