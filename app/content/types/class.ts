import { contentType, type EntryOf } from "../content-type.ts";
import { choice, longText, photo, reference, text, time } from "../fields.ts";
import { DAYS } from "../nairobi-time.ts";

/** A class as its card shows it (specification, section 3: background image, title, trainer, date/time text). */
export const classType = contentType("class", {
  label: "Class",
  plural: "Classes",
  help: "The cards of the Classes page. The schedule, the contact form and the featured classes name these too.",
  entries: { kind: "list", max: 60 },
  title: ["title"],
  summary: ["trainer", "day", "time"],
  fields: {
    title: text("Title", { max: 40 }),
    summary: longText("What happens in it", { max: 200 }),
    trainer: reference("Trainer", "trainer"),
    day: choice("Day", DAYS, { help: "For the card; the schedule has rows of its own." }),
    time: time("Time"),
    photo: photo("Picture"),
  },
});

export type GymClass = EntryOf<typeof classType>;

/** One of the six classes on the home page (specification, section 2, "Featured classes"). */
export const featuredClassType = contentType("featured-class", {
  label: "Featured class",
  plural: "Featured classes",
  help: "The large cards of classes on Home. They stand in pairs; the last of an odd number takes a whole row.",
  entries: { kind: "list", max: 12 },
  title: ["title"],
  summary: ["gymClass", "day", "time"],
  fields: {
    title: text("Title", { max: 40 }),
    gymClass: reference("Class", "class", { help: "The class that “join now” leads to." }),
    day: choice("Day", DAYS),
    time: time("Time"),
    photo: photo("Picture"),
  },
});

export type FeaturedClass = EntryOf<typeof featuredClassType>;
