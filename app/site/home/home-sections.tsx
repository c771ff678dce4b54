import { href, Link } from "react-router";
import type { Settings } from "../../content-types/settings.ts";
import type { Trainer } from "../../content-types/trainer.ts";
import { LINK, LinkButton } from "../../ui/button.tsx";
import { ArrowIcon } from "../../ui/icons.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { RichText, type TextPart } from "../../ui/rich-text.tsx";
import { Eyebrow, Section, SectionIntro, SectionParagraphs, type SectionText } from "../../ui/section.tsx";
import { SocialLinks } from "../../ui/social-links.tsx";

export type FactView = { slug: string; number: string; what: string };

type HeroProps = {
  nextClass: NextClass | undefined;
  text: { eyebrow: string; title: string; lightTitle: string };
  landscape: PhotoView;
  portrait: PhotoView;
  facts: readonly FactView[];
  settings: Settings;
};

/** The first view (specification, section 1). `/#home` is the destination after signing in. */
export function Hero({ nextClass, text, landscape, portrait, facts, settings }: HeroProps) {
  return (
    <section
      id="home"
      aria-labelledby="home-heading"
      className="relative isolate flex min-h-[min(100svh,940px)] flex-col justify-end overflow-hidden bg-ink px-gutter pt-[min(76vw,440px)] md:pt-28 text-white"
    >
      {/*
       * On wide screens the picture is on the right and as tall as the viewport: below 80rem it shows only the lifter,
       * above that the trainer too.
       */}
      <div className="absolute inset-0 -z-20 max-lg:bottom-auto max-md:h-[min(133.33vw,80%)] md:max-lg:h-[64%] lg:left-auto lg:aspect-video lg:max-xl:translate-x-1/4 xl:translate-x-[5%]">
        <Picture
          photo={landscape}
          portrait={portrait}
          sizes="(width >= 64rem) min(178svh, 1671px), (width >= 48rem) max(100vw, min(114svh, 1070px)), 100vw"
          priority
        />
        <div
          aria-hidden="true"
          className="absolute inset-0 max-md:bg-[linear-gradient(270deg,#0b0b0c_0,#0b0b0c00_14%)] lg:bg-[linear-gradient(90deg,#0b0b0c_0,#0b0b0c00_24%)]"
        />
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-[linear-gradient(0deg,#0b0b0c_0,#0b0b0ce6_24%,#0b0b0c00_58%),linear-gradient(180deg,#0b0b0ca6_0,#0b0b0c00_130px)] max-lg:bottom-auto max-md:h-[min(133.33vw,80%)] md:max-lg:h-[64.2%] lg:bg-[linear-gradient(90deg,#0b0b0c_8%,#0b0b0cd9_34%,#0b0b0c59_46%,#0b0b0c00_54%),linear-gradient(0deg,#0b0b0c_4%,#0b0b0c00_42%),linear-gradient(180deg,#0b0b0c8c_0,#0b0b0c00_140px),linear-gradient(270deg,#0b0b0cbf_0,#0b0b0c00_13%)]"
      />
      <div>
        {nextClass && <NextClassLink {...nextClass} />}
        <Eyebrow>{text.eyebrow}</Eyebrow>
        {/* Never over the lifter's face, which is 43% of the width from the right; on narrow screens the face is above. */}
        <h1
          id="home-heading"
          className="mt-5 text-[clamp(44px,15.2vw,128px)] leading-[.84] md:text-[clamp(60px,min(12.5vw,16svh),128px)] lg:text-[clamp(60px,min(10.4vw,15svh),128px)] xl:text-[clamp(96px,min(10.4vw,15svh,17.2vw-14svh),168px)]"
        >
          {text.title} <span className="mt-[.05em] block font-extralight tracking-normal">{text.lightTitle}</span>
        </h1>
      </div>
      <div className="mt-7 flex max-w-md flex-wrap items-center gap-2 md:gap-3.5">
        <LinkButton to={href("/classes")} className="max-md:grow max-md:gap-1.5 max-md:px-3 max-md:text-[14px]">
          our classes
        </LinkButton>{" "}
        <LinkButton
          to={href("/contact")}
          tone="ghost"
          className="max-md:grow max-md:gap-1.5 max-md:px-3 max-md:text-[14px]"
        >
          Join With Us
        </LinkButton>{" "}
        <Link to={href("/first-visit")} className={LINK}>
          Your first visit
        </Link>
      </div>
      <div className="mt-9 mb-30 md:mb-36">{facts.length > 0 && <Facts facts={facts} />}</div>
      <div className="absolute top-20 left-[calc(var(--spacing-gutter)-12px)] flex flex-col items-center gap-3 md:left-auto md:top-auto md:right-[calc(var(--spacing-gutter)/2-22px)] md:bottom-44 lg:max-xl:bottom-[42%]">
        <SocialLinks profiles={settings} className="flex-col gap-1" />
        <span aria-hidden="true" className="h-16 w-0.5 bg-red max-md:hidden" />
      </div>
    </section>
  );
}

type NextClass = { label: string; text: string; path: string };

/** Shown first on Home, to visitors with a booking. */
function NextClassLink({ label, text, path }: NextClass) {
  return (
    <Link to={path} className="mb-6 block w-fit border-l-[12px] border-red bg-black px-4 py-3">
      {label} <b className="block text-lg underline">{text}</b>
    </Link>
  );
}

function Facts({ facts }: { facts: readonly FactView[] }) {
  return (
    <dl className="flex flex-wrap gap-x-[min(4vw,64px)] gap-y-5">
      {facts.map(({ slug, number, what }) => (
        <div key={slug} className="flex flex-col-reverse justify-end">
          <dt className="text-[14px] text-ash max-[359px]:max-w-[8ch]">{what}</dt>
          <dd className="font-display text-[28px] leading-none font-black md:text-[40px]">{number}</dd>
        </div>
      ))}
    </dl>
  );
}

type AboutCard = { slug: string; title: string; text: readonly TextPart[]; photo: PhotoView };

/** Cards that overlap the hero, three at most (specification, section 3, "About card": image, title, description). */
function AboutCards({ cards }: { cards: readonly AboutCard[] }) {
  // A single card has its picture next to the text, since a stacked card would fill the screen.
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
            <h2 className="text-[clamp(24px,7.6vw,32px)] lg:text-[36px]">{title}</h2>
            <p className="mt-2 text-[15px] leading-normal text-graphite md:text-[16px]">
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
        <li key={highlight} className="flex items-center gap-4 border-t border-ink/15 py-3 font-bold md:py-4">
          <span aria-hidden="true" className="shuka size-3 shrink-0" />
          <span className="first-letter:uppercase">{highlight}</span>
        </li>
      ))}
    </ul>
  );
}

type AboutProps = { text: SectionText; highlights: readonly string[]; photo: PhotoView; cards: readonly AboutCard[] };

/** About, on the home page (specification, section 1). */
export function About({ text, highlights, photo, cards }: AboutProps) {
  return (
    <Section background="chalk" labelledBy="about-heading">
      {cards.length > 0 && <AboutCards cards={cards} />}
      <div className="grid items-center gap-x-[clamp(40px,7vw,120px)] gap-y-10 md:gap-y-14 lg:grid-cols-[1.05fr_1fr]">
        <div>
          <SectionIntro id="about-heading" text={text} className="mt-6 max-w-[54ch] text-graphite" />
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

type PerkView = { slug: string; title: string; text: readonly TextPart[] };

type WhyChooseUsProps = { text: SectionText; perks: readonly PerkView[]; photo: PhotoView };

export function WhyChooseUs({ text, perks, photo }: WhyChooseUsProps) {
  return (
    <Section background="coal" labelledBy="why-heading">
      <div className="grid items-center gap-x-[clamp(40px,6vw,110px)] gap-y-12 md:gap-y-16 lg:grid-cols-[1fr_1.15fr]">
        <div className="relative">
          <div className="aspect-4/5 max-sm:aspect-3/2 sm:max-lg:aspect-4/3">
            <Picture photo={photo} sizes="(width >= 64rem) 40vw, 90vw" />
          </div>
          <div aria-hidden="true" className="shuka absolute -bottom-3 -left-3 h-6 w-2/5 md:-bottom-4 md:-left-4" />
        </div>
        <div>
          <SectionIntro id="why-heading" text={text} className="mt-6 max-w-[52ch] text-ash" />
          {perks.length > 0 ? <Perks perks={perks} /> : <div className="mt-9" />}
          <LinkButton to={href("/classes")}>our classes</LinkButton>
        </div>
      </div>
    </Section>
  );
}

function Perks({ perks }: { perks: readonly PerkView[] }) {
  return (
    <dl className="mt-8 mb-9 grid grid-cols-2 gap-x-5 border-b border-white/14 sm:gap-x-10 md:mt-11 md:mb-12">
      {perks.map(({ slug, title, text }) => (
        <div key={slug} className="border-t border-white/14 py-5 md:py-6.5">
          <dt className="font-display text-[clamp(22px,6.2vw,30px)] leading-none font-black uppercase">{title}</dt>
          <dd className="mt-2 text-[15px] leading-normal text-ash sm:text-[16px]">
            <RichText parts={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The banner across the page (specification, section 1: "Need a Fitness Trainer?"). */
export function CallToAction({ text, photo }: { text: SectionText; photo: PhotoView }) {
  return (
    <section aria-labelledby="cta-heading" className="relative isolate overflow-hidden bg-red text-white">
      <div className="absolute inset-y-0 right-0 -z-10 w-[64%] max-md:hidden">
        <Picture photo={photo} decorative sizes="(width >= 64rem) 83vw, (width >= 48rem) 132vw, 1px" />
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-[linear-gradient(100deg,#e8112d_52%,#e8112db3_60%,#e8112d00_76%)] max-md:hidden"
      />
      <div aria-hidden="true" className="shuka absolute inset-y-0 left-0 w-5 md:w-9" />
      <div className="py-13 pr-gutter pl-[calc(var(--spacing-gutter)+24px)] md:py-22">
        {text.eyebrow && <Eyebrow>{text.eyebrow}</Eyebrow>}
        <h2 id="cta-heading" className="max-w-[12ch] text-[clamp(52px,7vw,108px)] leading-[.86]">
          {text.title}
        </h2>
        <SectionParagraphs
          texts={text.paragraphs}
          className="mt-5 max-w-[38ch] text-[18px] md:max-lg:max-w-[30ch] font-semibold"
        />
        <LinkButton to={href("/contact")} tone="ink" className="mt-8">
          purchase now
        </LinkButton>
      </div>
    </section>
  );
}

/** A trainer's card: grey until hovered or focused (specification, section 2, "Trainers"). */
function TrainerCard({ trainer }: { trainer: Trainer }) {
  const { name, job, photo } = trainer;
  return (
    <li className="group/card relative isolate flex w-[64%] shrink-0 snap-start flex-col overflow-hidden md:w-auto bg-ink text-white [--focus:var(--color-white)]">
      <div className="-mb-26 aspect-4/5 overflow-hidden">
        <Picture
          photo={photo}
          sizes="(width >= 48rem) 31vw, 58vw"
          className="mask-[linear-gradient(#000_70%,transparent)] brightness-125 contrast-110 grayscale transition-[filter,scale] duration-400 group-focus-within/card:filter-none group-hover/card:scale-103 group-hover/card:filter-none"
        />
      </div>
      <div className="relative mt-auto bg-[linear-gradient(0deg,#0b0b0c_40%,#0b0b0cd9_64%,#0b0b0c00)] px-5 pt-14 pb-4.5 lg:px-6.5">
        <h3 className="text-[26px] font-black lg:text-[32px] xl:text-[clamp(36px,2.9vw,42px)]">{name}</h3>
        <p className="mt-1.5 text-[16px] text-ash">{job}</p>
        <SocialLinks profiles={trainer} email={trainer.email} className="mt-3 -ml-4" />
      </div>
      <div
        aria-hidden="true"
        className="shuka absolute inset-x-0 bottom-0 h-1.5 origin-left scale-x-0 transition-transform duration-300 group-focus-within/card:scale-x-100 group-hover/card:scale-x-100"
      />
    </li>
  );
}

/** The trainers of the home page (specification, section 2, "Trainers section"). */
export function TrainersSection({ text, trainers }: { text: SectionText; trainers: readonly Trainer[] }) {
  return (
    <Section background="chalk" id="team" labelledBy="team-heading" className="scroll-mt-16">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-8">
        <div>
          <SectionIntro id="team-heading" text={text} className="mt-5 max-w-[58ch] text-graphite" />
        </div>
        <LinkButton to={href("/contact")} tone="ink">
          Join With Us
        </LinkButton>
      </div>
      {trainers.length > 1 && (
        <p className="mt-8 flex items-center gap-3 text-[15px] font-semibold text-graphite md:hidden print:hidden">
          Swipe to meet all {trainers.length}
          <ArrowIcon className="h-3 w-4.5 shrink-0" />
        </p>
      )}
      <ul className="-mx-gutter mt-4 flex snap-x snap-mandatory scroll-px-gutter gap-3.5 overflow-x-auto px-gutter pb-4 md:mx-0 md:mt-13 md:grid md:grid-cols-3 md:gap-5 md:overflow-visible md:p-0">
        {trainers.map((trainer) => (
          <TrainerCard key={trainer.slug} trainer={trainer} />
        ))}
      </ul>
    </Section>
  );
}
