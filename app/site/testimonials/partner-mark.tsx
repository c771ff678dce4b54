import type { Partner } from "../../content-types/testimonial.ts";

/** The marks of the partners, in a viewBox of 32 by 32. */
const PATHS: Record<Partner["mark"], string> = {
  peak: "M1 27 12 7l6 10 3-5 10 15zm11-14-4.5 8.2 4.5-1.7 4.2 2z",
  wave: "M1 12c4-6 9-6 13 0s8 6 12 0l5 4c-6 9-14 9-20 1-3-4-4-3-6 0zm0 9c4-6 9-6 13 0s8 6 12 0l5 4c-6 9-14 9-20 1-3-4-4-3-6 0z",
  bolt: "M18 1 5 18h8l-3 13 17-19h-9l5-11z",
  leaf: "M29 3C13 2 4 9 4 19c0 2 .4 4 1 5.5L19 11 7.5 27.5C9.5 28.5 11.5 29 14 29 25 29 30 18 29 3Z",
  ring: "M16 1a15 15 0 1 0 0 30 15 15 0 0 0 0-30Zm0 6a9 9 0 0 1 9 9h-5a4 4 0 1 0-4 4v5a9 9 0 0 1 0-18Z",
};

/** A partner's logo, in the colour of the text around it. */
export function PartnerLogo({ partner }: { partner: Partner }) {
  return (
    <span className="flex items-center justify-center gap-2.5 max-xl:flex-col md:max-xl:gap-3">
      <svg
        viewBox="0 0 32 32"
        width="32"
        height="32"
        aria-hidden="true"
        fill="currentColor"
        fillRule="evenodd"
        className="size-8"
      >
        <path d={PATHS[partner.mark]} />
      </svg>
      <span className="font-display text-[clamp(20px,6vw,28px)] md:max-lg:text-[24px] leading-none font-black tracking-[.02em] uppercase">
        {partner.name}
      </span>
    </span>
  );
}
