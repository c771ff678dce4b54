import type { SeedOf } from "../app/cms/content-type.ts";
import type { planType } from "../app/content-types/pricing.ts";

const INCLUSIONS = ["Free Hand", "Gym Fitness", "Weight Loss", "Personal Trainer", "Cycling"];

/** Prices, label and inclusions are the owner's (specification, section 2, "Pricing page"); the names are ours. */
export const plans: SeedOf<typeof planType> = [
  {
    slug: "mwanzo",
    name: "Mwanzo",
    tier: "Beginners",
    price: 39,
    inclusions: INCLUSIONS,
    photo: {
      file: "plan-1.jpg",
      alt: "A black kettlebell with a red band on a dark floor under one red line of light.",
      focus: [50, 48],
    },
  },
  {
    slug: "nguvu",
    name: "Nguvu",
    tier: "Beginners",
    price: 65,
    inclusions: INCLUSIONS,
    photo: {
      file: "plan-2.jpg",
      alt: "The near end of a barbell stacked with red and black plates on a wet floor.",
      focus: [45, 60],
    },
  },
  {
    slug: "bingwa",
    name: "Bingwa",
    tier: "Beginners",
    price: 100,
    inclusions: INCLUSIONS,
    photo: {
      file: "plan-3.jpg",
      alt: "A power rack with a loaded bar above a flat bench, red tubes on either side.",
      focus: [78, 45],
    },
  },
];
