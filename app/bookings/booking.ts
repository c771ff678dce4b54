/** States and limits of bookings, without the database, so that views can use them. */
import type { BookingState } from "../platform/schema.ts";
import type { ClassSession } from "../timetable/class-session.ts";

export type { BookingState } from "../platform/schema.ts";

export function isBookingId(text: string): boolean {
  return /^[0-9a-f-]{36}$/.test(text);
}

export const BOOKING_STATES: Readonly<Record<BookingState, string>> = {
  booked: "booked",
  waiting: "waiting",
  attended: "here",
  no_show: "missed",
  cancelled: "cancelled",
  late_cancelled: "cancelled late",
  gym_cancelled: "cancelled by us",
  expired: "didn’t get a place",
};

export const PLACE_STATES: ReadonlySet<BookingState> = new Set(["booked", "attended", "no_show"]);

/** The states of a booking that can still be used. */
export const OPEN_BOOKING_STATES: ReadonlySet<BookingState> = new Set(["booked", "waiting"]);

/** Whether an event is the gym's cancellation of a booking or waiting-list position that could still be used. */
export function wasEndedByGym({ from, to }: { from: BookingState | null; to: BookingState }): boolean {
  return to === "gym_cancelled" && from !== null && (from === "attended" || OPEN_BOOKING_STATES.has(from));
}

/** Open bookings of one person for upcoming sessions, the waiting list included. */
export const MAX_OPEN_BOOKINGS = 6;

/** Bookings of one person within 24 hours, cancelled ones included. */
export const MAX_BOOKINGS_A_DAY = 30;

export const MAX_OPEN_UNCONFIRMED = 2;
export const MAX_UNCONFIRMED_A_DAY = 4;

/** Bookings by staff for one account within 24 hours, since each sends it an email. */
export const MAX_STAFF_BOOKINGS_A_DAY = 10;

/** Bookings of unconfirmed accounts within 24 hours from one client address, which a gym's visitors share. */
export const MAX_UNCONFIRMED_PER_ADDRESS = 30;

/** After this many missed sessions within `NO_SHOW_DAYS` days, only the desk can book for a person. */
export const MAX_NO_SHOWS = 3;
export const NO_SHOW_DAYS = 30;

/** Check-in opens this many minutes before the start; staff can correct attendance for this many hours after the end. */
export const CHECK_IN_OPENS_MINUTES_BEFORE = 90;
export const CORRECTION_HOURS_AFTER = 48;

/** How long after a session somebody recorded as a no-show can say that they were there. */
export const DISPUTE_DAYS_AFTER = 7;

/** Free places of a session that can be booked, as the public timetable shows them. */
export type Availability = "places" | "few" | "full";

/** Why somebody can't book a session, or wait for it, at this moment. */
export type BookingRefusal =
  | { code: "unknown" }
  | { code: "test-account" }
  /** The class has no capacity. */
  | { code: "not-bookable"; session: ClassSession }
  | { code: "begun"; session: ClassSession }
  /** It does not take place, or its day is closed; `session.reason` says why. */
  | { code: "cancelled"; session: ClassSession }
  | { code: "not-open"; session: ClassSession; opensAt: string }
  /** A place is booked in another session at that time. */
  | { code: "overlap"; session: ClassSession; other: ClassSession }
  /** `guest-too-many`: there would be too many with a guest, who counts as a booking. */
  | { code: "too-many" | "unconfirmed" | "guest-too-many"; max: number }
  /** Unconfirmed accounts have booked a lot from this client address within a day. */
  | { code: "too-many-new" }
  /** More bookings within a day than a person makes: their emails would be a nuisance to the owner of the address. */
  | { code: "too-often" }
  /** Too many missed sessions: the desk books until this date (`2026-11-23`). */
  | { code: "no-shows"; until: string };

export const PAST_BOOKINGS_DAYS = 90;
