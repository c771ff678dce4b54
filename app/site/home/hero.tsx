import { href } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { Eyebrow } from "../../ui/section.tsx";
import { type SocialAddresses, SocialLinks } from "../../ui/social-links.tsx";

/** A figure, and what it counts. */
export type FactView = { slug: string; number: string; what: string };

/**
 * The first view (specification, section 1: "find your energy", "keep yourself fit & perfect", a vertical strip of
 * social icons). `/#home` is where a visitor lands after signing in.
 */
export function Hero({
  text,
  landscape,
  portrait,
  facts,
  social,
  owner,
}: {
  text: { eyebrow: string; title: string; lightTitle: string };
  landscape: PhotoView;
  portrait: PhotoView;
  facts: readonly FactView[];
  social: SocialAddresses;
  owner: string;
}) {
  return (
    <section
      id="home"
      aria-labelledby="home-heading"
      className="relative isolate flex min-h-[min(100svh,940px)] flex-col justify-end overflow-hidden bg-ink px-gutter pt-[min(76vw,440px)] md:pt-28 text-white"
    >
      {/*
       * On wide screens the picture is as high as the view, at the right: below 80rem the lifter alone, from
       * there on the trainer too, whole.
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
        className="absolute inset-0 -z-10 bg-[linear-gradient(0deg,#0b0b0c_0,#0b0b0ce6_24%,#0b0b0c00_58%),linear-gradient(180deg,#0b0b0ca6_0,#0b0b0c00_130px)] max-lg:bottom-auto max-md:h-[min(133.33vw,80%)] md:max-lg:h-[64.2%] lg:bg-[linear-gradient(90deg,#0b0b0c_8%,#0b0b0cd9_26%,#0b0b0c59_42%,#0b0b0c00_54%),linear-gradient(0deg,#0b0b0c_4%,#0b0b0c00_42%),linear-gradient(180deg,#0b0b0c8c_0,#0b0b0c00_140px),linear-gradient(270deg,#0b0b0cbf_0,#0b0b0c00_13%)]"
      />
      <div>
        <Eyebrow>{text.eyebrow}</Eyebrow>
        {/*
         * Never over the lifter's face. It is 43 % of the picture's width from the right edge, which is 76svh; the
         * title is 5.5 times as wide as its letters are high. On lower screens than wide ones the face is above it.
         */}
        <h1
          id="home-heading"
          className="mt-5 text-[clamp(44px,15.2vw,128px)] leading-[.84] md:text-[clamp(60px,min(12.5vw,16svh),128px)] lg:text-[clamp(60px,min(10.4vw,15svh),128px)] xl:text-[clamp(96px,min(10.4vw,15svh,17.2vw-14svh),168px)]"
        >
          {text.title} <span className="mt-[.05em] block font-extralight tracking-normal">{text.lightTitle}</span>
        </h1>
      </div>
      <div className="mt-7 flex flex-wrap gap-3 md:mt-8 md:gap-3.5">
        <LinkButton to={href("/classes")} className="max-md:grow max-md:gap-2 max-md:px-3.5 max-md:text-[14px]">
          our classes
        </LinkButton>{" "}
        <LinkButton
          to={href("/contact")}
          tone="ghost"
          className="max-md:grow max-md:gap-2 max-md:px-3.5 max-md:text-[14px]"
        >
          Join With Us
        </LinkButton>
      </div>
      <div className="mt-9 mb-30 md:mt-14 md:mb-36">{facts.length > 0 && <Facts facts={facts} />}</div>
      <div className="absolute top-20 left-[calc(var(--spacing-gutter)-12px)] flex flex-col items-center gap-3 md:left-auto md:top-auto md:right-[calc(var(--spacing-gutter)/2-22px)] md:bottom-44 lg:max-xl:bottom-[42%]">
        <SocialLinks addresses={social} owner={owner} className="flex-col gap-1" />
        <span aria-hidden="true" className="h-16 w-0.5 bg-red max-md:hidden" />
      </div>
    </section>
  );
}

function Facts({ facts }: { facts: readonly FactView[] }) {
  return (
    <dl className="flex flex-wrap gap-x-[clamp(22px,4vw,64px)] gap-y-5">
      {facts.map(({ slug, number, what }) => (
        <div key={slug} className="flex flex-col-reverse">
          <dt className="text-[15px] text-ash">{what}</dt>
          <dd className="font-display text-[34px] leading-none font-black md:text-[40px]">{number}</dd>
        </div>
      ))}
    </dl>
  );
}
