/** What the views of the schedule show: texts are made by the server, so that a browser needs no formats of dates. */
import type { TimeRange } from "../content/fields.ts";
import type { Day } from "../content/nairobi-time.ts";
import type { ShownRow } from "./shown-row.ts";

export type ShownDay = {
  date: string;
  day: Day;
  /** "23 November 2026" */
  dateText: string;
  /** "23 Nov" */
  shortDate: string;
  /** The sentence about a closed day. */
  closure: string | undefined;
  rows: ShownRow[];
};

/** A day of the week page. `path` leads to its own page; a past day has none. Rows come with their line of the grid. */
export type WeekDay = Omit<ShownDay, "rows"> & { path: string | undefined; rows: (ShownRow & { line: number })[] };

export type ShownWeek = {
  monday: string;
  /** "23 to 29 November" */
  range: string;
  /** "Monday 23 November 2026" */
  firstDay: string;
  /** The date on which the page was made: "Saturday 21 November 2026". */
  asOf: string;
  /** The year of its last day. */
  year: string;
  /** The lines of the grid from the earliest on. A line whose time is the one before's has no time of its own. */
  lines: (TimeRange | undefined)[];
  days: WeekDay[];
  /** How large it is on a printed sheet. */
  size: SheetSize;
};

/** `large` is the size for a wall, and `small` has room for a full week. A fuller one runs over two sheets. */
export type SheetSize = "large" | "medium" | "small";

/** One of the dates that a page can show. */
export type Step = { date: string; label: string; path: string; isShown: boolean };

export type Tabs = { day: Day; path: string }[];
