import { href } from "react-router";
import { capitalized } from "../../platform/text.ts";
import { dayName } from "../../time/days.ts";
import { LinkButton } from "../../ui/button.tsx";
import { countInWords } from "../../ui/count-in-words.ts";
import { Picture } from "../../ui/picture.tsx";
import { Section, SectionHeading } from "../../ui/section.tsx";
import type { SimilarClass } from "./class-view.ts";

/** The classes that somebody who likes this one may like too. */
export function SimilarClassCards({ classes }: { classes: readonly SimilarClass[] }) {
  if (classes.length === 0) return null;
  return (
    <Section background="coal" labelledBy="similar-heading">
      <SectionHeading id="similar-heading">{capitalized(countInWords(classes.length))} like it</SectionHeading>
      <ul className="mt-9 grid gap-4 md:mt-12 lg:grid-cols-2">
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
      <div className="relative -z-10 overflow-hidden max-sm:aspect-9/8 sm:w-[45%] sm:shrink-0">
        <div className="size-full sm:absolute sm:inset-0">
          <Picture photo={photo} sizes="(width >= 64rem) 30vw, (width >= 40rem) 60vw, 90vw" />
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
