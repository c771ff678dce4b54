import { contentType } from "../content-type.ts";
import { choice, reference, time } from "../fields.ts";
import { DAYS } from "../nairobi-time.ts";

/** One row of a day (specification, section 3, "Schedule row": class name, time range, trainer). */
export const slotType = contentType("slot", {
  label: "Timetable row",
  plural: "Weekly timetable",
  help: "The week as the Schedule pages show it, one row for each class of a day, in this order.",
  entries: { kind: "list", max: 200 },
  title: ["day", "time", "gymClass"],
  summary: ["trainer"],
  heading: "day",
  fields: {
    day: choice("Day", DAYS),
    time: time("Time"),
    gymClass: reference("Class", "class"),
    trainer: reference("Trainer", "trainer"),
  },
});
