import { href, Link } from "react-router";
import type { FeaturedClass } from "../../content-types/class.ts";
import { joinPath } from "../../content-types/paths.ts";
import type { CardTimes } from "../../timetable/card-times.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ArrowIcon } from "../../ui/icons.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Section, SectionHeading, SectionParagraphs, type SectionText } from "../../ui/section.tsx";

/** Six cards in three rows on wide screens: one wide and one narrow, and the other way round, then two of the same. */
const SPANS = ["lg:col-span-7", "lg:col-span-5", "lg:col-span-5", "lg:col-span-7", "lg:col-span-6", "lg:col-span-6"];

/** The last of an odd number of cards has its row for itself. */
const WHOLE_ROW = "col-span-2 lg:col-span-12";

function spanOf(index: number, count: number): string {
  const isAlone = index === count - 1 && count % 2 === 1;
  return isAlone ? WHOLE_ROW : (SPANS[index % SPANS.length] ?? "");
}

/** A featured class with the day and the time of its card. */
export type FeaturedClassView = Omit<FeaturedClass, keyof CardTimes | "day"> & CardTimes;

function FeaturedCard({ featured, span }: { featured: FeaturedClassView; span: string }) {
  const { title, gymClass, days, time, photo } = featured;
  return (
    <li className={`flex min-h-[clamp(200px,51vw,330px)] md:min-h-[clamp(320px,27vw,430px)] ${span}`}>
      <Link
        to={joinPath(gymClass)}
        className="group/card relative isolate flex w-full items-end overflow-hidden bg-coal text-white"
      >
        <div className="absolute inset-0 -z-20">
          <Picture
            photo={photo}
            sizes={span === WHOLE_ROW ? "90vw" : "(width >= 64rem) 52vw, (width >= 48rem) 54vw, 62vw"}
            className="transition-transform duration-500 group-hover/card:scale-104"
          />
        </div>
        <div
          aria-hidden="true"
          className="absolute inset-0 -z-10 bg-[linear-gradient(0deg,#0b0b0cf2_4%,#0b0b0cb3_30%,#0b0b0c00_66%)]"
        />
        <div
          aria-hidden="true"
          className="shuka absolute inset-x-0 bottom-0 h-1.5 origin-left scale-x-0 transition-transform duration-300 group-hover/card:scale-x-100 group-focus-visible/card:scale-x-100"
        />
        <div className="flex w-full items-end justify-between gap-x-4 px-3 pt-13 pb-4.5 sm:px-6 sm:pb-6.5">
          <div className="min-w-0">
            <h3 className="text-[clamp(22px,6.4vw,40px)] md:text-[clamp(40px,3.6vw,54px)]">{title}</h3>
            <p className="mt-1.5 flex flex-wrap items-baseline gap-x-2 text-[15px] leading-snug font-semibold sm:mt-2.5 sm:text-[16px]">
              {days}{" "}
              {time && (
                <span className="font-display text-[20px] leading-none font-black sm:text-[22px]">
                  {time.from}-
                  <wbr />
                  {time.to}
                </span>
              )}
            </p>
          </div>
          <span className="flex items-center gap-3 text-[14px] max-sm:absolute max-sm:top-0 max-sm:right-0 font-bold tracking-[.04em] uppercase">
            <span className="max-sm:sr-only md:max-xl:sr-only">join now</span>
            <span className="grid size-11 place-items-center rounded-edge bg-red transition-colors group-hover/card:bg-blood">
              <ArrowIcon className="h-3.5 w-5 transition-transform group-hover/card:translate-x-0.5" />
            </span>
          </span>
        </div>
      </Link>
    </li>
  );
}

/** The featured classes of the home page, six of them at first (specification, section 2, "Featured classes"). */
export function FeaturedClasses({ text, classes }: { text: SectionText; classes: readonly FeaturedClassView[] }) {
  return (
    <Section background="ink" labelledBy="featured-heading">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-8">
        <div>
          <SectionHeading id="featured-heading" eyebrow={text.eyebrow} className="max-w-[22ch]">
            {text.title}
          </SectionHeading>
          <SectionParagraphs texts={text.paragraphs} className="mt-5 max-w-[58ch] text-ash" />
        </div>
        <LinkButton to={href("/schedule")} tone="ghost">
          Today’s schedule
        </LinkButton>
      </div>
      <ul className="mt-9 grid grid-cols-2 gap-2.5 md:mt-13 md:gap-3.5 lg:grid-cols-12">
        {classes.map((featured, index) => (
          <FeaturedCard key={featured.slug} featured={featured} span={spanOf(index, classes.length)} />
        ))}
      </ul>
    </Section>
  );
}
