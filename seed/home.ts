import type { SeedOf } from "../app/cms/content-type.ts";
import type { aboutCardType, factType, homeType, perkType } from "../app/content-types/home.ts";

/** Title and highlights are the specification's (section 1), as written. */
export const home: SeedOf<typeof homeType> = [
  {
    slug: "home",
    eyebrow: "Find your energy",
    title: "Keep yourself",
    lightTitle: "fit & perfect",
    highlights: ["professional trainers", "modern equipments", "fancy gym machines"],
    searchTitle: "A Gym in Nairobi for Strength and Health",
  },
];

export const facts: SeedOf<typeof factType> = [
  { slug: "days", number: "7 days", what: "open every day" },
  { slug: "classes", number: "{number of classes}", what: "kinds of class" },
  { slug: "price", number: "{lowest price}", what: "a month, from" },
];

/** Titles are the specification's (section 3, "About card"); the texts are our own. */
export const aboutCards: SeedOf<typeof aboutCardType> = [
  {
    slug: "progression",
    title: "Progression",
    text: "We write down where you start and what comes next, and look at it with you every month. Week by week the bar goes up.",
    photo: { file: "gallery-02.jpg", alt: "", focus: [50, 50] },
  },
  {
    slug: "workout",
    title: "Workout",
    text: "Bags, bikes, barbells and a mat by the window. Come before the office or after the traffic: somebody is coaching.",
    photo: { file: "gallery-11.jpg", alt: "", focus: [50, 25] },
  },
  {
    slug: "nutritions",
    title: "Nutritions",
    text: "Our nutritionists know ugali, sukuma wiki and nyama choma, and build your plan on what you already cook.",
    photo: { file: "gallery-09.jpg", alt: "", focus: [70, 60] },
  },
];

/**
 * The four perks of the specification (section 1; "Watter" corrected to Water). The texts are our own and name no terms,
 * which the owner decides.
 */
export const perks: SeedOf<typeof perkType> = [
  {
    slug: "free-fitness-training",
    title: "Free Fitness Training",
    text: "Never lifted? A coach shows you how, and the bar waits until you are ready.",
  },
  {
    slug: "modern-gym-equipments",
    title: "Modern Gym Equipments",
    text: "Racks, bikes and bags, set to your height before you start.",
  },
  {
    slug: "gym-bag-equipments",
    title: "Gym Bag Equipments",
    text: "From wraps to belts: ask us what belongs in the bag before you buy it.",
  },
  {
    slug: "fresh-bottle-water",
    title: "Fresh Bottle Water",
    text: "Training is thirsty work. Drink before you feel it, and after.",
  },
];
