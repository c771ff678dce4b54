/**
 * A class session is one class on one date. It is computed from its weekly slot until it is booked, changed or past;
 * from then on it is stored as a full copy (docs/decisions/timetable.md).
 */
import type { TimeRange } from "../cms/fields.ts";
import type { Day } from "../time/days.ts";

export const MAX_REASON = 140;

export type SessionTime = { date: string; time: TimeRange };

export type ClassSession = {
  /** `<slot>.<slotDate>`, or `added-<random>` for a one-off session. Used in addresses and calendar UIDs. */
  id: string;
  slot: string | null;
  /** The original date, which moves don't change; null without a slot. */
  slotDate: string | null;
  date: string;
  time: TimeRange;
  /** ISO 8601 in UTC. */
  startsAt: string;
  endsAt: string;
  classSlug: string;
  className: string;
  trainerSlug: string;
  trainerName: string;
  state: "scheduled" | "cancelled";
  /** Shown to visitors. On a closed day it is the closure's note. */
  reason: string | null;
  insteadOf: string | null;
  movedFrom: SessionTime | null;
  /** A one-off session, not part of the weekly timetable. */
  isAdded: boolean;
  /** Cancelled because its day is closed. */
  isClosed: boolean;
  isStored: boolean;
  /** Counts changes, for calendars and stale forms; 0 while computed. */
  sequence: number;
  /** ISO 8601 in UTC; null for a computed or unchanged session. */
  changedAt: string | null;
};

/** A row of a day. `movedTo` is set on the row that a moved session leaves at its old date. */
export type TimetableRow = ClassSession & { movedTo: SessionTime | null };

export type DayTimetable = {
  date: string;
  day: Day;
  /** The closure's note; null on an open day. */
  closure: string | null;
  rows: TimetableRow[];
};
