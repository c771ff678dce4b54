import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { Picture, type ShownPhoto } from "../ui/picture.tsx";
import { Section, SectionHeading } from "../ui/section.tsx";

/**
 * The four perks of the specification (section 1; "Watter" corrected to Water). The texts are our own and name no terms:
 * what is free, and how often, is for the owner to say.
 */
const PERKS = [
  {
    title: "Free Fitness Training",
    text: "Never lifted? A coach shows you how, and the bar waits until you are ready.",
  },
  { title: "Modern Gym Equipments", text: "Racks, bikes and bags, set to your height before you start." },
  { title: "Gym Bag Equipments", text: "From wraps to belts: ask us what belongs in the bag before you buy it." },
  { title: "Fresh Bottle Water", text: "Training is thirsty work. Drink before you feel it, and after." },
];

export function WhyChooseUs({ photo }: { photo: ShownPhoto }) {
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
          <SectionHeading id="why-heading" eyebrow="Why choose us">
            We can give a shape of your body here
          </SectionHeading>
          <p className="mt-6 max-w-[52ch] text-ash">
            Whether you train for a marathon in Iten or for the stairs at home, we put the right weight in your hands
            and somebody beside you who knows what to do with it.
          </p>
          <dl className="mt-8 mb-9 grid grid-cols-2 gap-x-5 border-b border-white/14 sm:gap-x-10 md:mt-11 md:mb-12">
            {PERKS.map(({ title, text }) => (
              <div key={title} className="border-t border-white/14 py-5 md:py-6.5">
                <dt className="font-display text-[clamp(22px,6.2vw,30px)] leading-none font-black uppercase">
                  {title}
                </dt>
                <dd className="mt-2 text-[15px] leading-normal text-ash sm:text-[16px] md:mt-2.5 md:leading-[1.6]">
                  {text}
                </dd>
              </div>
            ))}
          </dl>
          <LinkButton to={href("/classes")}>our classes</LinkButton>
        </div>
      </div>
    </Section>
  );
}
