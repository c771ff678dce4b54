import { href } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { Picture, type ShownPhoto } from "../../ui/picture.tsx";

/** The banner across the page (specification, section 1: "Need a Fitness Trainer?"). */
export function CallToAction({ photo }: { photo: ShownPhoto }) {
  return (
    <section aria-labelledby="cta-heading" className="relative isolate overflow-hidden bg-red text-white">
      {/* The picture stands in the red world by its light alone: multiplied, its black is kept and its red is the ground's. */}
      <div className="absolute inset-y-0 right-0 -z-10 w-full opacity-90 mix-blend-multiply max-md:hidden md:w-[62%]">
        <Picture photo={photo} decorative sizes="62vw" className="grayscale" />
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-[linear-gradient(90deg,#e8112d_40%,#e8112d00_75%)] max-md:hidden"
      />
      <div aria-hidden="true" className="shuka absolute inset-y-0 left-0 w-5 md:w-9" />
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-8 py-16 pr-gutter pl-[calc(var(--spacing-gutter)+24px)] md:py-24">
        <div>
          <h2 id="cta-heading" className="text-[clamp(44px,6vw,92px)]">
            Need a Fitness Trainer?
          </h2>
          <p className="mt-4 max-w-[44ch] text-[18px] font-semibold">
            Tell us what you want to lift, run or leave behind. We will find the one for you.
          </p>
        </div>
        <LinkButton to={href("/contact")} tone="ink">
          purchase now
        </LinkButton>
      </div>
    </section>
  );
}
