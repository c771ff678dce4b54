import type { TimeRange } from "../content/fields.ts";

/** A row as the timetable shows it: the class and the trainer by name. */
export type ScheduleRow = {
  slug: string;
  time: TimeRange;
  classSlug: string;
  className: string;
  trainer: string;
};
