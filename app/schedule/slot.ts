import { contentType, type EntryOf } from "../content/content-type.ts";
import { DAYS } from "../content/day.ts";
import { choice, reference, type TimeRange, time } from "../content/fields.ts";

/** One row of a day (specification, section 3, "Schedule row": class name, time range, trainer). */
export const slotType = contentType("slot", "Schedule row", {
  day: choice("Day", DAYS),
  time: time("Time"),
  gymClass: reference("Class", "class"),
  trainer: reference("Trainer", "trainer"),
});

export type Slot = EntryOf<typeof slotType>;

/** A row as the board shows it: the class and the trainer by name. */
export type ScheduleRow = {
  slug: string;
  time: TimeRange;
  classSlug: string;
  className: string;
  trainer: string;
};
