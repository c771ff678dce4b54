import type { SeedOf } from "../app/cms/content-type.ts";
import type { nextStepType, thanksType } from "../app/content-types/texts.ts";

export const thanks: SeedOf<typeof thanksType> = [
  {
    slug: "thanks",
    eyebrow: "We have it",
    title: "Thank you",
    text: "What you wrote {about the class} has reached the front desk.",
    nextTitle: "What comes next",
  },
];

export const nextSteps: SeedOf<typeof nextStepType> = [
  {
    slug: "written-reply",
    title: "We write back",
    text: "By email, to the address you gave us. If nothing comes, look among the spam.",
  },
  { slug: "call", title: "In a hurry?", text: "Call us on {phone}. We are open {opening hours}." },
  { slug: "visit", title: "Come by", text: "{address}. Bring shoes you can move in." },
];
