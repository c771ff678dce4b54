import { contentType, type EntryOf } from "../content-type.ts";
import { choice, longText, photo, reference, text, time } from "../fields.ts";
import { DAYS } from "../nairobi-time.ts";

/** A class as its card shows it (specification, section 3: background image, title, trainer, date/time text). */
export const classType = contentType("class", "Class", {
  title: text("Title", { max: 40 }),
  summary: longText("What happens in it", { max: 200 }),
  trainer: reference("Trainer", "trainer"),
  day: choice("Day", DAYS),
  time: time("Time"),
  photo: photo("Picture"),
});

export type GymClass = EntryOf<typeof classType>;

/** One of the six classes on the home page (specification, section 2, "Featured classes"). */
export const featuredClassType = contentType("featured-class", "Featured class", {
  title: text("Title", { max: 40 }),
  gymClass: reference("Class", "class"),
  day: choice("Day", DAYS),
  time: time("Time"),
  photo: photo("Picture"),
});

export type FeaturedClass = EntryOf<typeof featuredClassType>;
