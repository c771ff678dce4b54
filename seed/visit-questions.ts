import type { SeedOf } from "../app/cms/content-type.ts";
import type { visitQuestionType } from "../app/content-types/pricing.ts";

/** Showers, parking and women's hours are samples, to be replaced by the owner. */
export const visitQuestions: SeedOf<typeof visitQuestionType> = [
  {
    slug: "how-hard",
    question: "How hard is it?",
    answer:
      "As hard as you choose. The classes above are for beginners or for everybody; tell the coach that it is your first one, and you get the easier version of each exercise.",
  },
  {
    slug: "what-to-bring",
    question: "What do I bring?",
    answer:
      "Clothes you can move in, clean sports shoes, a small towel and water. The page of each [class](/classes) says if it needs anything else.",
  },
  {
    slug: "arriving",
    question: "What do I do when I arrive?",
    answer:
      "Come ten minutes early to the desk, at {address}, and say your name. The desk shows you round, and the coach asks about old injuries before the warm-up.",
  },
  {
    slug: "showers",
    question: "Are there showers?",
    answer: "Yes, in both changing rooms, with lockers. Bring a towel and a padlock.",
  },
  {
    slug: "parking",
    question: "Where do I park?",
    answer: "Behind the house. By matatu, get off on Ngong Road: the door is on the street.",
  },
  {
    slug: "womens-hours",
    question: "Are there women’s hours?",
    answer: "No, every class is for everybody. Ask the desk on {phone} which hours are quiet.",
  },
  {
    slug: "cannot-come",
    question: "What if I can’t come?",
    answer: "Cancel with the link in our email: you owe nothing, and somebody else gets the place.",
  },
];
