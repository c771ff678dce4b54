import { Picture, type ShownPhoto } from "../ui/picture.tsx";
import { Section, SectionHeading } from "../ui/section.tsx";

/**
 * Sample text instead of the specification's placeholder text, for the owner to replace with the gym's own history. It
 * names no year, no number and no event, so that nothing is claimed of a real business.
 */
const CHAPTERS = [
  {
    step: "First",
    title: "A name",
    text: "Nguvu is Swahili for strength: the kind that carries shopping up four floors, and the kind that says so when it needs a spotter.",
  },
  {
    step: "Then",
    title: "A room",
    text: "Iron, rope and a mat by the window. A gym begins with whatever can be lifted, and with somebody who stays to count.",
  },
  {
    step: "Next",
    title: "A plan",
    text: "Trainers for the floor, nutritionists for the plate. One plan covers both, sukuma wiki and all.",
  },
  {
    step: "Today",
    title: "You",
    text: "The next line of this history is the day you walk in. Bring shoes; the rest is here.",
  },
] as const;

/** The "Our History" block of the About page (specification, section 2, "About"). */
export function History({ photo }: { photo: ShownPhoto }) {
  return (
    <Section background="ink" labelledBy="our-history">
      <div className="grid gap-x-[clamp(40px,7vw,120px)] gap-y-12 lg:grid-cols-[1fr_1.1fr]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <SectionHeading id="our-history" eyebrow="Where we come from" className="mb-9">
            Our History
          </SectionHeading>
          <Picture photo={photo} sizes="(width >= 64rem) 42vw, 90vw" aspect="4/3" />
        </div>
        <ol className="border-t-4 border-chalk">
          {CHAPTERS.map(({ step, title, text }) => (
            <li
              key={step}
              className="grid gap-x-8 gap-y-3 border-b border-white/15 py-9 sm:grid-cols-[150px_1fr] sm:py-11"
            >
              <p className="font-display text-[56px] leading-[.8] font-black text-red uppercase">{step}</p>
              <div>
                <h3 className="text-[34px]">{title}</h3>
                <p className="mt-3 max-w-[52ch] text-ash">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
