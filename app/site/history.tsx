import { Picture, type ShownPhoto } from "../ui/picture.tsx";
import { Eyebrow, Section } from "../ui/section.tsx";

/**
 * Sample history in the place of the specification's filler text, for the owner to replace: nothing in it is a claim
 * about a real business.
 */
const CHAPTERS = [
  {
    year: "2014",
    title: "Two racks and a tin roof",
    text: "A lock-up behind a garage off Ngong Road, two squat racks welded next door, eleven members. When it rained, nobody could hear the counting.",
  },
  {
    year: "2017",
    title: "The first classes",
    text: "Boxing on Tuesdays, yoga on Saturdays. Neighbours who had never touched a barbell came for one and stayed for the other.",
  },
  {
    year: "2021",
    title: "Food joins the plan",
    text: "Nutritionists moved in beside the trainers. Since then every plan covers the plate as well as the floor, sukuma wiki and all.",
  },
  {
    year: "Today",
    title: "Nguvu House",
    text: "Twelve classes, a floor that is open every day of the week, and the same rule as in the lock-up: no one trains alone.",
  },
] as const;

/** The "Our History" block of the About page (specification, section 2, "About"). */
export function History({ photo }: { photo: ShownPhoto }) {
  return (
    <Section ground="ink" labelledBy="our-history">
      <div className="grid gap-x-[clamp(40px,7vw,120px)] gap-y-12 lg:grid-cols-[1fr_1.1fr]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <Eyebrow>Where we come from</Eyebrow>
          <h2 id="our-history" className="mt-5 mb-9 title-section">
            Our History
          </h2>
          <Picture photo={photo} sizes="(width >= 64rem) 42vw, 90vw" aspect="4/3" />
        </div>
        <ol className="border-t-4 border-chalk">
          {CHAPTERS.map(({ year, title, text }) => (
            <li
              key={year}
              className="grid gap-x-8 gap-y-3 border-b border-white/15 py-9 sm:grid-cols-[150px_1fr] sm:py-11"
            >
              <p className="font-display text-[56px] leading-[.8] font-black text-red uppercase">{year}</p>
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
