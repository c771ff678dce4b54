/** The view of a session for the visitor; dates are texts made on the server. */
import { href } from "react-router";
import { callAddress } from "../../forms/phone.ts";
import { chatAddress } from "../../forms/whatsapp.ts";
import { capitalized, countInWords, ordinal } from "../../platform/text.ts";
import { dateInNairobi, shortDate } from "../../time/dates.server.ts";
import { bookingPath, sessionFile } from "../../timetable/addresses.server.ts";
import type { ClassSession } from "../../timetable/class-session.ts";
import { googleEventAddress, sessionInCalendar } from "../../timetable/icalendar.server.ts";
import {
  type BookingRefusal,
  MAX_NO_SHOWS,
  MAX_OPEN_BOOKINGS,
  MAX_OPEN_UNCONFIRMED,
  NO_SHOW_DAYS,
} from "../booking.ts";
import type { OwnBooking } from "../booking-rows.server.ts";
import type { BookingOffer } from "../own-bookings.server.ts";
import { TOO_MANY_NEW } from "../problems.ts";
import { AFTERWARDS, CHECKED_IN, ENDED, type Message, UNCONFIRMED_NOTE } from "./messages.ts";
import {
  bookableSessionView,
  cancelPath,
  deadlineText,
  guestView,
  momentText,
  ownPriceText,
  pairPriceText,
  priceText,
  startText,
  type ViewContext,
  whatsAppReminder,
} from "./session-view.server.ts";

/** `classPath`: the page of the class, or of its day. */
type BookingContext = ViewContext & {
  gym: { phone: string };
  classPath: string;
  cover?: string | undefined;
  /** The guest on the form just sent got no place. */
  isGuestLeftOut: boolean;
};

/** Somewhere to go next. `form` posts there instead, without any fields. */
export type NextStep = { label: string; to: string; form?: true };

export type OfferView = ReturnType<typeof offerView>;

export function offerView(offer: BookingOffer, context: BookingContext) {
  const { places } = offer;
  const session = bookableSessionView(offer.session);
  return {
    session,
    places: session.isOff || places.capacity === null ? undefined : `${places.free} of ${places.capacity} left`,
    /** `KES 800`; undefined: nothing to pay at the desk. */
    price: session.isOff ? undefined : offerPrice(offer, context),
    cover: session.isOff ? undefined : context.cover,
    state: stateOf(offer, context),
  };
}

function offerPrice(offer: BookingOffer, { cover }: BookingContext): string | undefined {
  const { own, priceKes } = offer;
  if (cover !== undefined) return guestPrice(offer);
  return own?.priceKes == null || ENDED[own.state] !== undefined ? priceText(priceKes) : ownPriceText(own);
}

export type BookingStateView = ReturnType<typeof stateOf>;

function stateOf(offer: BookingOffer, context: BookingContext) {
  const { own, refusal, places, session } = offer;
  const hasBegun = session.startsAt <= context.now;
  const isHere = own?.state === "attended" && !hasBegun;
  const message = isHere ? CHECKED_IN : own && hasBegun ? AFTERWARDS[own.state] : undefined;
  if (message !== undefined) return messageState(message, [MY_BOOKINGS, seeClass(session, context)]);
  if (own?.state === "booked") return bookedState(own, offer, context);
  const canTakePlace = own?.state === "waiting" && refusal === undefined && places.free > 0;
  if (own?.state === "waiting" && !canTakePlace && !hasBegun) return waitingState(own, offer, context);
  if (refusal !== undefined) return refusedState(refusal, session, context);
  return offerState(offer, context, canTakePlace);
}

function messageState(message: Message, next: NextStep[]) {
  return { kind: "message" as const, message, next };
}

function offerState(offer: BookingOffer, context: BookingContext, canTakePlace: boolean) {
  const { own, places, session, deadline, others, needsName, mayBringGuest } = offer;
  const isFull = places.free === 0;
  return {
    kind: "offer" as const,
    /** The position that the visitor would have on the waiting list: `3rd`. Undefined: a place is free. */
    position: isFull ? ordinal(places.waiting + 1) : undefined,
    deadline: isFull
      ? waitingListTerms(offer, context)
      : {
          strong: `${deadlineText({ session, deadline }, context.now)}.`,
          rest: deadline >= session.startsAt ? "" : AFTER_DEADLINE,
        },
    note: canTakePlace ? FREE_PLACE_NOTE : own && ENDED[own.state],
    bring: canTakePlace || !mayBringGuest || places.free < 2 ? undefined : bringView(offer, context),
    alone: canTakePlace || !mayBringGuest ? undefined : ALONE[places.free],
    sum: offer.priceKes === null ? undefined : priceText((context.cover === undefined ? 2 : 1) * offer.priceKes),
    /** Where a waiting visitor leaves the list. */
    leavePath: canTakePlace && own !== undefined ? cancelPath(own.id) : undefined,
    needsName,
    others: others.map((other) => ({ id: other.id, text: startText(other), path: bookingPath(other.id) })),
  };
}

const ALONE: Readonly<Record<number, string>> = {
  0: "Only you can join the waiting list, without a guest.",
  1: "One place is free, so nobody can come with you.",
};

const FREE_PLACE_NOTE = "You are on the waiting list, and a place is free. Whoever books first gets it.";

function guestPrice({ own }: BookingOffer): string | undefined {
  return own?.guest == null || ENDED[own.state] !== undefined
    ? undefined
    : `${priceText(own.guest.priceKes) ?? "Free"} for your guest`;
}

function bringView({ priceKes }: BookingOffer, { cover }: BookingContext) {
  return {
    price:
      cover === undefined ? pairPriceText(priceKes) : priceText(priceKes) && `${priceText(priceKes)} for your guest`,
  };
}

/** The guest of a booked place; undefined when there is no guest and none can be added. */
function bookedGuest(own: OwnBooking, offer: BookingOffer, context: BookingContext) {
  const { places, mayBringGuest, priceKes } = offer;
  const isFree = own.state === "booked" && places.free > 0 && mayBringGuest;
  const guest = guestView(own, context.now);
  if (guest === undefined && !isFree) return undefined;
  return {
    ...(guest ?? { name: undefined, text: undefined, isWaiting: false, cancelPath: undefined }),
    isBookable: isFree && (guest === undefined || guest.isWaiting),
    price: priceText(priceKes),
  };
}

function bookedState(own: OwnBooking, offer: BookingOffer, context: BookingContext) {
  const { session } = own;
  const { isTrusted } = offer;
  const { gym, origin } = context;
  return {
    kind: "booked" as const,
    isPromoted: own.isPromoted,
    guest: bookedGuest(own, offer, context),
    leftOut:
      own.guest === null && context.isGuestLeftOut
        ? "There was one place, and it is yours. Your guest has none."
        : undefined,
    deadline: deadlineText(own, context.now),
    /** For new people: how to confirm the address. */
    note: isTrusted ? undefined : UNCONFIRMED_NOTE,
    cancelPath: cancelPath(own.id),
    filePath: sessionFile(session.id),
    google: googleEventAddress(sessionInCalendar(session, gym)),
    whatsApp: whatsAppReminder(session, gym, origin),
    friend: chatAddress(
      undefined,
      `I am going to ${session.className} at ${gym.name} on ${startText(session)}. Will you come along? ${origin}${bookingPath(session.id)}`,
    ),
  };
}

function waitingState(own: OwnBooking, offer: BookingOffer, context: BookingContext) {
  return {
    kind: "waiting" as const,
    position: ordinal(own.position ?? 1),
    guest: guestView(own, context.now),
    leftOut:
      own.guest === null && context.isGuestLeftOut
        ? "Only you are on the list. Your guest has no place, and is not waiting."
        : undefined,
    deadline: waitingListTerms(offer, context),
    cancelPath: cancelPath(own.id),
  };
}

function waitingListTerms({ promotionsEnd }: BookingOffer, { now }: BookingContext): Message {
  if (promotionsEnd <= now) {
    return {
      strong: "A place that becomes free now goes to whoever books first.",
      rest: "We email everybody on the list at once. Leaving it costs nothing.",
    };
  }
  return {
    strong: `A place that becomes free before ${momentText(promotionsEnd)} is yours automatically when it is your turn, and we email you.`,
    rest: "After that, free places go to whoever books first. Leaving the list costs nothing.",
  };
}

/** Why a session can't be booked, and next steps, the most helpful first. */
function refusedState(refusal: BookingRefusal, session: ClassSession, context: BookingContext) {
  const { phone } = context.gym;
  const call = { label: `Call ${phone}`, to: callAddress(phone) };
  const more = seeClass(session, context);
  const refused = (strong: string, rest: string, ...next: NextStep[]) => messageState({ strong, rest }, next);
  switch (refusal.code) {
    case "unknown":
      throw new Error("Refused a session as unknown that is on the page");
    case "test-account":
      return refused(
        "The test account can’t book.",
        "Everybody shares it, and a place is for somebody who will come. Sign out, and sign up with your own email address: it takes a minute.",
        { label: "Sign out", to: href("/sign-out"), form: true },
        more,
      );
    case "not-bookable":
      return refused(`${session.className} needs no booking.`, "Just come, ten minutes early the first time.", more);
    case "begun":
      return refused("This class has begun.", "Here are its next dates, and the rest of the day.", more);
    case "cancelled": {
      const reason = session.reason ?? "We are sorry. Its other dates are unchanged.";
      return refused("This class is not taking place.", reason, more);
    }
    case "not-open":
      return refused(
        `Booking opens on ${momentText(refusal.opensAt)}.`,
        "A week ahead, at six in the morning: come back then, and take your pick.",
        more,
      );
    case "overlap": {
      const { id, className } = refusal.other;
      return refused(
        `You have a place in ${className}, ${startText(refusal.other)}.`,
        "That is at the same time. Cancel that one first, and come back here.",
        { label: "See that booking", to: bookingPath(id) },
        more,
      );
    }
    case "too-many":
    case "guest-too-many":
      return refused(
        `You have ${countInWords(MAX_OPEN_BOOKINGS)} upcoming bookings.`,
        "That is the limit for one person, waiting lists included. Once you have been to one, cancelled one or left a list, you can book again.",
        MY_BOOKINGS,
        call,
      );
    case "unconfirmed":
      return refused(
        `You have ${countInWords(MAX_OPEN_UNCONFIRMED)} upcoming bookings.`,
        "That is the limit until you have been to your first class. Or confirm your address with the link in the email about your first booking, and carry on at once.",
        MY_BOOKINGS,
        call,
      );
    case "too-many-new":
      return messageState(TOO_MANY_NEW, [MY_BOOKINGS, call]);
    case "too-often":
      return refused("That is a lot of bookings within one day.", "Please continue tomorrow.", MY_BOOKINGS, call);
    case "no-shows": {
      const until = shortDate(dateInNairobi(new Date(refusal.until))).replaceAll(" ", "\u00a0");
      return refused(
        `Until ${until}, only the desk can book for you.`,
        `${capitalized(countInWords(MAX_NO_SHOWS))} booked classes within ${NO_SHOW_DAYS} days went on without you, while others waited for a place. Call us, and we’ll find you one.`,
        call,
        MY_BOOKINGS,
      );
    }
  }
}

/** Gives the reason of the deadline, as late cancelling has no penalty. */
const AFTER_DEADLINE =
  "Somebody may be waiting for your place. After that it may stay empty: you can still cancel and owe nothing, but the desk sees it.";

const MY_BOOKINGS: NextStep = { label: "My bookings", to: href("/account/bookings") };

function seeClass({ className }: ClassSession, { classPath }: BookingContext): NextStep {
  return { label: `More of ${className}`, to: classPath };
}
