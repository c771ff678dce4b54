import type { SeedOf } from "../app/cms/content-type.ts";
import type { milestoneType } from "../app/content-types/texts.ts";

/**
 * Sample text instead of the specification's placeholder text, for the owner to replace with the gym's own history. It
 * names no year, number or event, and so claims nothing about a real business.
 */
export const milestones: SeedOf<typeof milestoneType> = [
  {
    slug: "name",
    step: "First",
    title: "A name",
    text: "Nguvu is Swahili for strength: the kind that carries shopping up four floors, and the kind that says so when it needs a spotter.",
  },
  {
    slug: "room",
    step: "Then",
    title: "A room",
    text: "Iron, rope and a mat by the window. A gym begins with whatever can be lifted, and with somebody who stays to count.",
  },
  {
    slug: "plan",
    step: "Next",
    title: "A plan",
    text: "Trainers for the floor, nutritionists for the plate. One plan covers both, sukuma wiki and all.",
  },
  {
    slug: "you",
    step: "Today",
    title: "You",
    text: "The next line of this history is the day you walk in. Bring shoes; the rest is here.",
  },
];
