/** What the views of the schedule show: texts are made by the server, so that a browser needs no formats of dates. */
import type { Availability } from "../../bookings/booking.ts";
import type { TimeRange } from "../../cms/fields.ts";
import type { Day } from "../../time/days.ts";
import type { TimetableRow } from "../session.ts";

/** What has changed. `to` and `from` are a day and a time in words; `path` leads to that day while it can be shown. */
export type SessionChange =
  | { kind: "cancelled" }
  | { kind: "moved"; to: string; path: string | undefined }
  | { kind: "moved-here"; from: string }
  | { kind: "new-time"; from: string }
  | { kind: "added" };

export type SessionRowView = Pick<
  TimetableRow,
  "startsAt" | "endsAt" | "time" | "classSlug" | "className" | "insteadOf"
> & {
  /** Unique on its page: a session that was moved has a row at each of its dates. */
  key: string;
  trainer: string;
  /** Whether the class has a page: it may have been taken off the site since. */
  hasPage: boolean;
  /** Whether the class does not take place here and then. */
  isOff: boolean;
  change: SessionChange | undefined;
  /** How full it is, where it is booked, and which one that is in words; absent where nothing can be booked. */
  places?: { word: Availability; path: string; about: string };
  /** Why; empty where the line above a closed day has said it. */
  reason: string | null;
};

export type DayView = {
  date: string;
  day: Day;
  /** "23 November 2026" */
  dateText: string;
  /** "23 Nov" */
  shortDate: string;
  /** The sentence about a closed day. */
  closure: string | undefined;
  rows: SessionRowView[];
};

/** A day of the week page. `path` leads to its own page; a past day has none. Rows come with their line of the grid. */
export type WeekDay = Omit<DayView, "rows"> & { path: string | undefined; rows: (SessionRowView & { line: number })[] };

export type WeekView = {
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

/** Which rows of today are on and which are next, by their keys. */
export type Marks = { on: ReadonlySet<string>; next: ReadonlySet<string> };

/**
 * What is on at a time, from its first minute up to but not including its end, and what begins next: all rows that begin
 * together. A class that does not take place is neither.
 */
export function marksAt(rows: readonly SessionRowView[], now: Date): Marks {
  const held = rows.filter(({ isOff }) => !isOff);
  const moment = now.toISOString();
  const nextStart = held
    .map(({ startsAt }) => startsAt)
    .filter((startsAt) => startsAt > moment)
    .sort()[0];
  const keys = (found: readonly SessionRowView[]) => new Set(found.map(({ key }) => key));
  return {
    on: keys(held.filter(({ startsAt, endsAt }) => startsAt <= moment && moment < endsAt)),
    next: keys(held.filter(({ startsAt }) => startsAt === nextStart)),
  };
}
