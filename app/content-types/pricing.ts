import { contentType, type EntryOf } from "../cms/content-type.ts";
import { list, longText, money, photo, text } from "../cms/fields.ts";
import { SITE_FACTS } from "../cms/marked-text.ts";

/** A membership plan (specification, section 2, "Pricing page"). The price is KES a month. */
export const planType = contentType("plan", {
  label: "Plan",
  plural: "Plans",
  help: "The memberships and their prices, on Home and on the Pricing page, three in a row.",
  entries: { kind: "list", max: 12 },
  title: ["name"],
  summary: ["price", "tier"],
  fields: {
    name: text("Name", { max: 40 }),
    tier: text("Tier label", { max: 40, help: "The small word beside the name, such as “Beginners”." }),
    price: money("Price, KES a month"),
    inclusions: list("Included", text("Inclusion", { max: 60 }), { min: 1, max: 12 }),
    photo: photo("Picture"),
  },
});

export type Plan = EntryOf<typeof planType>;

/** A question that people ask before they buy. */
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
