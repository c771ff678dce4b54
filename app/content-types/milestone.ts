import { contentType } from "../cms/content-type.ts";
import { longText, text } from "../cms/fields.ts";
import { SITE_FACTS } from "../cms/marked-text.ts";

/** A chapter of "Our History" (specification, section 2, "About"). */
export const milestoneType = contentType("milestone", {
  label: "Chapter of the history",
  plural: "History",
  help: "The chapters of “Our History” on the About page, from the first to today.",
  entries: { kind: "list", max: 20 },
  title: ["step", "title"],
  summary: ["text"],
  fields: {
    step: text("When", { max: 12, help: "A word or a year, such as “First” or “2019”." }),
    title: text("Title", { max: 40 }),
    text: longText("Text", { max: 400, placeholders: SITE_FACTS }),
  },
});
