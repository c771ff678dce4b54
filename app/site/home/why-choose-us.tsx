import { href } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { RichText, type TextPart } from "../../ui/rich-text.tsx";
import { Section, SectionHeading, SectionParagraphs, type SectionText } from "../../ui/section.tsx";

/** A reason to come. */
export type PerkView = { slug: string; title: string; text: readonly TextPart[] };

export function WhyChooseUs({
  text,
  perks,
  photo,
}: {
  text: SectionText;
  perks: readonly PerkView[];
  photo: PhotoView;
}) {
  return (
    <Section background="coal" labelledBy="why-heading">
      <div className="grid items-center gap-x-[clamp(40px,6vw,110px)] gap-y-12 md:gap-y-16 lg:grid-cols-[1fr_1.15fr]">
        <div className="relative">
          <div className="aspect-4/5 max-sm:aspect-3/2 sm:max-lg:aspect-4/3">
            <Picture photo={photo} sizes="(width >= 64rem) 40vw, 90vw" />
          </div>
          <div aria-hidden="true" className="shuka absolute -bottom-3 -left-3 h-6 w-2/5 md:-bottom-4 md:-left-4" />
        </div>
        <div>
          <SectionHeading id="why-heading" eyebrow={text.eyebrow}>
            {text.title}
          </SectionHeading>
          <SectionParagraphs texts={text.paragraphs} className="mt-6 max-w-[52ch] text-ash" />
          {perks.length > 0 ? <Perks perks={perks} /> : <div className="mt-9" />}
          <LinkButton to={href("/classes")}>our classes</LinkButton>
        </div>
      </div>
    </Section>
  );
}

function Perks({ perks }: { perks: readonly PerkView[] }) {
  return (
    <dl className="mt-8 mb-9 grid grid-cols-2 gap-x-5 border-b border-white/14 sm:gap-x-10 md:mt-11 md:mb-12">
      {perks.map(({ slug, title, text }) => (
        <div key={slug} className="border-t border-white/14 py-5 md:py-6.5">
          <dt className="font-display text-[clamp(22px,6.2vw,30px)] leading-none font-black uppercase">{title}</dt>
          <dd className="mt-2 text-[15px] leading-normal text-ash sm:text-[16px] md:mt-2.5 md:leading-[1.6]">
            <RichText parts={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
