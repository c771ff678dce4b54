/** What the pages of bookings say. The sentences get their dates as texts, made on the server. */

import type { Messages } from "../../forms/messages.ts";
import { capitalized } from "../../platform/capitalized.ts";
import { countInWords } from "../../ui/count-in-words.ts";
import {
  type BookingRefusal,
  type BookingState,
  MAX_NAME,
  MAX_NO_SHOWS,
  MAX_OPEN_BOOKINGS,
  MAX_OPEN_UNCONFIRMED,
  NO_SHOW_DAYS,
} from "../booking.ts";

/** What can be wrong with a form of a booking, beside the refusals. */
export type BookingProblem =
  | "name-missing"
  | "name-long"
  | "phone-invalid"
  | "busy"
  | "refused"
  | "too-often"
  | "too-many-new"
  | "begun"
  | "checked-in";

export const BOOKING_MESSAGES = {
  "name-missing": "Please tell us your name: the desk checks you in by it.",
  "name-long": `Please shorten your name to ${MAX_NAME} characters.`,
  "phone-invalid": "This doesn’t look like a phone number. It should be like 0712 345 678, or left empty.",
  busy: "The booking desk is busy right now. Please try again in a moment.",
  refused: "That can’t be booked any more. This is how it stands now.",
  "too-often": "That is a lot of bookings within one day. Please go on tomorrow, or call the desk.",
  "too-many-new":
    "Many people have booked their first class from this network today. Please book over mobile data instead, or ask our desk, who book it for you at once.",
  begun: "The class has begun, so this can’t be changed any more. Please speak to the desk.",
  "checked-in": "You are checked in, so this can’t be cancelled here. The desk can take it back.",
} as const satisfies Messages<BookingProblem>;

/** A sentence in two parts, of which the first is set in bold. */
export type Said = { strong: string; rest: string };

/** The facts that the sentences about a refusal name. */
export type RefusalFacts = {
  className: string;
  /** Why it is cancelled, as the owner wrote it. */
  reason: string | null;
  /** When booking opens: `Mon 16 Nov, 6:00am`. */
  opens: string;
  /** What is booked at that time: `Workout, Mon 23 Nov, 9:00am`. */
  other: string;
  /** Until when the desk books: `Thu 3 Dec`. */
  until: string;
};

/** Why something can't be booked, and what to do. */
export const REFUSALS: Record<Exclude<BookingRefusal["code"], "unknown">, (facts: RefusalFacts) => Said> = {
  "test-account": () => ({
    strong: "The test account can’t book.",
    rest: "Everybody shares it, and a place needs somebody who comes. Sign out, and sign up with your own e-mail address: it takes a minute.",
  }),
  "not-bookable": ({ className }) => ({
    strong: `${className} needs no booking.`,
    rest: "Just come, ten minutes early the first time.",
  }),
  begun: () => ({ strong: "This class has begun.", rest: "Here are its next dates, and the rest of the day." }),
  cancelled: ({ reason }) => ({
    strong: "This class does not take place.",
    rest: reason ?? "We are sorry. Its other dates are as they were.",
  }),
  "not-open": ({ opens }) => ({
    strong: `Booking opens on ${opens}.`,
    rest: "A week ahead, at six in the morning: come back then, and take your pick.",
  }),
  overlap: ({ other }) => ({
    strong: `You have a place in ${other}.`,
    rest: "That is at the same time. Cancel that one first, and come back here.",
  }),
  "too-many": () => ({
    strong: `You have ${countInWords(MAX_OPEN_BOOKINGS)} bookings to come.`,
    rest: "That is the most for one person, waiting lists included. Once you have been to one, cancel one or leave a list, you can book the next.",
  }),
  unconfirmed: () => ({
    strong: `You have ${countInWords(MAX_OPEN_UNCONFIRMED)} bookings to come.`,
    rest: "That is the most until you have been to your first class. Or open the link in the mail about your first booking: it confirms your address, and you can go on at once.",
  }),
  "too-many-new": () => ({
    strong: "Many people have booked their first class from this network today.",
    rest: "Please book over mobile data, or ask our desk.",
  }),
  "too-often": () => ({ strong: "That is a lot of bookings within one day.", rest: "Please go on tomorrow." }),
  "no-shows": ({ until }) => ({
    strong: `Until ${until} the desk books for you.`,
    rest: `${capitalized(countInWords(MAX_NO_SHOWS))} booked classes within ${NO_SHOW_DAYS} days went on without you, while others waited for a place. Call us, and we find you one.`,
  }),
};

/** What became of a booking, in a word or two. */
export const RESULTS: Record<Exclude<BookingState, "waiting">, string> = {
  booked: "Not recorded",
  held: "Not recorded",
  attended: "You came",
  no_show: "Missed",
  cancelled: "Cancelled by you",
  late_cancelled: "Cancelled late",
  gym_cancelled: "Cancelled by the gym",
  expired: "Waiting list ended",
};

/** What the page of a session says above the offer, after an earlier booking of it has ended. */
export const ENDED: Partial<Record<BookingState, string>> = {
  cancelled: "You cancelled this one. You can book it again.",
  late_cancelled: "You cancelled this one late. You can book it again.",
  gym_cancelled: "We had cancelled this one, and it takes place after all.",
};

/** What the pages of a session say to somebody who is there before it begins. */
export const CHECKED_IN: Said = {
  strong: "You are checked in.",
  rest: "If you can’t stay, the desk can take it back.",
};

/** What the page of a session says to somebody who was booked, once it has begun. */
export const AFTERWARDS: Partial<Record<BookingState, Said>> = {
  attended: { strong: "You came.", rest: "Good work. See you at the next one?" },
  no_show: { strong: "We missed you.", rest: "If you were there, please tell the desk within two days." },
  booked: { strong: "You are booked.", rest: "It has begun: the desk checks you in by name." },
};

/** Beside a booking of an account that nobody knows yet. */
export const UNCONFIRMED_NOTE =
  "Your first booking is mailed to you, with a link that confirms your address. Open it, and every one is mailed.";

/** What was done, at the top of My bookings. */
export const BOOKING_DONE = {
  cancelled: "Cancelled, free of charge. Somebody else can have the place.",
  late: "Cancelled. It counts as a late cancellation.",
  left: "You have left the waiting list.",
  same: "That booking had ended already.",
  address: "Your calendar has a new address. If it had one before, that one has ended.",
  "feed-off": "Your calendar’s address is switched off.",
  "reminders-on": "Reminders are on.",
  "reminders-off": "Reminders are off.",
} as const;

export type BookingDone = keyof typeof BOOKING_DONE;

/** Whether a text of an address is one of them. */
export function isDone(text: string | null): text is BookingDone {
  return text !== null && Object.hasOwn(BOOKING_DONE, text);
}

/** The rules, beside somebody's bookings. */
export const RULES = `Up to ${countInWords(MAX_OPEN_BOOKINGS)} bookings to come, waiting lists included. Each says until when it can be cancelled free of charge; the desk sees what is cancelled later. ${capitalized(countInWords(MAX_NO_SHOWS))} missed classes within ${NO_SHOW_DAYS} days, and the desk books for you.`;
