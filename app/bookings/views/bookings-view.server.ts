/** Somebody's bookings in words. */

import { type Gym, sessionFile } from "../../timetable/session-in-calendar.server.ts";
import { bookingPath } from "../../timetable/session-path.server.ts";
import type { BookingState, OwnBooking, OwnBookings } from "../booking.ts";
import type { BookingView, PastBookingView } from "./booking-view.ts";
import { CHECKED_IN, RESULTS } from "./messages.ts";
import { cancelPath, noteToSelf } from "./offer-view.server.ts";
import { bookableSessionView, freeText, momentText, ordinal } from "./session-view.server.ts";

export type BookingsView = { coming: BookingView[]; waiting: BookingView[]; past: PastBookingView[] };

type At = { gym: Gym; origin: string; now: string };

/** The lists of My bookings. */
export function bookingsView({ coming, waiting, past }: OwnBookings, at: At): BookingsView {
  return {
    coming: coming.map((booking) => bookingView(booking, at)),
    waiting: waiting.map((booking) => bookingView(booking, at)),
    past: past.map((booking) => pastBookingView(booking)),
  };
}

function bookingView(booking: OwnBooking, { gym, origin, now }: At): BookingView {
  const { id, session, state, line } = booking;
  const hasBegun = session.startsAt <= now;
  return {
    id,
    session: bookableSessionView(session),
    promise: promiseOf(booking, now),
    line: state === "waiting" ? `${ordinal(line ?? 1)} in line` : undefined,
    cancelPath: hasBegun || state === "attended" ? undefined : cancelPath(id),
    pagePath: bookingPath(session.id),
    filePath: sessionFile(session.id),
    whatsApp: noteToSelf(session, gym, origin),
  };
}

function promiseOf(booking: OwnBooking, now: string): string {
  if (booking.session.startsAt <= now) return "On now";
  if (booking.state === "attended") return CHECKED_IN.strong.replace(/\.$/, "");
  return booking.state === "waiting" ? waitingText(booking, now) : freeText(booking, now);
}

function waitingText({ freeUntil }: OwnBooking, now: string): string {
  return freeUntil <= now
    ? "A place that comes free now goes to whoever books first"
    : `Until ${momentText(freeUntil)} free places go to the first in line`;
}

function pastBookingView({ id, session, state }: OwnBooking): PastBookingView {
  return {
    id,
    session: bookableSessionView(session),
    word: RESULTS[state === "waiting" ? "expired" : state],
    mark: markOf(state),
  };
}

function markOf(state: BookingState): PastBookingView["mark"] {
  if (state === "attended") return "tick";
  return state === "cancelled" || state === "late_cancelled" || state === "gym_cancelled" ? "cross" : "dash";
}
