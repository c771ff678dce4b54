/** Data of the views of the schedule: texts are made by the server, so that a browser needs no formats of dates. */
import type { Availability } from "../../bookings/booking.ts";
import type { Day } from "../../time/days.ts";
import type { TimetableRow } from "../class-session.ts";

/** A change of a session. `to` and `from` are a day and a time in words; `path` leads to that day while it can be shown. */
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

/** `large` is the size for a wall, and `small` has room for a full week. A fuller one runs over two sheets. */
export type SheetSize = "large" | "medium" | "small";

/** One of the dates that a page can show. */
export type Step = { date: string; label: string; path: string; isShown: boolean };

export type Tabs = { day: Day; path: string }[];

/**
 * The rows that are on at a time, from their first minute up to but not including their end, and those that begin next and
 * together, by their keys. A class that does not take place is neither.
 */
export function marksAt(rows: readonly SessionRowView[], now: Date) {
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
