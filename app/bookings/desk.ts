/** The desk's day as its screens read it. */
import type { BookingActorKind } from "../platform/booking-tables.ts";
import type { ClassSession } from "../timetable/session.ts";
import type { BookingState, SessionPlaces } from "./booking.ts";

/** Something that happened to a booking. `note` is a code of `EventNote`. */
export type BookingEvent = {
  at: string;
  actorKind: BookingActorKind;
  actorName: string | null;
  from: BookingState | null;
  to: BookingState;
  note: string | null;
};

/** A booking as staff see it. */
export type DeskBooking = {
  id: string;
  state: BookingState;
  /** Empty: the account was deleted, or the desk has booked for an address that never booked itself. */
  name: string;
  /** Null: a guest of the desk, or a deleted account. */
  email: string | null;
  phone: string;
  /** The place in line, from 1; null when it does not wait. */
  line: number | null;
  bookedAt: string;
  freeUntil: string;
  isPromoted: boolean;
  /** The desk has written the name: there is no account. */
  isGuest: boolean;
  events: BookingEvent[];
};

export type DeskSession = {
  session: ClassSession;
  places: SessionPlaces;
  /** Whether people can be checked in at this moment, or what was recorded of them be corrected. */
  canCheckIn: boolean;
  /** In the order in which they booked, ended ones too. */
  people: DeskBooking[];
};

export type DeskDay = { date: string; sessions: DeskSession[] };

/** Staff can check people in so many minutes before the start ... */
export const CHECK_IN_MINUTES = 30;

/** ... and correct what was recorded so many hours after the end. */
export const CORRECTION_HOURS = 48;
