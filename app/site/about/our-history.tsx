import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { RichText, type TextPart } from "../../ui/rich-text.tsx";
import { Section, SectionHeading, SectionParagraphs, type SectionText } from "../../ui/section.tsx";

/** A chapter of the history. */
export type Chapter = { slug: string; step: string; title: string; text: readonly TextPart[] };

/** The "Our History" block of the About page (specification, section 2, "About"). */
export function History({
  text,
  chapters,
  photo,
}: {
  text: SectionText;
  chapters: readonly Chapter[];
  photo: PhotoView;
}) {
  return (
    <Section background="ink" labelledBy="our-history">
      <div className="grid gap-x-[clamp(40px,7vw,120px)] gap-y-12 lg:grid-cols-[1fr_1.1fr]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <SectionHeading id="our-history" eyebrow={text.eyebrow}>
            {text.title}
          </SectionHeading>
          <SectionParagraphs texts={text.paragraphs} className="mt-6 max-w-[52ch] text-ash" />
          <div className="mt-9">
            <Picture photo={photo} sizes="(width >= 64rem) 42vw, 90vw" aspect="4/3" />
          </div>
        </div>
        <ol className="border-t-4 border-chalk">
          {chapters.map(({ slug, step, title, text: story }) => (
            <li
              key={slug}
              className="grid gap-x-8 gap-y-3 border-b border-white/15 py-9 sm:grid-cols-[minmax(150px,max-content)_1fr] sm:py-11"
            >
              <p className="font-display text-[56px] leading-[.8] font-black text-red uppercase">{step}</p>
              <div>
                <h3 className="text-[34px]">{title}</h3>
                <p className="mt-3 max-w-[52ch] text-ash">
                  <RichText parts={story} />
                </p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
