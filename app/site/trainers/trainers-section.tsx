import { href } from "react-router";
import type { Trainer } from "../../content-types/trainer.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ArrowIcon } from "../../ui/icons.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Section, SectionIntro, type SectionText } from "../../ui/section.tsx";
import { SocialLinks } from "../../ui/social-links.tsx";

/** A trainer's card: grey until hovered or focused (specification, section 2, "Trainers"). */
function TrainerCard({ trainer }: { trainer: Trainer }) {
  const { name, job, photo } = trainer;
  return (
    <li className="group/card relative isolate w-[64%] shrink-0 snap-start overflow-hidden md:w-auto bg-ink text-white [--focus:var(--color-white)]">
      <div className="aspect-4/5 overflow-hidden">
        <Picture
          photo={photo}
          sizes="(width >= 48rem) 31vw, 58vw"
          className="mask-[linear-gradient(#000_70%,transparent)] brightness-125 contrast-110 grayscale transition-[filter,scale] duration-400 group-focus-within/card:filter-none group-hover/card:scale-103 group-hover/card:filter-none"
        />
      </div>
      <div className="relative -mt-26 bg-[linear-gradient(0deg,#0b0b0c_40%,#0b0b0cd9_64%,#0b0b0c00)] px-5 pt-14 pb-4.5 lg:px-6.5">
        <h3 className="text-[32px] font-black md:max-lg:text-[26px] xl:text-[clamp(36px,2.9vw,42px)]">{name}</h3>
        <p className="mt-1.5 text-[16px] text-ash">{job}</p>
        <SocialLinks profiles={trainer} email={trainer.email} className="mt-3 -ml-3" />
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
