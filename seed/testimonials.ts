import type { SeedOf } from "../app/cms/content-type.ts";
import type { partnerType, testimonialType } from "../app/content-types/testimonial.ts";

/** The one quote that the three members share (specification, section 2, "Testimonials"), in our words. */
const QUOTE =
  "I have been a member for 6 months now. The trainers are knowledgeable and supportive, the equipment is top-notch, and the community is friendly and encouraging.";

/** Sample names and jobs of men, as the photo beside them shows a man. */
export const testimonials: SeedOf<typeof testimonialType> = [
  { slug: "kevin-mwangi", text: QUOTE, name: "Kevin Mwangi", job: "Software Developer" },
  { slug: "otieno-odhiambo", text: QUOTE, name: "Otieno Odhiambo", job: "Nurse" },
  { slug: "david-kiprono", text: QUOTE, name: "David Kiprono", job: "Matatu Owner" },
];

/** Sample partners with marks of our own. */
export const partners: SeedOf<typeof partnerType> = [
  { slug: "kilele", name: "Kilele", mark: "peak" },
  { slug: "mawimbi", name: "Mawimbi", mark: "wave" },
  { slug: "radi", name: "Radi", mark: "bolt" },
  { slug: "majani", name: "Majani", mark: "leaf" },
  { slug: "duara", name: "Duara", mark: "ring" },
];
