import { href } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { Eyebrow, SectionParagraphs, type SectionText } from "../../ui/section.tsx";

/** The banner across the page (specification, section 1: "Need a Fitness Trainer?"). */
export function CallToAction({ text, photo }: { text: SectionText; photo: PhotoView }) {
  return (
    <section aria-labelledby="cta-heading" className="relative isolate overflow-hidden bg-red text-white">
      <div className="absolute inset-y-0 right-0 -z-10 w-[64%] max-md:hidden">
        <Picture photo={photo} decorative sizes="(width >= 64rem) 83vw, (width >= 48rem) 132vw, 1px" />
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-[linear-gradient(100deg,#e8112d_52%,#e8112db3_60%,#e8112d00_76%)] max-md:hidden"
      />
      <div aria-hidden="true" className="shuka absolute inset-y-0 left-0 w-5 md:w-9" />
      <div className="py-13 pr-gutter pl-[calc(var(--spacing-gutter)+24px)] md:py-22">
        {text.eyebrow && <Eyebrow>{text.eyebrow}</Eyebrow>}
        <h2 id="cta-heading" className="max-w-[12ch] text-[clamp(52px,7vw,108px)] leading-[.86]">
          {text.title}
        </h2>
        <SectionParagraphs
          texts={text.paragraphs}
          className="mt-5 max-w-[38ch] text-[18px] md:max-lg:max-w-[30ch] font-semibold"
        />
        <LinkButton to={href("/contact")} tone="ink" className="mt-8">
          purchase now
        </LinkButton>
      </div>
    </section>
  );
}
