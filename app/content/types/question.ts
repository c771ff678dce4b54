import { contentType } from "../content-type.ts";
import { longText, text } from "../fields.ts";
import { SITE_FACTS } from "../marked-text.ts";

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
