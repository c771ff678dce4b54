/** What the page of a session shows the visitor, in words. */
import { href } from "react-router";
import { chatAddress } from "../../forms/whatsapp.ts";
import { shortDate } from "../../time/date-texts.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import type { ClassSession } from "../../timetable/session.ts";
import {
  type Gym,
  googleEventAddress,
  sessionFile,
  sessionInCalendar,
} from "../../timetable/session-in-calendar.server.ts";
import { bookingPath } from "../../timetable/session-path.server.ts";
import type { BookingOffer, BookingRefusal, OwnBooking } from "../booking.ts";
import type { BookingStateView, NextStep, OfferView } from "./booking-view.ts";
import { AFTERWARDS, CHECKED_IN, ENDED, REFUSALS, type Said, UNCONFIRMED_NOTE } from "./messages.ts";
import { bookableSessionView, freeText, momentText, ordinal, priceText, startText } from "./session-view.server.ts";

/** Where the pages of bookings lead to beside themselves, and whom they name. */
export type Surroundings = {
  gym: Gym & { phone: string };
  /** The site's, without a trailing slash. */
  origin: string;
  /** The page of the class, or of its day. */
  classPath: string;
  /** ISO 8601. */
  now: string;
};

/** What is offered, in words. */
export function offerView(offer: BookingOffer, around: Surroundings): OfferView {
  const { session, places, priceKes, own } = offer;
  return {
    session: bookableSessionView(session),
    places: places.capacity === null ? undefined : `${places.free} of ${places.capacity} left`,
    price: priceText(own?.priceKes ?? priceKes),
    state: stateOf(offer, around),
  };
}

function stateOf(offer: BookingOffer, around: Surroundings): BookingStateView {
  const { own, refusal, places, session } = offer;
  const hasBegun = session.startsAt <= around.now;
  const isHere = own?.state === "attended" && !hasBegun;
  const said = isHere ? CHECKED_IN : own && hasBegun ? AFTERWARDS[own.state] : undefined;
  if (said !== undefined) return { kind: "said", said, next: [MY_BOOKINGS, seeClass(session, around)] };
  if (own?.state === "booked" || own?.state === "held") return bookedState(own, offer, around);
  const isTaking = own?.state === "waiting" && refusal === undefined && places.free > 0;
  if (own?.state === "waiting" && !isTaking && !hasBegun) return waitingState(own, offer, around);
  if (refusal !== undefined) return refusedState(refusal, session, around);
  return offerState(offer, around, isTaking);
}

function offerState(offer: BookingOffer, around: Surroundings, isTaking: boolean): BookingStateView {
  const { own, places, session, freeUntil, others, profile } = offer;
  const isFull = places.free === 0;
  return {
    kind: "offer",
    line: isFull ? ordinal(places.waiting + 1) : undefined,
    promise: isFull
      ? linePromise(offer, around)
      : {
          strong: `${freeText({ session, freeUntil }, around.now)}.`,
          rest: freeUntil >= session.startsAt ? "" : "After that it counts as a late cancellation.",
        },
    note: isTaking
      ? "You are on the waiting list, and a place is free. Whoever books first has it."
      : own && ENDED[own.state],
    leavePath: isTaking && own !== undefined ? cancelPath(own.id) : undefined,
    needsName: profile.name === "",
    others: others.map((other) => ({ id: other.id, text: startText(other), path: bookingPath(other.id) })),
  };
}

function bookedState(own: OwnBooking, { isKnown }: BookingOffer, around: Surroundings): BookingStateView {
  const { session } = own;
  const { gym, origin } = around;
  return {
    kind: "booked",
    isPromoted: own.isPromoted,
    promise: freeText(own, around.now),
    note: isKnown ? undefined : UNCONFIRMED_NOTE,
    cancelPath: cancelPath(own.id),
    filePath: sessionFile(session.id),
    google: googleEventAddress(sessionInCalendar(session, gym)),
    whatsApp: noteToSelf(session, gym, origin),
    friend: chatAddress(
      undefined,
      `I am going to ${session.className} at ${gym.name} on ${startText(session)}. Will you come along? ${origin}${bookingPath(session.id)}`,
    ),
  };
}

function waitingState(own: OwnBooking, offer: BookingOffer, around: Surroundings): BookingStateView {
  return {
    kind: "waiting",
    line: ordinal(own.line ?? 1),
    promise: linePromise(offer, around),
    cancelPath: cancelPath(own.id),
  };
}

/** What the waiting list does, before the limit and after it. */
function linePromise({ limit }: Pick<BookingOffer, "limit">, { now }: Pick<Surroundings, "now">): Said {
  if (limit <= now) {
    return {
      strong: "A place that comes free now goes to whoever books first.",
      rest: "We mail everybody on the list at once. Leaving it costs nothing.",
    };
  }
  return {
    strong: `A place that comes free before ${momentText(limit)} is yours at once when it is your turn, and we mail you.`,
    rest: "After that, free places go to whoever books first. Leaving the list costs nothing.",
  };
}

function refusedState(refusal: BookingRefusal, session: ClassSession, around: Surroundings): BookingStateView {
  if (refusal.code === "unknown") throw new Error("A session that is shown exists");
  const said = REFUSALS[refusal.code]({
    className: session.className,
    reason: session.reason,
    opens: refusal.code === "not-open" ? momentText(refusal.opensAt) : "",
    other: refusal.code === "overlap" ? `${refusal.other.className}, ${startText(refusal.other)}` : "",
    until:
      refusal.code === "no-shows" ? shortDate(dateInNairobi(new Date(refusal.until))).replaceAll(" ", "\u00a0") : "",
  });
  return { kind: "said", said, next: nextSteps(refusal, session, around) };
}

const MY_BOOKINGS: NextStep = { label: "My bookings", to: href("/account/bookings") };

function nextSteps(refusal: BookingRefusal, session: ClassSession, around: Surroundings): NextStep[] {
  const { gym } = around;
  const call = { label: `Call ${gym.phone}`, to: `tel:${gym.phone.replaceAll(" ", "")}` };
  switch (refusal.code) {
    case "test-account":
      return [{ label: "Sign out", to: href("/sign-out"), form: true }, seeClass(session, around)];
    case "overlap":
      return [{ label: `See that booking`, to: bookingPath(refusal.other.id) }, seeClass(session, around)];
    case "too-many":
    case "unconfirmed":
    case "too-many-new":
    case "too-often":
      return [MY_BOOKINGS, call];
    case "no-shows":
      return [call, MY_BOOKINGS];
    default:
      return [seeClass(session, around)];
  }
}

function seeClass({ className }: ClassSession, { classPath }: Surroundings): NextStep {
  return { label: `More of ${className}`, to: classPath };
}

/** The page on which a booking is cancelled. */
export function cancelPath(bookingId: string): string {
  return `${href("/booking/cancel")}?${new URLSearchParams({ booking: bookingId })}`;
}

/** WhatsApp with the facts of a session, for somebody to send to herself. */
export function noteToSelf(session: ClassSession, gym: Gym, origin: string): string {
  const { className, time, trainerName } = session;
  const what = `${className}, ${startText(session)}-${time.to}, with ${trainerName}, at ${gym.name}, ${gym.street}.`;
  return chatAddress(undefined, `${what} My bookings: ${origin}${href("/account/bookings")}`);
}
