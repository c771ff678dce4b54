/** A row of the timetable as visitors see it, and what they are told of its change. */
import type { PlacesWord } from "../content/bookings/booking.ts";
import { dayAndDate } from "../content/timetable/calendar-dates.ts";
import type { SessionTime, TimetableRow } from "../content/timetable/session.ts";
import { bookingPath } from "../content/timetable/session-path.ts";
import { dayPath } from "./shown-dates.ts";

/** What has changed. `to` and `from` are a day and a time in words; `path` leads to that day while it can be shown. */
export type Change =
  | { kind: "cancelled" }
  | { kind: "moved"; to: string; path: string | undefined }
  | { kind: "moved-here"; from: string }
  | { kind: "new-time"; from: string }
  | { kind: "added" };

export type ShownRow = Pick<TimetableRow, "startsAt" | "endsAt" | "time" | "classSlug" | "className" | "insteadOf"> & {
  /** Unique on its page: a session that was moved has a row at each of its dates. */
  key: string;
  trainer: string;
  /** Whether the class has a page: it may have been taken off the site since. */
  hasPage: boolean;
  /** Whether the class does not take place here and then. */
  isOff: boolean;
  change: Change | undefined;
  /** How full it is, where it is booked, and which one that is in words; absent where nothing can be booked. */
  places?: { word: PlacesWord; path: string; about: string };
  /** Why; empty where the line above a closed day has said it. */
  reason: string | null;
};

/** Makes a row for visitors. `today` decides which days have a page to lead to, `classes` (slugs) which classes have one. */
export function shownRow(row: TimetableRow, today: string, classes: ReadonlySet<string>): ShownRow {
  const { id, date, startsAt, endsAt, time, classSlug, className, insteadOf, movedTo } = row;
  return {
    key: `${id} ${date}`,
    startsAt,
    endsAt,
    time,
    classSlug,
    className,
    trainer: row.trainerName,
    hasPage: classes.has(classSlug),
    insteadOf,
    isOff: row.state === "cancelled" || movedTo !== null,
    change: changeOf(row, today),
    reason: row.isClosed ? null : row.reason,
  };
}

/** The row with the word of its session, if that has one and takes place here and then. */
export function withPlaces<Row extends ShownRow>(
  row: Row,
  { id, date }: Pick<TimetableRow, "id" | "date">,
  words: ReadonlyMap<string, PlacesWord>,
): Row {
  const word = words.get(id);
  if (word === undefined || row.isOff) return row;
  const about = `${row.className}, ${inWords({ date, time: row.time })}`;
  return { ...row, places: { word, path: bookingPath(id), about } };
}

/** The one change that matters most: whether the class takes place, then where it is, then where it comes from. */
function changeOf({ state, date, movedTo, movedFrom, isAdded }: TimetableRow, today: string): Change | undefined {
  if (state === "cancelled") return { kind: "cancelled" };
  if (movedTo !== null) return { kind: "moved", to: inWords(movedTo), path: dayPath(movedTo.date, today) };
  if (movedFrom !== null && movedFrom.date === date) return { kind: "new-time", from: movedFrom.time.from };
  if (movedFrom !== null) return { kind: "moved-here", from: inWords(movedFrom) };
  return isAdded ? { kind: "added" } : undefined;
}

/** "Tuesday 24 November, 5:00pm" */
function inWords({ date, time }: SessionTime): string {
  return `${dayAndDate(date)}, ${time.from}`;
}

/** Which rows of today are on and which are next, by their keys. */
export type Marks = { on: ReadonlySet<string>; next: ReadonlySet<string> };

/**
 * What is on at a time, from its first minute up to but not including its end, and what begins next: all rows that begin
 * together. A class that does not take place is neither.
 */
export function marksAt(rows: readonly ShownRow[], now: Date): Marks {
  const held = rows.filter(({ isOff }) => !isOff);
  const moment = now.toISOString();
  const nextStart = held
    .map(({ startsAt }) => startsAt)
    .filter((startsAt) => startsAt > moment)
    .sort()[0];
  const keys = (found: readonly ShownRow[]) => new Set(found.map(({ key }) => key));
  return {
    on: keys(held.filter(({ startsAt, endsAt }) => startsAt <= moment && moment < endsAt)),
    next: keys(held.filter(({ startsAt }) => startsAt === nextStart)),
  };
}
