import { contentType } from "../cms/content-type.ts";
import { longText, text } from "../cms/fields.ts";
import { SITE_FACTS } from "../cms/marked-text.ts";

/** What people ask before they buy. */
export const questionType = contentType("question", {
  label: "Question",
  plural: "Questions and answers",
  help: "What people ask before they join, below the plans on the Pricing page.",
  entries: { kind: "list", max: 30 },
  title: ["question"],
  summary: ["answer"],
  fields: {
    question: text("Question", { max: 80 }),
    answer: longText("Answer", { max: 600, placeholders: SITE_FACTS }),
  },
});
