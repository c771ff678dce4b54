/** Bookings as readers see them. Nothing here knows the database, so that views can use it. */
import type { BookingState } from "../platform/schema.ts";
import type { ClassSession } from "../timetable/class-session.ts";

export type { BookingState } from "../platform/schema.ts";

/** The states of a booking that takes one of the places. A held one does until its hold has run out. */
export const PLACE_STATES = ["booked", "held", "attended", "no_show"] as const satisfies readonly BookingState[];

/** The states of a booking that can still be used. */
export const OPEN_BOOKING_STATES = ["booked", "held", "waiting"] as const satisfies readonly BookingState[];

/** Whether an event is the gym's cancellation of a booking, or of a position, that could still be used. */
export function wasEndedByGym({ from, to }: { from: BookingState | null; to: BookingState }): boolean {
  return to === "gym_cancelled" && (from === "attended" || OPEN_BOOKING_STATES.some((state) => state === from));
}

/** Open bookings of one person for sessions to come, waiting ones included. */
export const MAX_OPEN_BOOKINGS = 6;

/** Bookings of one person within 24 hours, cancelled ones included. */
export const MAX_BOOKINGS_A_DAY = 30;

/** Both of an account that nobody knows yet: its address, to which the mails go, may be a stranger's. */
export const MAX_OPEN_UNCONFIRMED = 2;
export const MAX_UNCONFIRMED_A_DAY = 4;

/** Bookings by staff for one account within 24 hours: each time it gets a mail. */
export const MAX_STAFF_BOOKINGS_A_DAY = 10;

/** Bookings of such accounts within 24 hours from one client address, which a gym's visitors share. */
export const MAX_UNCONFIRMED_PER_ADDRESS = 30;

/** So many missed sessions in `NO_SHOW_DAYS` days leave booking to the desk. */
export const MAX_NO_SHOWS = 3;
export const NO_SHOW_DAYS = 30;

/** Characters of the name that the desk reads, and of a phone number. */
export const MAX_NAME_CHARACTERS = 60;
export const MAX_PHONE_CHARACTERS = 30;

/** Free places of a session that can be booked, as the public timetable shows them. */
export type Availability = "places" | "few" | "full";

/** The places of a session as they are counted at one moment. */
export type SessionPlaces = {
  /** Null: the class has no number of places, and can't be booked. */
  capacity: number | null;
  /** Places that are free; 0 when more are taken than there are by now. */
  free: number;
  /** People on the waiting list. */
  waiting: number;
};

/** Somebody's own booking. Moments are ISO 8601 in UTC. */
export type OwnBooking = {
  id: string;
  session: ClassSession;
  state: BookingState;
  /** On the waiting list, from 1; null when it does not wait. */
  position: number | null;
  /** The cancellation deadline. */
  deadline: string;
  /** It came from the waiting list. */
  isPromoted: boolean;
  priceKes: number | null;
};

/** Why somebody can't book a session, or wait for it, at this moment. */
export type BookingRefusal =
  /** There is no such session. */
  | { code: "unknown" }
  /** The shared test account can't book. */
  | { code: "test-account" }
  /** The class has no number of places. */
  | { code: "not-bookable"; session: ClassSession }
  /** It has begun, or is over. */
  | { code: "begun"; session: ClassSession }
  /** It does not take place, or its day is closed; `session.reason` says why. */
  | { code: "cancelled"; session: ClassSession }
  /** Booking opens at this moment. */
  | { code: "not-open"; session: ClassSession; opensAt: string }
  /** A place is booked in another session at that time. */
  | { code: "overlap"; session: ClassSession; other: ClassSession }
  | { code: "too-many"; max: number }
  /** The same, as long as nobody knows whose account it is. */
  | { code: "unconfirmed"; max: number }
  /** Accounts that nobody knows yet have booked a lot from this client address within a day. */
  | { code: "too-many-new" }
  /** So many bookings within a day are no person's: their mails would be a nuisance to whose address it is. */
  | { code: "too-often" }
  /** Too many missed sessions: the desk books until this date (`2026-11-23`). */
  | { code: "no-shows"; until: string };

/** The offer of a session to somebody who wants to book it. Moments are ISO 8601 in UTC. */
export type BookingOffer = {
  session: ClassSession;
  places: SessionPlaces;
  /** The session's cancellation deadline, until which the waiting list is promoted. */
  sessionDeadline: string;
  /** The cancellation deadline of a booking that is made now. */
  deadline: string;
  priceKes: number | null;
  /** The newest booking of it; open, or already used or ended. */
  own: OwnBooking | undefined;
  /** Undefined: it can be booked, or waited for when no place is free. */
  refusal: BookingRefusal | undefined;
  /** Other sessions of the class with free places that can be booked, three at most; only when this one is full. */
  others: ClassSession[];
  /** Whether somebody stands behind the account (`isKnown`): until then only the first booking is mailed. */
  isKnown: boolean;
  /** The person's first booking asks for a name. */
  needsName: boolean;
};

export type OwnBookings = {
  /** Booked sessions that have not ended, by start. */
  coming: OwnBooking[];
  /** Those on whose waiting list they are, by start. */
  waiting: OwnBooking[];
  /** Those of the last `PAST_BOOKINGS_DAYS` days that have ended or were cancelled, newest first. */
  past: OwnBooking[];
};

/** So long My bookings shows past bookings. */
export const PAST_BOOKINGS_DAYS = 90;
