/** The part of the schedule's models that browsers load. */
import type { SessionRowView } from "./timetable-view.server.ts";

export type SessionChange =
  | { kind: "cancelled" }
  | { kind: "moved"; to: string; path: string | undefined }
  | { kind: "moved-here"; from: string }
  | { kind: "new-time"; from: string }
  | { kind: "added" };

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
