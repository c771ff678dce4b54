import type { SeedOf } from "../app/cms/content-type.ts";
import type { bannerType, descriptionType, noteType, sectionType } from "../app/content-types/texts.ts";

/** Headings, lines and texts that the specification quotes (sections 1 and 2) are as written; the others are our own. */
export const sections: SeedOf<typeof sectionType> = [
  {
    slug: "home-about",
    eyebrow: "Who we are",
    title: "We Will Give You Strength and Health",
    text: "Our expert trainers and nutritionists work with you to create a personalised fitness and nutrition plan that helps you reach your goals. They learn your name on the first day and your excuses on the second.",
  },
  { slug: "home-featured", eyebrow: "Our featured classes", title: "We are offering best flexible classes" },
  {
    slug: "home-why",
    eyebrow: "Why choose us",
    title: "We can give a shape of your body here",
    text: "Whether you train for a marathon in Iten or for the stairs at home, we put the right weight in your hands and somebody beside you who knows what to do with it.",
  },
  {
    slug: "home-call",
    title: "Need a Fitness Trainer?",
    text: "Tell us what you want to lift, run or leave behind. We will find the one for you.",
  },
  {
    slug: "home-trainers",
    eyebrow: "gym trainers",
    title: "Team Of Expert Coaches",
    text: "Expert team of coaches helps you succeed in any goal, personalized guidance and motivation provided!",
  },
  { slug: "home-testimonials", eyebrow: "Testimonials", title: "Ask the ones who sweat here" },
  {
    slug: "home-bmi",
    eyebrow: "Body mass index",
    title: "Let’s calculate your BMI",
    text: "One number to start from, not a verdict: a strong back weighs more than a soft one. Bring it to your first session and a trainer will read it with you.",
  },
  {
    slug: "pricing",
    eyebrow: "PRICING CHART",
    title: "Exclusive Pricing Plan",
    text: "Our prices are community friendly book with us.",
  },
  { slug: "questions", title: "Asked at the desk" },
  {
    slug: "first-visit",
    eyebrow: "Karibu",
    title: "Try one class",
    text: "You need no membership and no experience: choose a class, and pay for that one class at the desk.",
  },
  { slug: "visit-questions", title: "Before you come" },
  {
    slug: "about-intro",
    eyebrow: "Who we are",
    title: "We Will Give You Strength and Health",
    text: "At Nguvu our expert trainers and nutritionists work together, with you, on one thing: a personalised fitness and nutrition plan that fits your goals, your week and your plate.\n\nYou get a coach who watches every lift, food advice that starts from what you already cook, and a room full of people who cheer for each other. Come as you are; strength is what you leave with.",
  },
  { slug: "about-history", eyebrow: "Where we come from", title: "Our History" },
  {
    slug: "about-team",
    title: "Meet the people behind it",
    text: "{Coaches}, one floor. See who they are, or pick an hour from the week and meet them there.",
  },
  { slug: "contact-place", eyebrow: "Come by", title: "Find us in Nairobi" },
  { slug: "contact-form", eyebrow: "Write to us", title: "Leave Us Your Info" },
];

export const banners: SeedOf<typeof bannerType> = [
  { slug: "about", text: "Nguvu means strength" },
  { slug: "classes", text: "Find your hour" },
  { slug: "contact", text: "Karibu" },
  { slug: "gallery", text: "Inside Nguvu" },
  { slug: "pricing", text: "Community friendly" },
  { slug: "schedule", text: "Seven days" },
];

export const notes: SeedOf<typeof noteType> = [
  { slug: "classes", text: "Every class is an hour, led by a coach. Save the ones you like, or join one now." },
  { slug: "schedule", text: "All times are Nairobi time. Come ten minutes early for your first class." },
  { slug: "gallery", text: "Pictures don’t sweat" },
];

export const descriptions: SeedOf<typeof descriptionType> = [
  {
    slug: "home",
    text: "A gym in Nairobi with expert trainers and nutritionists, classes every day of the week and prices that are community friendly.",
  },
  {
    slug: "about",
    text: "Who we are: expert trainers and nutritionists in Nairobi who plan your training and your food with you.",
  },
  { slug: "contact", text: "Where we are in Nairobi, when we are open, and a form that reaches the front desk." },
  {
    slug: "gallery",
    text: "The gym in pictures: the floor at night, the plates, the gloves, the bags, the bikes and the ropes.",
  },
  { slug: "gallery-2", text: "More of the gym in pictures: the kit, and the people who use it." },
  {
    slug: "pricing",
    text: "{Plans} monthly plans from {lowest price}. Our prices are community friendly, book with us.",
  },
  {
    slug: "first-visit",
    text: "Book one class without a membership, and read what to bring and how a first visit goes.",
  },
];
