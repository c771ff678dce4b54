import type { SessionRowView } from "./timetable-view.ts";

/**
 * A dated session of a class, on its page. `dateText` is short, such as "24 Nov"; `path` leads to the page of its day, while
 * that has one.
 */
export type UpcomingSession = SessionRowView & {
  id: string;
  date: string;
  dayName: string;
  dateText: string;
  path: string | undefined;
};
