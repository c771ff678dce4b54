/** The tables of bookings. */
import type { Generated } from "kysely";
import type { StoredMoment } from "./schema.ts";

/**
 * `booked`, `held`, `attended` and `no_show` take a place, a held one until `hold_until`. `booked`, `held` and `waiting` are
 * open. The others have ended.
 */
export type BookingState =
  | "booked"
  | "waiting"
  | "held"
  | "attended"
  | "no_show"
  | "cancelled"
  | "late_cancelled"
  | "gym_cancelled"
  | "expired";

/** Somebody's place in a session, or in the line for one. */
export type BookingsTable = {
  id: string;
  session_id: string;
  /** Null: a guest of the desk, or an account that was deleted. */
  user_id: string | null;
  /** Of a guest, as the desk has written it. */
  guest_name: string | null;
  guest_phone: string | null;
  /** The turn of its transaction (`schedule_state`): the order of the line. */
  ticket: number;
  state: BookingState;
  booked_at: StoredMoment;
  /** Until when it can be cancelled free of charge, as it was promised. Of a waiting one: until when it is promoted. */
  free_until: StoredMoment;
  promoted_at: StoredMoment | null;
  /** Set when it takes no place and waits for none any more. One person has one booking of a session without it. */
  ended_at: StoredMoment | null;
  checked_in_at: StoredMoment | null;
  /** When the reminder was queued, or left out. */
  reminded_at: StoredMoment | null;
  /** A held place is free again after this. */
  hold_until: StoredMoment | null;
  /** The price in Kenyan shillings when it was booked; null: none is set. */
  price_kes: number | null;
};

export type BookingActorKind = "visitor" | "staff" | "system";

/** What happened to a booking, one row for each time its state changed or it was passed over. */
export type BookingEventsTable = {
  id: string;
  booking_id: string;
  at: StoredMoment;
  actor_kind: BookingActorKind;
  /** The user id of a member of staff, with the name at that time; null otherwise. */
  actor_id: string | null;
  actor_name: string | null;
  /** Null: it was made. */
  from_state: BookingState | null;
  to_state: BookingState;
  /** One of `EventNote` (app/bookings/booking-change.server.ts); null: nothing more to say. */
  note: string | null;
};

/** What the desk knows of somebody who books, beside the account. */
export type BookingProfilesTable = {
  user_id: string;
  name: string;
  /** Empty when none was given. */
  phone: string;
  /** 1: reminders are sent. */
  reminders: Generated<number>;
  /** In the link of reminders that switches them off; unguessable. */
  unsubscribe_key: string;
};

/** The personal calendar feed of an account. Its token is derived from the nonce and the secret. */
export type CalendarFeedsTable = { user_id: string; nonce: string; token_hash: string; made_at: StoredMoment };
