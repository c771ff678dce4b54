import { contentType, fixedEntries } from "../cms/content-type.ts";
import { longText, optional, text } from "../cms/fields.ts";
import { SITE_FACTS } from "../cms/marked-text.ts";

export const sectionType = contentType("section", {
  label: "Section heading",
  plural: "Section headings",
  help: "The heading of each section of Home, About, Pricing, Contact and Your first visit: a short line, the heading, and an optional text.",
  entries: fixedEntries({
    "home-about": "Home: who we are",
    "home-featured": "Home: featured classes",
    "home-why": "Home: why choose us",
    "home-call": "Home: the red banner",
    "home-trainers": "Home: trainers",
    "home-testimonials": "Home: testimonials",
    "home-bmi": "Home: body mass index",
    pricing: "Home and Pricing: the plans",
    questions: "Pricing: questions and answers",
    "first-visit": "Your first visit: booking",
    "visit-questions": "Your first visit: questions and answers",
    "about-intro": "About: who we are",
    "about-history": "About: history",
    "about-team": "About: the team",
    "contact-place": "Contact: where we are",
    "contact-form": "Contact: the form",
  }),
  title: [],
  summary: ["title"],
  fields: {
    eyebrow: optional(text("Line above the heading", { max: 40 })),
    title: text("Heading", { max: 80 }),
    text: optional(
      longText("Text", { max: 900, placeholders: SITE_FACTS, help: "A blank line begins a new paragraph." }),
    ),
  },
});

export type SectionPlace = (typeof sectionType)["entries"]["slugs"][number];

export const bannerType = contentType("banner", {
  label: "Banner line",
  plural: "Banner lines",
  help: "The short line above a page’s title, on the picture at the top.",
  entries: fixedEntries({
    about: "About",
    classes: "Classes",
    contact: "Contact",
    gallery: "Gallery",
    pricing: "Pricing",
    // The pages of the seven days show their week instead.
    schedule: "Schedule: the whole week",
  }),
  title: [],
  summary: ["text"],
  fields: { text: text("Text above the title", { max: 40 }) },
});

export type BannerPage = (typeof bannerType)["entries"]["slugs"][number];

/** A page's description for search engines and shared links. Classes and Schedule generate their own. */
export const descriptionType = contentType("description", {
  label: "Description for search engines",
  plural: "Descriptions for search engines",
  help: "The sentence under a page’s name in search results and in shared links. It is not visible on the page itself.",
  entries: fixedEntries({
    home: "Home",
    about: "About",
    contact: "Contact",
    gallery: "Gallery, page 1",
    "gallery-2": "Gallery, page 2",
    pricing: "Pricing",
    "first-visit": "Your first visit",
  }),
  title: [],
  summary: ["text"],
  fields: {
    text: text("Description", {
      max: 200,
      placeholders: SITE_FACTS,
      help: "Search results show about 150 characters.",
    }),
  },
});

export type DescribedPage = (typeof descriptionType)["entries"]["slugs"][number];

export const noteType = contentType("note", {
  label: "Note",
  plural: "Notes on pages",
  help: "A sentence or two above the classes, below each day of the schedule, and in the gallery.",
  entries: fixedEntries({
    classes: "Classes: above the cards",
    schedule: "Schedule: below each day",
    gallery: "Gallery: in the empty space of the last row",
  }),
  title: [],
  summary: ["text"],
  fields: { text: longText("Text", { max: 200, placeholders: SITE_FACTS }) },
});

export type NotePlace = (typeof noteType)["entries"]["slugs"][number];

/** A chapter of "Our History" (specification, section 2, "About"). */
export const milestoneType = contentType("milestone", {
  label: "History chapter",
  plural: "History",
  help: "The chapters of “Our History” on the About page, from the beginning until today.",
  entries: { kind: "list", max: 20 },
  title: ["step", "title"],
  summary: ["text"],
  fields: {
    step: text("When", { max: 12, help: "A word or a year, such as “First” or “2019”." }),
    title: text("Title", { max: 40 }),
    text: longText("Text", { max: 400, placeholders: SITE_FACTS }),
  },
});

/** Placeholders of the thank-you message: the facts, and "about Boxing" or nothing if no class was chosen. */
export const THANKS_FACTS = ["about the class", ...SITE_FACTS] as const;

/** Texts that replace the contact form once an enquiry has been sent. */
export const thanksType = contentType("thanks", {
  label: "Thanks for an enquiry",
  plural: "Thanks for an enquiry",
  help: "What a visitor reads on the Contact page after sending the form.",
  entries: { kind: "one", slug: "thanks" },
  title: [],
  summary: ["title"],
  fields: {
    eyebrow: text("Line above the heading", { max: 40 }),
    title: text("Heading", { max: 40 }),
    text: longText("Text", { max: 400, placeholders: THANKS_FACTS }),
    nextTitle: text("Heading of what comes next", { max: 40 }),
  },
});

export const nextStepType = contentType("next-step", {
  label: "Next step",
  plural: "What comes next",
  help: "The list below the thank-you message on the Contact page: what happens after an enquiry.",
  entries: { kind: "list", max: 6 },
  title: ["title"],
  summary: ["text"],
  fields: {
    title: text("Title", { max: 40 }),
    text: longText("Text", { max: 300, placeholders: SITE_FACTS }),
  },
});
