import { contentType, type EntryOf } from "../content-type.ts";
import { choice, longText, text } from "../fields.ts";

/** What a member says (specification, section 3: text, name, job). */
export const testimonialType = contentType("testimonial", "Testimonial", {
  text: longText("Words", { max: 600 }),
  name: text("Name", { max: 60 }),
  job: text("Job", { max: 60 }),
});

export type Testimonial = EntryOf<typeof testimonialType>;

/** The marks drawn for partners; a partner picks one. */
export const PARTNER_MARKS = ["peak", "wave", "bolt", "leaf", "ring"] as const;

/** A partner in the row of five logos. */
export const partnerType = contentType("partner", "Partner", {
  name: text("Name", { max: 40 }),
  mark: choice("Mark", PARTNER_MARKS),
});

export type Partner = EntryOf<typeof partnerType>;
