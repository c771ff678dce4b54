import type { SeedOf } from "../app/cms/content-type.ts";
import type { questionType } from "../app/content-types/pricing.ts";

export const questions: SeedOf<typeof questionType> = [
  {
    slug: "per-month",
    question: "What is p/m?",
    answer: "Per month. Every price is in Kenyan shillings (KES), for one month of membership.",
  },
  {
    slug: "in-a-plan",
    question: "What is in a plan?",
    answer:
      "The {inclusions} things on its card, from {first inclusion} to {last inclusion}, for as long as you are a member.",
  },
  {
    slug: "classes",
    question: "Which classes can I join?",
    answer: "All {classes} are on the [classes page](/classes), and the [schedule](/schedule) says when and with whom.",
  },
  {
    slug: "single-class",
    question: "Can I try once?",
    answer:
      "Yes, without a membership: book one class on the [schedule](/schedule), or ask on the [contact page](/contact), and pay for it at the desk.",
  },
  {
    slug: "booking",
    question: "How do I book?",
    answer:
      "Where the [schedule](/schedule) has a button to book, book there. For anything else, leave your name and email address on the [contact page](/contact), and the front desk writes back. Nothing is charged on this site.",
  },
];
