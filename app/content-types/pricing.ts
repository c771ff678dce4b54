import { contentType, type EntryOf } from "../cms/content-type.ts";
import {
  choice,
  list,
  longText,
  money,
  optional,
  photo,
  reference,
  text,
  time,
  wholeNumber,
  withDefault,
} from "../cms/fields.ts";
import { SITE_FACTS } from "../cms/marked-text.ts";

const UNITS = ["days", "weeks", "months"] as const;

const OPENS = ["everything", "the floor", "all classes", "some classes"] as const;

/** Where a plan is sold. Visitors see only plans that are sold on the site. */
const SOLD = ["on the site and at the desk", "at the desk only"] as const;

const MAX_DURATION = 24 * 31;

/** A membership plan (specification, section 2, "Pricing page"): its price, and how long its passes last. */
export const planType = contentType("plan", {
  label: "Plan",
  plural: "Plans",
  help: "The memberships and their prices, on Home and on the Pricing page, three to a row.",
  entries: { kind: "list", max: 12 },
  title: ["name"],
  summary: ["price", "tier"],
  isForStaff: ({ sold }) => sold === SOLD[1],
  fields: {
    name: text("Name", { max: 40 }),
    tier: text("Tier label", { max: 40, help: "The small label next to the name, such as “Beginners”." }),
    price: money("Price, KES"),
    lasts: withDefault(
      wholeNumber("Valid for", {
        min: 1,
        max: MAX_DURATION,
        help: "How many days, weeks or months a pass lasts, as a whole number.",
      }),
      1,
    ),
    unit: withDefault(choice("Unit of time", UNITS), "months"),
    visits: optional(
      wholeNumber("Visits", {
        min: 1,
        max: 500,
        help: "For a pack: how many visits it has within that time. If empty, visits are unlimited.",
      }),
    ),
    opens: withDefault(choice("Access to", OPENS), "everything"),
    openClasses: withDefault(
      list("Which classes", reference("Class", "class"), { max: 30, help: "Only for “some classes”." }),
      [],
    ),
    hours: optional(time("Only between", { help: "The hours during which people can come in. If empty, all day." })),
    sold: withDefault(
      choice("Where it is sold", SOLD, { help: "A plan for the desk only is not shown to visitors." }),
      "on the site and at the desk",
    ),
    inclusions: list("Included", text("Inclusion", { max: 60 }), { min: 1, max: 12 }),
    photo: photo("Picture"),
  },
});

export type Plan = EntryOf<typeof planType>;

const QUESTION_FIELDS = {
  question: text("Question", { max: 80 }),
  answer: longText("Answer", { max: 600, placeholders: SITE_FACTS }),
};

export const questionType = contentType("question", {
  label: "Question",
  plural: "Questions and answers",
  help: "What people ask before they join. Shown below the plans on the Pricing page.",
  entries: { kind: "list", max: 30 },
  title: ["question"],
  summary: ["answer"],
  fields: QUESTION_FIELDS,
});

export const visitQuestionType = contentType("visit-question", {
  label: "Question about a first visit",
  plural: "Questions about a first visit",
  help: "What people ask before they come for the first time, on the page “Your first visit”.",
  entries: { kind: "list", max: 30 },
  title: ["question"],
  summary: ["answer"],
  fields: QUESTION_FIELDS,
});
