/** The day at the desk as its pages show it: sessions with their people, in words. */
import type { MarkedRow } from "../../console/session-marks.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";

/** Actions that record who was there, in the field `do`. */
export const CHECK_IN_ACTIONS = ["here", "undo", "missed"] as const;

export type CheckInAction = (typeof CHECK_IN_ACTIONS)[number];

/** Whether the value of a button is one of them. */
export function isCheckInAction(text: string): text is CheckInAction {
  return CHECK_IN_ACTIONS.some((action) => action === text);
}

/** The square before a state, by its class (`styles/parts.css`). */
type Mark = "on" | "waiting" | "due" | "off" | "alert" | "open";

/** Somebody who has booked, waits, or had booked. */
export type DeskBookingView = {
  /** The booking's. */
  id: string;
  name: string;
  /** Nobody has written a name: an address stands for it. */
  isNameless: boolean;
  /** Empty when none is known. */
  email: string;
  /** As people write it, and for `tel:` and `sms:`; null when none is known. */
  phone: { text: string; number: string } | null;
  state: string;
  mark: Mark;
  /** Those of this moment, the likely one first. */
  actions: CheckInAction[];
  /** On the page of the session. */
  details?: BookingDetails;
};

export type BookingDetails = {
  /** The cancellation deadline, in words; empty when that is not of interest any more. */
  deadline: string;
  /** The newest first: "Checked in by Amina, Mon 23 Nov, 8:51". */
  events: string[];
  /** Bookings that the desk can cancel, or take back. */
  cancels: "place" | "waiting" | "walk-in" | null;
  /** A late cancellation that can still be excused. */
  mayExcuse: boolean;
};

/** A session with those who take its places, in order of their names, and its waiting list in its own order. */
export type DeskSessionView = {
  /** When it was read, ISO 8601 in UTC: of two copies the newer one is shown. */
  readAt: string;
  row: MarkedRow;
  /** "Mon 23 Nov". */
  shortDate: string;
  /** "9 of 12 places, 3 waiting"; null when it can't be booked and nobody has. */
  places: string | null;
  /** "4 here"; null before anybody is. */
  here: string | null;
  /** Until when, or from when, people are checked in; null when nobody is. */
  checkIn: string | null;
  isBookable: boolean;
  /** Walk-ins are added at this moment. */
  takesWalkIns: boolean;
  people: DeskBookingView[];
  waiting: DeskBookingView[];
  /** Of a cancelled session: those who had booked or waited. */
  toNotify: DeskBookingView[];
  /** On the page of the session: those who had a place or waited, and don't any more. */
  ended: DeskBookingView[];
};

/** A check-in form that came back: with the session as it is now, or with why nothing was done (`errors.form`). */
export type ReturnedCheckIn = ReturnedForm & {
  session?: DeskSessionView;
  /** Sending it again changes nothing: the state of the booking or the time doesn't allow it. */
  isRefused?: boolean;
};

/** The fragment of a session in the address of its day. */
export function sessionAnchor(id: string): string {
  return `session-${id}`;
}
