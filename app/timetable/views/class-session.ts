import type { ShownRow } from "./shown-timetable.ts";

/**
 * A dated session of a class, on its page. `dateText` is short, such as "24 Nov"; `path` leads to the page of its day, while
 * that has one.
 */
export type UpcomingSession = ShownRow & {
  id: string;
  date: string;
  dayName: string;
  dateText: string;
  path: string | undefined;
};
