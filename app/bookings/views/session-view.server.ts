/**
 * Class sessions, bookings and cancellations as the pages show them. Dates are texts made on the server, so that
 * browsers need no date formats.
 */
import { href } from "react-router";
import { chatAddress } from "../../forms/whatsapp.ts";
import { ordinal } from "../../platform/text.ts";
import { comingDay, dateInNairobi, dayAndDate, shortDate, shortDayAndTime } from "../../time/dates.server.ts";
import { moneyText } from "../../time/money.ts";
import { bookingPath, sessionFile } from "../../timetable/addresses.server.ts";
import type { ClassSession } from "../../timetable/class-session.ts";
import type { Gym } from "../../timetable/icalendar.server.ts";
import type { BookingState } from "../booking.ts";
import type { OwnBooking } from "../booking-rows.server.ts";
import { disputeEndsAt, promotionsEnd } from "../booking-times.server.ts";
import { placesPrice } from "../messages.ts";
import type { OwnBookings } from "../own-bookings.server.ts";
import { CHECKED_IN, GUEST_CHECKED_IN, type Message, RESULTS } from "./messages.ts";

export type BookableSessionView = ReturnType<typeof bookableSessionView>;

export function bookableSessionView(session: ClassSession) {
  const { id, className, date, time, trainerName, insteadOf, state } = session;
  const [dayName = "", day = "", month = ""] = dayAndDate(date).split(" ");
  return {
    id,
    className,
    date,
    dayName,
    dateText: `${dayName} ${day}\u00a0${month}`,
    shortDate: `${day}\u00a0${month.slice(0, 3)}`,
    timeText: `${time.from}-${time.to}`,
    trainer: trainerName,
    insteadOf,
    change: changeOf(session),
    isOff: state === "cancelled",
  };
}

/** A move: a label, and `from Monday 23 November, 9:00am`. */
function changeOf({ date, movedFrom }: ClassSession) {
  if (movedFrom === null) return undefined;
  const { from } = movedFrom.time;
  if (movedFrom.date === date) return { flag: "New time", text: `instead of ${from}` };
  return { flag: "Moved here", text: `from ${dayAndDate(movedFrom.date)}, ${from}` };
}

/** The next booking on one line, `Yoga, Thursday 6:00am`, with its label and its page. */
export function nextClassView({ session, state, position }: OwnBooking, now: Date) {
  const { id, className, date, time } = session;
  const day = comingDay(date, dateInNairobi(now));
  const isOn = session.startsAt <= now.toISOString();
  const label = state === "waiting" ? `On the waiting list, ${ordinal(position ?? 1)} in line` : "Your next class";
  return {
    label: isOn && state !== "waiting" ? "Your class is on now" : label,
    text: `${className}, ${day}\u00a0${time.from}`,
    path: bookingPath(id),
  };
}

/** When a session begins, without line breaks: `Mon 23 Nov, 9:00am`. */
export function startText({ date, time }: ClassSession): string {
  return `${shortDate(date)}, ${time.from}`.replaceAll(" ", "\u00a0");
}

/** A moment without line breaks: `Sun 22 Nov, 9:00pm`. @param moment ISO 8601 */
export function momentText(moment: string): string {
  return shortDayAndTime(new Date(moment));
}

/** The price without line breaks; undefined without a price. */
export function priceText(kes: number | null): string | undefined {
  return kes === null ? undefined : moneyText(kes).replace(" ", "\u00a0");
}

/** `KES 800 each, KES 1,600 together`, without line breaks in either; undefined without a price. */
export function pairPriceText(kes: number | null): string | undefined {
  return kes === null ? undefined : placesPrice(kes, 2).replaceAll(/(?<!,) /g, "\u00a0");
}

export function ownPriceText({ priceKes, guest }: OwnBooking): string | undefined {
  if (guest === null || guest.state === "waiting") return priceText(priceKes);
  if (guest.priceKes === priceKes) return pairPriceText(priceKes);
  return `${priceText(priceKes) ?? "Free"}, and ${priceText(guest.priceKes) ?? "free"} for your guest`;
}

/** Until when cancelling is free of charge. @param now ISO 8601 */
export function deadlineText(booking: { session: ClassSession; deadline: string }, now: string): string {
  const { session, deadline } = booking;
  if (deadline <= now) return "You can still cancel: you owe nothing";
  if (deadline < session.startsAt) return `Free to cancel until ${momentText(deadline)}`;
  if (session.movedFrom !== null) return "Free to cancel until it starts: it was moved";
  return `Free to cancel until it starts${session.insteadOf === null ? "" : ": the trainer changed"}`;
}

export function cancelPath(bookingId: string): string {
  return `${href("/booking/cancel")}?${new URLSearchParams({ booking: bookingId })}`;
}

/** Where a booking is moved; undefined for one that can't be: it waits, is a guest's, is checked in or has begun. */
function movePath({ id, state, session, guestName }: OwnBooking, now: string): string | undefined {
  if (state !== "booked" || guestName !== null || session.startsAt <= now) return undefined;
  return `${href("/booking/move")}?${new URLSearchParams({ booking: id })}`;
}

export function whatsAppReminder(session: ClassSession, gym: Gym, origin: string): string {
  const { className, time, trainerName } = session;
  const what = `${className}, ${startText(session)}-${time.to}, with ${trainerName}, at ${gym.name}, ${gym.street}.`;
  return chatAddress(undefined, `${what} My bookings: ${origin}${href("/account/bookings")}`);
}

/** The gym, the site's origin without a trailing slash, and the moment of the request, ISO 8601. */
export type ViewContext = { gym: Gym; origin: string; now: string };

export function bookingsView({ upcoming, waiting, past }: OwnBookings, context: ViewContext) {
  return {
    upcoming: upcoming.map((booking) => bookingView(booking, context)),
    waiting: waiting.map((booking) => bookingView(booking, context)),
    past: past.map((booking) => pastBookingView(booking, context.now)),
  };
}

export type BookingView = ReturnType<typeof bookingView>;

export function bookingView(booking: OwnBooking, { gym, origin, now }: ViewContext) {
  const { id, session, state, position } = booking;
  const hasBegun = session.startsAt <= now;
  return {
    id,
    session: bookableSessionView(session),
    deadline: statusText(booking, now),
    position: state === "waiting" ? `${ordinal(position ?? 1)} in line` : undefined,
    cancelPath: hasBegun || state === "attended" ? undefined : cancelPath(id),
    movePath: movePath(booking, now),
    pagePath: bookingPath(session.id),
    filePath: sessionFile(session.id),
    whatsApp: whatsAppReminder(session, gym, origin),
    guest: guestView(booking, now),
  };
}

export function guestView({ guest, session }: OwnBooking, now: string) {
  if (guest === null) return undefined;
  const { name } = guest;
  const isOver = session.startsAt <= now || guest.state === "attended";
  return {
    name,
    text:
      guest.state === "waiting"
        ? `${name} is waiting for a place, ${ordinal(guest.position ?? 1)} in line`
        : `With ${name}`,
    isWaiting: guest.state === "waiting",
    cancelPath: isOver ? undefined : cancelPath(guest.id),
  };
}

/** Until when cancelling is free, or the waiting list is promoted. */
function statusText(booking: OwnBooking, now: string): string {
  if (booking.session.startsAt <= now) return "On now";
  if (booking.state === "attended") return CHECKED_IN.strong.replace(/\.$/, "");
  return booking.state === "waiting" ? waitingDeadline(booking, now) : deadlineText(booking, now);
}

function waitingDeadline({ session }: OwnBooking, now: string): string {
  const end = promotionsEnd(session.startsAt);
  return end <= now
    ? "A place that becomes free now goes to whoever books first"
    : `Until ${momentText(end)} free places go to the first in line`;
}

export type PastBookingView = ReturnType<typeof pastBookingView>;

/** @param now ISO 8601 in UTC */
function pastBookingView({ id, session, state, guest, disputedAt, isMoved }: OwnBookings["past"][number], now: string) {
  const isMissed = state === "no_show";
  // "You came" is "came" for a guest.
  const resultOfGuest = guest && resultOf(guest.state).toLowerCase().replace(/^you /, "");
  const guestResult = guest && guest.state !== state ? `: ${resultOfGuest}` : "";
  return {
    /** Whether they can still dispute the no-show. */
    mayDispute: isMissed && disputedAt === null && now < disputeEndsAt(session.endsAt),
    isDisputed: isMissed && disputedAt !== null,
    id,
    guest: guest === null ? undefined : `With ${guest.name}${guestResult}`,
    session: bookableSessionView(session),
    result: isMoved ? "Moved by you" : resultOf(state),
    mark: isMoved ? "dash" : markOf(state),
  };
}

function resultOf(state: BookingState): string {
  return RESULTS[state === "waiting" ? "expired" : state];
}

function markOf(state: BookingState): "tick" | "cross" | "dash" {
  if (state === "attended") return "tick";
  return state === "cancelled" || state === "late_cancelled" || state === "gym_cancelled" ? "cross" : "dash";
}

/** The page that confirms a cancellation; without a button there is nothing to cancel. @param now ISO 8601 */
export function cancellationView(booking: OwnBooking, now: string) {
  const { session, guestName } = booking;
  const terms = cancellation(booking, now);
  const guest = guestView(booking, now);
  return {
    session: bookableSessionView(session),
    eyebrow: guestName !== null ? "Your guest" : booking.state === "waiting" ? "Waiting list" : "Your booking",
    guestName: guestName ?? guest?.name,
    ...terms,
    guestPath: terms.button && guest?.cancelPath,
    movePath: movePath(booking, now),
  };
}

/** A session to choose. @property price in KES, to pay at the desk; undefined: nothing, or it is covered */
export type SessionOption = { session: ClassSession; price: number | null | undefined };

export type SessionChoice = ReturnType<typeof sessionChoice>;

export function sessionChoice({ session, price }: SessionOption) {
  return {
    id: session.id,
    start: startText(session),
    what: `${session.className}, ${session.trainerName}`,
    price: price == null ? undefined : `${priceText(price)} at the desk`,
  };
}

/** The page that moves a booking; undefined for one that can't be moved. @param now ISO 8601 */
export function moveView(booking: OwnBooking, options: readonly SessionOption[], now: string) {
  const { session, deadline, guest } = booking;
  if (movePath(booking, now) === undefined) return undefined;
  const isSameClass = ({ session: other }: SessionOption) => other.classSlug === session.classSlug;
  const along = guest === null ? "" : ` Your guest, ${guest.name}, moves with you.`;
  const until = deadline < session.startsAt ? momentText(deadline) : "it starts";
  const message: Message =
    deadline < now
      ? {
          strong: `It is later than ${momentText(deadline)}: the place that you give up is a late cancellation.`,
          rest: `You owe nothing, and it does not count as a missed class, but the desk sees that it was late.${along}`,
        }
      : {
          strong: `Moving is free of charge until ${until}.`,
          rest: `You keep this place until you have the new one.${along}`,
        };
  return {
    session: bookableSessionView(session),
    guestName: guest?.name,
    message,
    same: options.filter(isSameClass).map(sessionChoice),
    others: options.filter((option) => !isSameClass(option)).map(sessionChoice),
    none: `No other class of the next days has ${guest === null ? "a free place" : "two free places"} at a time when you are free.`,
  };
}

type Cancellation = { message: Message; button?: string };

function cancellation(booking: OwnBooking, now: string): Cancellation {
  const { session, state, deadline, guestName, guest } = booking;
  const hasBegun = session.startsAt <= now;
  const both = guest === null ? "" : ` The booking of your guest, ${guest.name}, is cancelled too.`;
  if (state === "waiting" && !hasBegun) {
    if (guestName !== null) {
      const rest = "It costs nothing, and your own booking stays as it is.";
      return { message: { strong: `Take ${guestName} off the waiting list?`, rest }, button: "Remove from the list" };
    }
    const rest = `It costs nothing. If you join again, you start at the end of the line.${both}`;
    const button = guest === null ? "Leave the list" : "Leave the list together";
    return { message: { strong: "Leave the waiting list?", rest }, button };
  }
  if (state === "attended" && !hasBegun) return { message: guestName === null ? CHECKED_IN : GUEST_CHECKED_IN };
  if (state !== "booked") {
    return { message: { strong: `${resultOf(state)}.`, rest: "There is no longer anything to cancel." } };
  }
  if (hasBegun) return { message: { strong: "This class has begun.", rest: "Please speak to the desk." } };
  if (guest?.state === "attended") return { message: GUEST_CHECKED_IN };
  const [what, button] =
    guestName === null
      ? ["Cancelling", guest === null ? "Cancel this booking" : "Cancel for both"]
      : [`Cancelling the place of ${guestName}`, "Cancel the guest’s place"];
  const own = guestName === null ? both : " Your own place is unchanged.";
  if (deadline <= now) {
    const strong = `It is past ${momentText(deadline)}: you can still cancel, and owe nothing.`;
    const rest = `It does not count as a missed class, but the desk sees that it was late. Somebody may be waiting for your place.${own}`;
    return { message: { strong, rest }, button };
  }
  const until = deadline < session.startsAt ? momentText(deadline) : "it starts";
  const strong = `${what} is free of charge until ${until}.`;
  return {
    message: {
      strong,
      rest: `If you cancel, somebody else can have ${guestName === null ? "your" : "that"} place.${own}`,
    },
    button,
  };
}
