/** Messages of the booking pages. Dates are formatted on the server. */
import { countInWords } from "../../platform/text.ts";
import { type BookingState, MAX_NO_SHOWS, MAX_OPEN_BOOKINGS, NO_SHOW_DAYS } from "../booking.ts";

export type Message = { strong: string; rest: string };

export const RESULTS: Record<Exclude<BookingState, "waiting">, string> = {
  booked: "Not recorded",
  attended: "You came",
  no_show: "Missed",
  cancelled: "Cancelled by you",
  late_cancelled: "Cancelled by you",
  gym_cancelled: "Cancelled by the gym",
  expired: "You didn’t get a place",
};

export const ENDED: Partial<Record<BookingState, string>> = {
  cancelled: "Your earlier booking was cancelled.",
  late_cancelled: "Your earlier booking was cancelled.",
  gym_cancelled: "We had cancelled this class, but it takes place after all.",
};

export const CHECKED_IN: Message = {
  strong: "You are checked in.",
  rest: "If you can’t stay, the desk can undo the check-in.",
};

export const GUEST_CHECKED_IN: Message = {
  strong: "Your guest is checked in.",
  rest: "If they can’t stay, the desk can undo the check-in.",
};

/** For people who had booked, once the session has begun. */
export const AFTERWARDS: Partial<Record<BookingState, Message>> = {
  attended: { strong: "You came.", rest: "Good work. See you at the next one?" },
  no_show: { strong: "We missed you.", rest: "If you were there, tell us in My bookings." },
  booked: { strong: "You are booked.", rest: "It has begun: the desk checks you in by name." },
};

export const UNCONFIRMED_NOTE =
  "For now we only email you about your first booking, with a link to confirm your address. Once you have, we email you about every booking.";

export const BOOKING_DONE = {
  cancelled: "Cancelled, free of charge. Somebody else can come instead.",
  late: "Cancelled. You owe nothing, and somebody else can come instead.",
  moved: "Your booking is moved. Your earlier place is free for somebody else.",
  "moved-late": "Your booking is moved. You owe nothing for the earlier place, and somebody else can come instead.",
  left: "You have left the waiting list.",
  "guest-cancelled": "Your guest’s place is cancelled, free of charge. Yours is unchanged.",
  "guest-late": "Your guest’s place is cancelled. You owe nothing, and yours is unchanged.",
  "guest-left": "Your guest is off the waiting list. Your own booking is unchanged.",
  same: "That booking had already ended.",
  disputed: "Thank you for telling us. The desk will check: until then it does not count as missed.",
  "dispute-late": "It is too late to change this here, or the desk has already checked. Please speak to the desk.",
  address: "Your calendar has a new address. The previous one no longer works.",
  "feed-off": "Your calendar’s address is switched off.",
  "reminders-on": "Reminders are on.",
  "reminders-off": "Reminders are off.",
} as const;

export type BookingDone = keyof typeof BOOKING_DONE;

export function isDone(text: string | null): text is BookingDone {
  return text !== null && Object.hasOwn(BOOKING_DONE, text);
}

export const RULES = `You can have up to ${countInWords(MAX_OPEN_BOOKINGS)} upcoming bookings, including waiting lists; a guest counts as one more. Each booking shows its deadline for cancelling. After it you can still cancel: you owe nothing, and it does not count as missed, but the desk sees that it was late. After ${countInWords(MAX_NO_SHOWS)} missed classes within ${NO_SHOW_DAYS} days, only the desk can book for you.`;
