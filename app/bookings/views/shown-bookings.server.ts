/** Somebody's bookings in words. */

import { type Gym, sessionFile } from "../../timetable/session-in-calendar.server.ts";
import { bookingPath } from "../../timetable/session-path.server.ts";
import type { BookingState, OwnBooking, OwnBookings } from "../booking.ts";
import { CHECKED_IN, RESULTS } from "./messages.ts";
import type { ShownBooking, ShownPast } from "./shown-booking.ts";
import { cancelPath, noteToSelf } from "./shown-offer.server.ts";
import { bookableSessionView, freeText, momentText, ordinal } from "./shown-session.server.ts";

export type ShownBookings = { coming: ShownBooking[]; waiting: ShownBooking[]; past: ShownPast[] };

type At = { gym: Gym; origin: string; now: string };

/** The lists of My bookings. */
export function shownBookings({ coming, waiting, past }: OwnBookings, at: At): ShownBookings {
  return {
    coming: coming.map((booking) => shownBooking(booking, at)),
    waiting: waiting.map((booking) => shownBooking(booking, at)),
    past: past.map((booking) => shownPast(booking)),
  };
}

function shownBooking(booking: OwnBooking, { gym, origin, now }: At): ShownBooking {
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

function shownPast({ id, session, state }: OwnBooking): ShownPast {
  return {
    id,
    session: bookableSessionView(session),
    word: RESULTS[state === "waiting" ? "expired" : state],
    mark: markOf(state),
  };
}

function markOf(state: BookingState): ShownPast["mark"] {
  if (state === "attended") return "tick";
  return state === "cancelled" || state === "late_cancelled" || state === "gym_cancelled" ? "cross" : "dash";
}
