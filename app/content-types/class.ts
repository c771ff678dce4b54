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

const OWN_TIMES_HELP = "For the card only. If empty, the card shows the weekly timetable.";

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
    summary: longText("What happens in it", {
      max: 200,
      help: "One sentence, on its card and at the top of its page.",
    }),
    trainer: reference("Trainer", "trainer"),
    day: optional(choice("Day", DAYS, { help: OWN_TIMES_HELP })),
    time: optional(time("Time")),
    level: optional(choice("Level", LEVELS)),
    course: optional(
      longText("What a class is like, on its page", {
        max: 1500,
        help: "From the first minute to the last. An empty line begins a new paragraph; the first one is set larger.",
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
      text("What we provide", { max: 120, help: "Shown below what to bring, such as “Gloves and ropes are here.”" }),
    ),
    photo: photo("Picture", { help: "On its card, on its page, and when somebody shares its link." }),
    places: optional(
      wholeNumber("Places", {
        min: 1,
        max: 200,
        help: "How many people can take part. With a number, the class can be booked online from seven days ahead. Nobody loses their place when you lower it.",
      }),
    ),
    lateHours: withDefault(
      wholeNumber("Free cancellation until (hours before)", {
        min: 0,
        max: MAX_LATE_HOURS,
        help: "Cancellations after this count as late. A deadline at night is moved to 9:00pm the evening before.",
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
        help: "Once members are switched on, people see whether their pass covers the class; people without one pay at the desk.",
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
  help: "The large cards of classes on Home, two in a row. An odd last card takes a whole row.",
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
