import { href } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { Picture, type ShownPhoto } from "../../ui/picture.tsx";
import { Eyebrow } from "../../ui/section.tsx";
import { type SocialAddresses, SocialLinks } from "../social-links.tsx";

/** A number to remember, and what it counts. */
export type Fact = { number: string; what: string };

/**
 * The first view (specification, section 1: "find your energy", "keep yourself fit & perfect", a vertical strip of
 * social icons). `/#home` is where a visitor lands after signing in.
 */
export function Hero({
  landscape,
  portrait,
  facts,
  social,
  owner,
}: {
  landscape: ShownPhoto;
  portrait: ShownPhoto;
  facts: readonly Fact[];
  social: SocialAddresses;
  owner: string;
}) {
  return (
    <section
      id="home"
      aria-labelledby="home-heading"
      className="relative isolate flex min-h-[min(100svh,940px)] flex-col justify-end overflow-hidden bg-ink px-gutter pt-[min(76vw,440px)] md:pt-28 text-white"
    >
      <div className="absolute inset-0 -z-20 max-lg:bottom-auto max-md:aspect-3/4 max-md:max-h-[80%] md:max-lg:h-[64%] lg:left-[13%]">
        <Picture photo={landscape} portrait={portrait} sizes="(width < 64rem) 100vw, 87vw" priority />
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-[linear-gradient(0deg,#0b0b0c_0,#0b0b0ce6_24%,#0b0b0c00_58%),linear-gradient(180deg,#0b0b0ca6_0,#0b0b0c00_130px)] max-lg:bottom-auto max-md:aspect-3/4 max-md:max-h-[80%] md:max-lg:h-[64.2%] lg:bg-[linear-gradient(90deg,#0b0b0c_13%,#0b0b0cd9_28%,#0b0b0c59_46%,#0b0b0c00_62%),linear-gradient(0deg,#0b0b0c_4%,#0b0b0c00_42%),linear-gradient(180deg,#0b0b0c8c_0,#0b0b0c00_140px),linear-gradient(270deg,#0b0b0cbf_0,#0b0b0c00_13%)]"
      />
      <div>
        <Eyebrow>Find your energy</Eyebrow>
        <h1
          id="home-heading"
          className="mt-5 text-[clamp(44px,15.8vw,128px)] leading-[.84] whitespace-nowrap md:text-[clamp(96px,10.4vw,168px)]"
        >
          Keep yourself <span className="block font-extralight tracking-normal">fit &amp; perfect</span>
        </h1>
      </div>
      <div className="mt-7 flex flex-wrap gap-3 md:mt-8 md:gap-3.5">
        <LinkButton to={href("/classes")} className="max-md:grow max-md:gap-2 max-md:px-3.5 max-md:text-[14px]">
          our classes
        </LinkButton>
        <LinkButton
          to={href("/contact")}
          tone="ghost"
          className="max-md:grow max-md:gap-2 max-md:px-3.5 max-md:text-[14px]"
        >
          Join With Us
        </LinkButton>
      </div>
      <dl className="mt-9 mb-30 flex flex-wrap gap-x-[clamp(22px,4vw,64px)] gap-y-5 md:mt-14 md:mb-36">
        {facts.map(({ number, what }) => (
          <div key={what} className="flex flex-col-reverse">
            <dt className="text-[15px] text-ash">{what}</dt>
            <dd className="font-display text-[34px] leading-none font-extrabold md:text-[40px]">{number}</dd>
          </div>
        ))}
      </dl>
      <div className="absolute top-20 left-[calc(var(--spacing-gutter)-12px)] flex flex-col items-center gap-3 md:left-auto md:top-auto md:right-[calc(var(--spacing-gutter)/2-22px)] md:bottom-44">
        <SocialLinks addresses={social} owner={owner} className="flex-col gap-1" />
        <span aria-hidden="true" className="h-16 w-0.5 bg-red max-md:hidden" />
      </div>
    </section>
  );
}
