import { contentType } from "../cms/content-type.ts";
import { longText, text } from "../cms/fields.ts";
import { SITE_FACTS } from "../cms/marked-text.ts";

/** What the thanks can name besides the facts: "about Boxing", or nothing when no class was chosen. */
export const THANKS_FACTS = ["about the class", ...SITE_FACTS] as const;

/** What the contact page says in the place of its form, once an enquiry is stored. */
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

/** One of the things that come after an enquiry. */
export const nextStepType = contentType("next-step", {
  label: "Next step",
  plural: "What comes next",
  help: "The list below the thanks on the Contact page: what happens after an enquiry.",
  entries: { kind: "list", max: 6 },
  title: ["title"],
  summary: ["text"],
  fields: {
    title: text("Title", { max: 40 }),
    text: longText("Text", { max: 300, placeholders: SITE_FACTS }),
  },
});
