import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { Picture, type ShownPhoto } from "../ui/picture.tsx";
import { Section, SectionHeading } from "../ui/section.tsx";

type AboutCard = { title: string; text: string; photo: ShownPhoto };

/** The highlights of the specification (section 1), as written. */
const HIGHLIGHTS = ["professional trainers", "modern equipments", "fancy gym machines"];

/** Three cards that overlap the hero (specification, section 3, "About card": image, title, description). */
function AboutCards({ cards }: { cards: readonly AboutCard[] }) {
  return (
    <ul className="relative z-10 -mt-[calc(var(--spacing-section)+84px)] mb-[clamp(64px,8vw,120px)] grid gap-px bg-sand shadow-[0_30px_60px_#0003] md:grid-cols-3">
      {cards.map(({ title, text, photo }) => (
        <li key={title} className="group/card flex bg-white md:flex-col">
          <div className="w-[28%] shrink-0 overflow-hidden md:aspect-16/9 md:w-full">
            <Picture
              photo={photo}
              decorative
              sizes="(width >= 48rem) 31vw, 62vw"
              className="transition-transform duration-500 group-hover/card:scale-104"
            />
          </div>
          <div className="px-5 py-4.5 md:px-6 md:pt-7 lg:px-8 md:pb-9">
            <div
              aria-hidden="true"
              className="shuka mb-3 h-1.5 md:mb-4 w-11 transition-[width] duration-300 group-hover/card:w-22"
            />
            <h2 className="text-[clamp(26px,8vw,32px)] lg:text-[36px]">{title}</h2>
            <p className="mt-2 text-[15px] leading-normal text-graphite md:mt-3 md:text-[16px]">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** About, on the home page (specification, section 1). */
export function About({
  photo,
  cards,
}: {
  photo: ShownPhoto;
  cards: { progression: ShownPhoto; workout: ShownPhoto; nutritions: ShownPhoto };
}) {
  return (
    <Section background="chalk" labelledBy="about-heading">
      <AboutCards
        cards={[
          {
            title: "Progression",
            text: "We write down where you start and what comes next, and look at it with you every month. Week by week the bar goes up.",
            photo: cards.progression,
          },
          {
            title: "Workout",
            text: "Bags, bikes, barbells and a mat by the window. Come before the office or after the traffic: somebody is coaching.",
            photo: cards.workout,
          },
          {
            title: "Nutritions",
            text: "Our nutritionists know ugali, sukuma wiki and nyama choma, and build your plan on what you already cook.",
            photo: cards.nutritions,
          },
        ]}
      />
      <div className="grid items-center gap-x-[clamp(40px,7vw,120px)] gap-y-10 md:gap-y-14 lg:grid-cols-[1.05fr_1fr]">
        <div>
          <SectionHeading id="about-heading" eyebrow="Who we are">
            We Will Give You Strength and Health
          </SectionHeading>
          <p className="mt-6 max-w-[54ch] text-graphite">
            Our expert trainers and nutritionists work with you to create a personalised fitness and nutrition plan that
            helps you reach your goals. They learn your name on the first day and your excuses on the second.
          </p>
          <ul className="mt-6 mb-8 border-b md:mt-8 md:mb-10 border-ink/15">
            {HIGHLIGHTS.map((highlight) => (
              <li
                key={highlight}
                className="flex items-center gap-4 border-t border-ink/15 py-3 font-bold md:py-4 first-letter:uppercase"
              >
                <span aria-hidden="true" className="shuka size-3 shrink-0" />
                <span className="first-letter:uppercase">{highlight}</span>
              </li>
            ))}
          </ul>
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
