import { contentType } from "../content-type.ts";
import { choice, reference, time } from "../fields.ts";
import { DAYS } from "../nairobi-time.ts";

/** One row of a day (specification, section 3, "Schedule row": class name, time range, trainer). */
export const slotType = contentType("slot", "Schedule row", {
  day: choice("Day", DAYS),
  time: time("Time"),
  gymClass: reference("Class", "class"),
  trainer: reference("Trainer", "trainer"),
});
