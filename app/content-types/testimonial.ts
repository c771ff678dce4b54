import { contentType, type EntryOf } from "../cms/content-type.ts";
import { choice, longText, text } from "../cms/fields.ts";

/** A quote by a member (specification, section 3: text, name, job). */
export const testimonialType = contentType("testimonial", {
  label: "Testimonial",
  plural: "Testimonials",
  help: "What members say about the gym, one at a time on Home. If there are none, the section is not shown.",
  entries: { kind: "list", max: 30 },
  title: ["name"],
  namesPerson: true,
  summary: ["job", "text"],
  fields: {
    text: longText("Words", { max: 600, help: "Without quotation marks; the page adds them." }),
    name: text("Name", { max: 60 }),
    job: text("Job", { max: 60 }),
  },
});

export type Testimonial = EntryOf<typeof testimonialType>;

/** The marks drawn for partners; a partner picks one. */
export const PARTNER_MARKS = ["peak", "wave", "bolt", "leaf", "ring"] as const;

export const partnerType = contentType("partner", {
  label: "Partner",
  plural: "Partners",
  help: "The logos on Home below the testimonials, five to a row.",
  entries: { kind: "list", max: 20 },
  title: ["name"],
  summary: ["mark"],
  fields: {
    name: text("Name", { max: 40 }),
    mark: choice("Mark", PARTNER_MARKS, { help: "The symbol before the name." }),
  },
});

export type Partner = EntryOf<typeof partnerType>;
