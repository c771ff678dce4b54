import { shortDate } from "../time/dates.server.ts";
import type { SessionTime, TimetableRow } from "../timetable/class-session.ts";
import type { MarkedRow, SessionMark } from "./session-marks.tsx";

export function withMarks<Row extends TimetableRow>(row: Row): Row & MarkedRow {
  return { ...row, marks: sessionMarks(row) };
}

/** Changes of a class session, most important first. Substitutes are shown with the trainer's name. */
export function sessionMarks(row: TimetableRow): SessionMark[] {
  const { state, isClosed, movedTo, movedFrom, isAdded } = row;
  if (movedTo !== null) {
    return [{ label: `Moved to ${shortDate(movedTo.date)}, ${movedTo.time.from}`, mark: "waiting" }];
  }
  return [
    ...(state === "cancelled" ? [{ label: isClosed ? "Closed" : "Cancelled", mark: "alert" as const }] : []),
    ...(movedFrom ? [{ label: movedFromLabel(row.date, movedFrom), mark: "waiting" as const }] : []),
    ...(isAdded ? [{ label: "Added", mark: "due" as const }] : []),
  ];
}

function movedFromLabel(date: string, from: SessionTime): string {
  return from.date === date
    ? `Moved from ${from.time.from}`
    : `Moved here from ${shortDate(from.date)}, ${from.time.from}`;
}
