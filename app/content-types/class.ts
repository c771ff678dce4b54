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
import { DAYS } from "../time/days.ts";

/** How much experience a class requires, in ascending order. */
const LEVELS = ["all levels", "beginners", "some experience", "experienced"] as const;

/** The earliest cancellation deadline, in hours before the class. Reminders are sent before it. */
export const MAX_LATE_HOURS = 48;

const OWN_TIMES_HELP = "For the card only. If empty, the card shows the days and times of the weekly timetable.";

/** A class: its card (specification, section 3: background image, title, trainer, date/time text) and its page. */
export const classType = contentType("class", {
  label: "Class",
  plural: "Classes",
  help: "The cards of the Classes page, each with a page of its own. The schedule, the contact form and the featured classes use them too.",
  entries: { kind: "list", max: 60 },
  title: ["title"],
  summary: ["trainer", "day", "time", "places", "price"],
  fields: {
    title: text("Title", { max: 40 }),
    summary: longText("The class in one sentence", {
      max: 200,
      help: "On its card and at the top of its page.",
    }),
    trainer: reference("Trainer", "trainer"),
    day: optional(choice("Day", DAYS, { help: OWN_TIMES_HELP })),
    time: optional(time("Time")),
    level: optional(choice("Level", LEVELS)),
    course: optional(
      longText("What happens in the class", {
        max: 1500,
        help: "On its page: from the first minute to the last. A blank line begins a new paragraph. The first paragraph has larger letters.",
      }),
    ),
    audience: optional(
      longText("Who it is for", {
        max: 600,
        help: "What people need to be able to do, and whom to tell about an injury.",
      }),
    ),
    bring: withDefault(list("What to bring", text("Item", { max: 60 }), { max: 8 }), []),
    provided: optional(
      text("What we provide", { max: 120, help: "Shown below “What to bring”. Example: “Gloves and ropes are here.”" }),
    ),
    photo: photo("Picture", { help: "On its card, on its page, and when somebody shares its link." }),
    places: optional(
      wholeNumber("Places", {
        min: 1,
        max: 200,
        help: "How many people can take part. If you enter a number, the class can be booked online, up to seven days ahead. Nobody loses their place if you lower it.",
      }),
    ),
    lateHours: withDefault(
      wholeNumber("Hours of notice for free cancellation", {
        min: 0,
        max: MAX_LATE_HOURS,
        help: "A cancellation with less notice counts as late. A deadline at night is moved to 9:00pm the evening before.",
      }),
      4,
    ),
    price: optional(
      money("Price of one place, KES", {
        help: "Shown when booking, and paid at the desk. If empty, no price is shown.",
      }),
    ),
    asksPass: withDefault(
      choice("Covered by passes", ["no", "yes"], {
        help: "If “Members and passes” is on, people see whether their pass covers the class. Without a pass they pay at the desk.",
      }),
      "no",
    ),
  },
});

export type GymClass = EntryOf<typeof classType>;

/** A featured class on the home page (specification, section 2). */
export const featuredClassType = contentType("featured-class", {
  label: "Featured class",
  plural: "Featured classes",
  help: "The large cards of classes on Home, two to a row. If their number is odd, the last card takes a whole row.",
  entries: { kind: "list", max: 12 },
  title: ["title"],
  summary: ["gymClass", "day", "time"],
  fields: {
    title: text("Title", { max: 40 }),
    gymClass: reference("Class", "class", { help: "The class that “join now” leads to." }),
    day: optional(choice("Day", DAYS, { help: OWN_TIMES_HELP })),
    time: optional(time("Time")),
    photo: photo("Picture"),
  },
});

export type FeaturedClass = EntryOf<typeof featuredClassType>;
