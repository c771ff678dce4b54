/**
 * A class session is one class on one date. It is computed from its weekly slot until somebody relies on it;
 * then it is written down once, as a full copy (docs/decisions/timetable.md).
 */
import type { TimeRange } from "../cms/fields.ts";
import type { Day } from "../time/days.ts";

/** Characters of a reason, and of the note of a closure. */
export const MAX_REASON = 140;

/** A calendar date in Nairobi, and wall times as the owner writes them. */
export type SessionTime = { date: string; time: TimeRange };

export type ClassSession = {
  /** `<slot>.<slotDate>`, or `added-<random>` for one without a slot. In addresses, and in the UIDs of calendars. */
  id: string;
  slot: string | null;
  /** The date it was born on; null without a slot. A move never changes it. */
  slotDate: string | null;
  /** A class that ends after midnight belongs to the day on which it begins. */
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
  /** Visitors read it. Of a closed day: the note of the closure. */
  reason: string | null;
  /** The name of the trainer who is replaced. */
  insteadOf: string | null;
  movedFrom: SessionTime | null;
  /** Added once; not part of the weekly timetable. */
  isAdded: boolean;
  /** Cancelled because its day is closed. */
  isClosed: boolean;
  isWritten: boolean;
  /** For calendars: grows with each change that they should see; 0 while computed. */
  sequence: number;
  /** ISO 8601 in UTC; null while computed, and for a session that nobody has changed. */
  changedAt: string | null;
};

/** A row of a day as shown. `movedTo` is set on the row that stays at the old date. */
export type TimetableRow = ClassSession & { movedTo: SessionTime | null };

export type DayTimetable = {
  date: string;
  day: Day;
  /** The note of the closure; null on an open day. */
  closure: string | null;
  rows: TimetableRow[];
};
