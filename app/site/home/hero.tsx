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
      className="relative isolate flex min-h-[min(100svh,940px)] flex-col justify-end overflow-hidden bg-ink px-gutter pt-28 text-white"
    >
      <div className="absolute inset-0 -z-20 max-md:bottom-[22%] md:left-[8%]">
        <Picture photo={landscape} portrait={portrait} sizes="(width < 48rem) 100vw, 92vw" priority />
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-[linear-gradient(0deg,#0b0b0c_30%,#0b0b0ce0_46%,#0b0b0c00_68%),linear-gradient(180deg,#0b0b0ca6_0,#0b0b0c00_130px)] md:bg-[linear-gradient(90deg,#0b0b0c_8%,#0b0b0cd9_26%,#0b0b0c66_46%,#0b0b0c00_64%),linear-gradient(0deg,#0b0b0c_4%,#0b0b0c00_42%),linear-gradient(180deg,#0b0b0c8c_0,#0b0b0c00_140px)]"
      />
      <div className="max-md:pr-10">
        <Eyebrow>Find your energy</Eyebrow>
        <h1
          id="home-heading"
          className="mt-5 text-[clamp(60px,18.5vw,112px)] leading-[.84] md:text-[clamp(96px,10.4vw,168px)]"
        >
          Keep yourself <span className="block font-extralight tracking-normal">fit &amp; perfect</span>
        </h1>
      </div>
      <div className="mt-8 flex flex-wrap gap-3.5">
        <LinkButton to={href("/classes")}>our classes</LinkButton>
        <LinkButton to={href("/contact")} tone="ghost">
          Join With Us
        </LinkButton>
      </div>
      <dl className="mt-11 mb-32 flex flex-wrap gap-x-[clamp(26px,4vw,64px)] gap-y-5 md:mt-14 md:mb-36">
        {facts.map(({ number, what }) => (
          <div key={what} className="flex flex-col-reverse">
            <dt className="text-[15px] text-ash">{what}</dt>
            <dd className="font-display text-[34px] leading-none font-extrabold md:text-[40px]">{number}</dd>
          </div>
        ))}
      </dl>
      <div className="absolute right-1 bottom-40 flex flex-col items-center gap-3 md:right-[calc(var(--spacing-gutter)/2-22px)] md:bottom-44">
        <SocialLinks addresses={social} owner={owner} className="flex-col gap-1" />
        <span aria-hidden="true" className="h-16 w-0.5 bg-red" />
      </div>
    </section>
  );
}
