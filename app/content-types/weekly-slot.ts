import { contentType } from "../cms/content-type.ts";
import { choice, reference, time } from "../cms/fields.ts";
import { DAYS } from "../time/days.ts";
import { formsPath, WEEKLY_SLOT } from "./paths.ts";

/** One row of a day (specification, section 3, "Schedule row": class name, time range, trainer). */
export const weeklySlotType = contentType("slot", {
  label: "Timetable row",
  plural: "Weekly timetable",
  help: "The week as the Schedule pages show it, one row for each class of a day, in the order of the clock.",
  // Thirty classes a day are 210, and a change of the week has both the old and the new rows for a while.
  entries: { kind: "list", max: 300 },
  title: ["day", "time", "gymClass"],
  summary: ["trainer"],
  heading: "day",
  order: ["day", "time"],
  formsPath: formsPath(WEEKLY_SLOT),
  fields: {
    day: choice("Day", DAYS),
    time: time("Time"),
    gymClass: reference("Class", "class"),
    trainer: reference("Trainer", "trainer"),
  },
});
