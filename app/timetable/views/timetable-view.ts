/** Parts of the schedule's models that browsers load. */
import type { SessionRowView } from "./timetable-view.server.ts";

/** A change of a session. `to` and `from` are a day and a time in words; `path` leads to that day while it can be shown. */
export type SessionChange =
  | { kind: "cancelled" }
  | { kind: "moved"; to: string; path: string | undefined }
  | { kind: "moved-here"; from: string }
  | { kind: "new-time"; from: string }
  | { kind: "added" };

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
  const keys = (rows: readonly SessionRowView[]) => new Set(rows.map(({ key }) => key));
  return {
    on: keys(held.filter(({ startsAt, endsAt }) => startsAt <= moment && moment < endsAt)),
    next: keys(held.filter(({ startsAt }) => startsAt === nextStart)),
  };
}
