import type { CSSProperties, ReactNode } from "react";
import { href, Link } from "react-router";
import type { GymClass } from "../../content-types/class.ts";
import { joinPath } from "../../content-types/paths.ts";
import { capitalized } from "../../platform/text.ts";
import { dayName } from "../../time/days.ts";
import { LinkButton } from "../../ui/button.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { type PhotoView, Picture, sizeOf } from "../../ui/picture.tsx";
import { Band, Eyebrow, Section, SectionHeading } from "../../ui/section.tsx";
import type { ClassPage, SimilarClass } from "./class-page.server.ts";

/** The height of the hero on a phone in CSS pixels; the picture fills it. */
const PHONE_HEIGHT_PX = 700;

type HeroClass = { slug: string; title: string; summary: string; photo: PhotoView };

type ClassHeroProps = {
  gymClass: HeroClass;
  next: { path: string; label: string; startText: string } | undefined;
  save: ReactNode;
  more: ReactNode;
};

/** The hero at the top of a class page. @param next the next bookable session @param more further links */
export function ClassHero({ gymClass, next, save, more }: ClassHeroProps) {
  const { slug, title, summary, photo } = gymClass;
  const longestWord = Math.max(...title.split(/\s+/).map((part) => part.length));
  return (
    <>
      <div className="relative isolate grid min-h-[700px] items-end overflow-hidden bg-ink px-gutter pt-16 pb-11 text-white md:pt-32 md:min-h-[min(760px,56vw)] md:pb-16 low:min-h-0">
        <div className="absolute inset-0 -z-20 md:left-[22%]">
          <Picture photo={photo} sizes={`(width < 48rem) max(100vw, ${phoneWidth(photo)}px), 78vw`} priority />
        </div>
        <div
          aria-hidden="true"
          className="absolute inset-0 -z-10 bg-[linear-gradient(0deg,#0b0b0c_4%,#0b0b0ceb_34%,#0b0b0c66_56%,#0b0b0c00_72%),linear-gradient(180deg,#0b0b0ce6_0,#0b0b0c00_140px)] md:bg-[linear-gradient(90deg,#0b0b0c_22%,#0b0b0ce0_34%,#0b0b0c00_66%),linear-gradient(0deg,#0b0b0c_0,#0b0b0c00_34%),linear-gradient(180deg,#0b0b0ce6_0,#0b0b0c00_140px)]"
        />
        <div className="max-md:-mx-gutter max-md:bg-[linear-gradient(#0b0b0c00,#0b0b0cb3_64px)] max-md:px-gutter max-md:pt-16 md:max-w-[56vw]">
          <Eyebrow>
            <Link to={href("/classes")} className="relative z-1 underline-offset-4 hover:underline">
              Our classes
            </Link>
          </Eyebrow>
          {/* As large as its longest word allows: on a phone it fits even with a reader's own text spacing; on wider screens
              such a word may overlap the picture. */}
          <h1
            style={{ "--letters": longestWord } as CSSProperties}
            className="mt-4 -ml-[.02em] text-[max(44px,min(27vw,132px,(100vw-var(--spacing-gutter)*2)/(var(--letters)*.6)))] leading-[.88] md:wrap-normal md:text-[max(72px,min(17vw,248px,54vw/(var(--letters)*.47)))]"
          >
            {title}
          </h1>
          <p className="mt-4.5 max-w-[30ch] text-[20px] leading-snug md:mt-6 md:text-[22px] md:max-lg:max-w-[22ch]">
            {summary}
          </p>
          <div className="mt-6.5 grid grid-cols-[1fr_auto] gap-2 max-[359px]:grid-cols-1 md:mt-8 md:flex md:gap-3.5">
            <LinkButton to={next?.path ?? joinPath(slug)} className="max-sm:px-4 md:min-w-58">
              <span>
                {next === undefined ? "Join Now" : `${next.label} ${next.startText}`}
                <span className="sr-only">: {title}</span>
              </span>
            </LinkButton>
            {save}
          </div>
          {more}
        </div>
      </div>
      <Band />
    </>
  );
}

/** The width in CSS pixels of a picture that is as high as the hero on a phone. */
function phoneWidth(photo: PhotoView): number {
  const size = sizeOf(photo);
  return size === undefined ? 0 : Math.round((PHONE_HEIGHT_PX * size.width) / size.height);
}

/** The facts that visitors ask for first: level, length, trainer and weekly times. */
export function ClassFacts({
  gymClass: { level },
  length,
  trainer,
  weekly,
  isInTimetable,
}: Omit<ClassPage, "similar">) {
  return (
    <div className="bg-coal px-gutter text-chalk">
      {/* Clipped, which hides the left rule of each row's first fact, and the rules above the first row. */}
      <dl className="grid grid-cols-2 lg:flex lg:flex-wrap lg:gap-x-20 lg:overflow-clip">
        {level && (
          <Fact term="Level">
            <span className="uppercase">{capitalized(level)}</span>
          </Fact>
        )}
        {length && (
          <Fact term="Length">
            <span className="uppercase">{length}</span>
          </Fact>
        )}
        {trainer && (
          <Fact term="Trainer" isWide>
            <span className="uppercase">{trainer.name}</span>
          </Fact>
        )}
        {weekly.length > 0 && (
          <Fact term={isInTimetable ? "Every week" : "Usually"} isWide>
            {weekly.map(({ day, time }) => (
              <span key={`${day} ${time.from}`} className="block">
                {dayName(day)} {time.from}-<wbr />
                {`${time.to} `}
              </span>
            ))}
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Fact({ term, isWide = false, children }: { term: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div
      className={`border-white/15 py-6 max-lg:border-b max-lg:last:border-b-0 lg:-mt-px lg:-ml-[41px] lg:grow lg:border-t lg:border-l lg:py-9 lg:pl-10 ${isWide ? "max-lg:col-span-2" : "max-lg:nth-2:border-l max-lg:nth-2:pl-5"}`}
    >
      <dt className="text-[15px] text-ash">{term}</dt>
      <dd className="mt-1.5 wrap-break-word font-display text-[clamp(22px,11.4vw-14px,30px)] leading-[1.08] font-black text-white md:text-[36px]">
        {children}
      </dd>
    </div>
  );
}

type Described = Pick<ClassPage, "gymClass" | "length" | "weekly" | "trainer">;

/** The description of a class in search engines and shared links: "Guard up. All levels, 60 minutes, Tuesday with Brian Otieno at …" */
export function classDescription({ gymClass, length, weekly, trainer }: Described, gym: string): string {
  const days = [...new Set(weekly.map(({ day }) => dayName(day)))];
  const facts = [gymClass.level, length, days.join(", ")].filter(Boolean).join(", ");
  const coach = trainer ? ` with ${trainer.name}` : "";
  return `${gymClass.summary} ${capitalized(facts)}${coach} at ${gym} in Nairobi.`;
}

const PARAGRAPH_END = /\n\s*\n/;

type Texts = Pick<GymClass, "course" | "audience" | "bring" | "provided">;

type ClassAboutProps = { texts: Texts; length: string | undefined; trainer: ReactNode };

export function ClassAbout({ texts: { course, audience, bring, provided }, length, trainer }: ClassAboutProps) {
  const hasWhatToBring = bring.length > 0 || provided !== undefined;
  const hasDetails = audience !== undefined || hasWhatToBring;
  const hasTexts = course !== undefined || hasDetails;
  if (!hasTexts && !trainer) return null;
  return (
    <Section background="chalk" {...(course !== undefined && { labelledBy: "what-happens" })}>
      <div className="grid gap-x-10 gap-y-10 md:grid-cols-[1fr_260px] md:gap-y-12 lg:grid-cols-[1fr_minmax(320px,30%)] lg:grid-rows-[auto_1fr] lg:gap-x-20">
        {course !== undefined && (
          <div>
            <WhatHappens text={course} length={length} />
          </div>
        )}
        {hasDetails && (
          <div
            className={`grid content-start gap-10 sm:max-md:grid-cols-2 lg:grid-cols-2 ${course === undefined ? "" : "border-t-4 border-ink pt-9 md:max-lg:col-span-2 md:max-lg:grid-cols-2"}`}
          >
            {audience !== undefined && (
              <div>
                <h2 className="text-[34px]">Who it is for</h2>
                <Paragraphs text={audience} />
              </div>
            )}
            {hasWhatToBring && <WhatToBring bring={bring} provided={provided} />}
          </div>
        )}
        {trainer && <div className={hasTexts ? "md:col-start-2 md:row-start-1 lg:row-end-3" : ""}>{trainer}</div>}
      </div>
    </Section>
  );
}

function WhatHappens({ text, length }: { text: string; length: string | undefined }) {
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

function WhatToBring({ bring, provided }: { bring: readonly string[]; provided: string | undefined }) {
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

export function SimilarClassCards({ classes }: { classes: readonly SimilarClass[] }) {
  if (classes.length === 0) return null;
  return (
    <Section background="coal" labelledBy="similar-heading" className="print:hidden">
      <SectionHeading id="similar-heading">Similar classes</SectionHeading>
      <ul className="mt-9 grid gap-4 md:mt-12 xl:grid-cols-2">
        {classes.map((similar) => (
          <SimilarCard key={similar.slug} similar={similar} />
        ))}
      </ul>
    </Section>
  );
}

function SimilarCard({ similar: { slug, title, summary, photo, days, trainer } }: { similar: SimilarClass }) {
  return (
    <li className="relative isolate flex flex-col overflow-hidden bg-ink sm:flex-row">
      <div className="relative -z-10 overflow-hidden max-sm:aspect-9/8 sm:w-2/5 sm:shrink-0">
        <div className="size-full sm:absolute sm:inset-0">
          <Picture photo={photo} sizes="(width >= 80rem) 30vw, (width >= 40rem) 60vw, 90vw" />
        </div>
        <div
          aria-hidden="true"
          className="absolute inset-0 bg-[linear-gradient(0deg,#0b0b0c_2%,#0b0b0cd9_18%,#0b0b0c00_52%)] sm:hidden"
        />
      </div>
      <div className="flex flex-1 flex-col px-6 pb-6 max-sm:-mt-12 sm:px-7 sm:py-7">
        <h3 className="text-[46px] text-white">{title}</h3>
        <p className="mt-3 mb-5 text-[16px] text-ash">{summary}</p>
        <p className="mt-auto border-t border-white/14 pt-4 font-display text-[26px] leading-none font-black text-white">
          {days.map(dayName).join(", ")}
        </p>
        <p className="mt-2 mb-6 min-h-6 text-[15px] text-ash">{trainer && `with ${trainer}`}</p>
        <LinkButton to={href("/classes/:slug", { slug })} size="small" className="w-full">
          <span>
            See the class<span className="sr-only">: {title}</span>
          </span>
        </LinkButton>
      </div>
    </li>
  );
}
