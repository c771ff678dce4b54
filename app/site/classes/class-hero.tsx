import type { CSSProperties, ReactNode } from "react";
import { href, Link } from "react-router";
import { joinPath } from "../../content-types/paths.ts";
import { LinkButton } from "../../ui/button.tsx";
import { type PhotoView, Picture, sizeOf } from "../../ui/picture.tsx";
import { Band, Eyebrow } from "../../ui/section.tsx";

/** The height of the hero on a phone in CSS pixels; the picture fills it. */
const PHONE_HEIGHT_PX = 700;

type HeroClass = { slug: string; title: string; summary: string; photo: PhotoView };

/**
 * The first view of a class's page: its picture, its name, what happens in it, and what a visitor can do.
 * @param more what else can be done with the class, below Join Now and Save
 */
export function ClassHero({ gymClass, save, more }: { gymClass: HeroClass; save: ReactNode; more: ReactNode }) {
  const { slug, title, summary, photo } = gymClass;
  const longestWord = Math.max(...title.split(/\s+/).map((word) => word.length));
  return (
    <>
      <div className="relative isolate grid min-h-[700px] items-end overflow-hidden bg-ink px-gutter pt-32 pb-11 text-white md:min-h-[min(760px,56vw)] md:pb-16 low:min-h-0">
        <div className="absolute inset-0 -z-20 md:left-[22%]">
          <Picture photo={photo} sizes={`(width < 48rem) max(100vw, ${phoneWidth(photo)}px), 78vw`} priority />
        </div>
        <div
          aria-hidden="true"
          className="absolute inset-0 -z-10 bg-[linear-gradient(0deg,#0b0b0c_4%,#0b0b0ceb_34%,#0b0b0c66_56%,#0b0b0c00_72%),linear-gradient(180deg,#0b0b0cb3_0,#0b0b0c00_140px)] md:bg-[linear-gradient(90deg,#0b0b0c_22%,#0b0b0ce0_34%,#0b0b0c00_66%),linear-gradient(0deg,#0b0b0c_0,#0b0b0c00_34%),linear-gradient(180deg,#0b0b0cb3_0,#0b0b0c00_140px)]"
        />
        <div className="md:max-w-[56vw]">
          <Eyebrow>
            <Link to={href("/classes")} className="relative z-1 underline-offset-4 hover:underline">
              Our classes
            </Link>
          </Eyebrow>
          {/* As large as its longest word lets it be, on one side of the picture; on a phone with room for a reader's own
              spacing, and on wider screens such a word reaches over the picture. */}
          <h1
            style={{ "--letters": longestWord } as CSSProperties}
            className="mt-4 -ml-[.02em] text-[max(44px,min(27vw,132px,(100vw-var(--spacing-gutter)*2)/(var(--letters)*.6)))] leading-[.82] md:wrap-normal md:text-[max(72px,min(17vw,248px,54vw/(var(--letters)*.47)))]"
          >
            {title}
          </h1>
          <p className="mt-4.5 max-w-[30ch] text-[20px] leading-snug md:mt-6 md:text-[22px]">{summary}</p>
          <div className="mt-6.5 grid grid-cols-[1fr_auto] gap-2.5 md:mt-8 md:flex">
            <LinkButton to={joinPath(slug)} className="md:min-w-58">
              <span>
                Join Now<span className="sr-only">: {title}</span>
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

/** The width in CSS pixels at which a picture is drawn that is as high as the hero of a phone. */
function phoneWidth(photo: PhotoView): number {
  const size = sizeOf(photo);
  return size === undefined ? 0 : Math.round((PHONE_HEIGHT_PX * size.width) / size.height);
}
