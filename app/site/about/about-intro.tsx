import { href } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { Section, SectionHeading, SectionParagraphs, type SectionText } from "../../ui/section.tsx";

/** The "who we are" section of the About page (specification, sections 1 and 2, "About"). */
export function AboutIntro({ text, photo }: { text: SectionText; photo: PhotoView }) {
  return (
    <Section background="chalk" labelledBy="who-we-are">
      <div className="grid items-center gap-x-[clamp(40px,7vw,120px)] gap-y-16 lg:grid-cols-[1.1fr_1fr]">
        <div>
          <SectionHeading id="who-we-are" eyebrow={text.eyebrow} className="mb-7">
            {text.title}
          </SectionHeading>
          <div className="max-w-[54ch] space-y-5">
            <SectionParagraphs texts={text.paragraphs} />
          </div>
          <LinkButton to={href("/contact")} className="mt-10">
            contact us
          </LinkButton>
        </div>
        <div className="relative">
          <div className="aspect-5/6 md:max-lg:aspect-3/2">
            <Picture photo={photo} sizes="(width >= 64rem) 58vw, (width >= 48rem) 90vw, 120vw" />
          </div>
          <div aria-hidden="true" className="shuka absolute -bottom-3.5 -left-3.5 h-7 w-2/5" />
        </div>
      </div>
    </Section>
  );
}
