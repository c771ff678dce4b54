import { FORM_MESSAGES, problems } from "../forms/problems.ts";
import { PERSON_NAME_MAX } from "../people/person.ts";
import { CHECK_IN_OPENS_MINUTES_BEFORE, CORRECTION_HOURS_AFTER, MAX_STAFF_BOOKINGS_A_DAY } from "./booking.ts";

const BUSY = "The booking desk is busy right now. Please try again in a moment.";

/** Refusal of a new person on a network from which many others have booked; `strong` is set in bold. */
export const TOO_MANY_NEW = {
  strong: "Open the link that we have emailed you, then book again.",
  rest: "It confirms your address: many people have booked their first class from your network today. No email? Use another network, or ask our desk to book it for you.",
};

/** Why a booking can no longer be cancelled or moved. */
const BOOKING_CLOSED = {
  "cancel-too-late": ["form", 409, "The class has begun, so this can no longer be changed. Please speak to the desk."],
  "guest-checked-in": ["form", 409, "Your guest is checked in, so this can’t be changed here. The desk can undo that."],
  "checked-in": ["form", 409, "You are checked in, so this can’t be changed here. The desk can undo that."],
} as const;

export const BOOKING_PROBLEMS = problems({
  busy: ["form", 503, BUSY],
  "name-missing": ["name", 422, "Please tell us your name: the desk uses it to check you in."],
  "name-long": ["name", 422, `Please shorten your name to ${PERSON_NAME_MAX} characters.`],
  "name-link": ["name", 422, FORM_MESSAGES["name-link"]],
  "phone-invalid": [
    "phone",
    422,
    "This doesn’t look like a phone number. Enter one like 0712 345 678, or leave it empty.",
  ],
  "guest-missing": ["guestName", 422, "Please enter your guest’s name: the desk uses it to check them in."],
  "guest-long": ["guestName", 422, `Please shorten the name of your guest to ${PERSON_NAME_MAX} characters.`],
  "guest-link": ["guestName", 422, FORM_MESSAGES["name-link"]],
  "guest-full": ["form", 409, "There is no longer a free place for your guest. Your own booking is unchanged."],
  "guest-too-many": [
    "form",
    422,
    "With a guest you would have too many bookings: a guest counts as one too. Book without one, or cancel another booking first.",
  ],
  "too-often": ["form", 429, "That is a lot of bookings within one day. Please continue tomorrow, or call the desk."],
  "too-many-new": ["form", 429, `${TOO_MANY_NEW.strong} ${TOO_MANY_NEW.rest}`],
  /** Every other refusal: the page is loaded again and shows the reason. */
  refused: ["form", 409, "That can no longer be booked. Here is the current state."],
  ...BOOKING_CLOSED,
});

export const MOVE_PROBLEMS = problems({
  busy: ["form", 503, BUSY],
  "move-missing": ["to", 422, "Choose the class that you want to come to instead."],
  "move-same": ["to", 409, "You have a place in that class already. Choose another one."],
  "move-full": ["to", 409, "That class is full now. You keep your place: choose another class."],
  "move-guest": [
    "to",
    409,
    "That class has one place left, and your guest moves with you. You both keep your places: choose another class, or cancel your guest’s place first.",
  ],
  overlap: ["to", 409, "You have a place in another class at that time. Choose another one."],
  "no-shows": ["form", 409, "Only the desk can book for you at the moment. You keep your place: call us to move it."],
  "too-many": ["form", 409, "You have more bookings than the limit. You keep your place: cancel another one first."],
  "too-often": ["form", 429, "That is a lot of bookings within one day. You keep your place: continue tomorrow."],
  "too-many-new": ["form", 429, `${TOO_MANY_NEW.strong} ${TOO_MANY_NEW.rest}`],
  ...BOOKING_CLOSED,
  same: ["form", 409, "This booking has ended, so nothing was moved."],
  /** Every other refusal. */
  refused: ["to", 409, "That class can no longer be booked. You keep your place: choose another class."],
});

/** Problems of bookings at the desk. The sentence of an overlap names the other class (`bookForProblem`). */
export const DESK_PROBLEMS = problems({
  busy: ["form", 503, BUSY],
  changed: ["form", 409, "It has changed in the meantime, so nothing was done. Here is the current state."],
  "booking-unknown": ["form", 422, "This booking no longer exists, so nothing was changed."],
  "not-booked": ["form", 422, "It was cancelled in the meantime, so nothing was changed."],
  "too-early": [
    "form",
    422,
    `It is too early: check-in opens ${CHECK_IN_OPENS_MINUTES_BEFORE} minutes before the class, and nobody can be marked as missed before it starts.`,
  ],
  "too-late": [
    "form",
    422,
    `It is too late: this can be changed until ${CORRECTION_HOURS_AFTER} hours after the class.`,
  ],
  "short-notice": [
    "form",
    422,
    "They got the place too late to cancel, so it does not count as missed. Nothing was changed.",
  ],
  "not-over": ["form", 422, "This class is not over yet, so nothing was recorded. Press Here next to each name."],
  "cancel-too-late": [
    "form",
    422,
    "This class has begun, so nothing was cancelled. Mark those who don’t come as missed.",
  ],
  "notice-changed": [
    "form",
    409,
    "Something has changed in the meantime, so not everybody was marked as told. Here is what to tell them now.",
  ],
  "name-missing": ["name", 422, "Enter a name."],
  "name-long": ["name", 422, `Use at most ${PERSON_NAME_MAX} characters.`],
  "name-link": ["name", 422, FORM_MESSAGES["name-link"]],
  "phone-invalid": ["phone", 422, "This isn’t a phone number. Enter one like 0712 345 678, or leave it empty."],
  "nobody-named": ["who", 422, "Enter part of the name or phone number, or the email address."],
  "nobody-found": ["who", 422, "Nobody has this name, number or address. Correct it, or book by name below."],
  "nobody-chosen": ["who", 422, "Choose who it is, and press Book."],
  "person-unknown": ["who", 422, "This person no longer exists. Enter the name below."],
  "person-not-theirs": ["who", 422, "They have not been to any of your classes. The desk can book for anybody."],
  who: ["form", 422, "Choose who it is, or “Another person”."],
  "test-account": ["who", 422, "This is the shared test account. It can’t book."],
  "too-often": [
    "who",
    422,
    `Staff have booked for them ${MAX_STAFF_BOOKINGS_A_DAY} times in one day, with an email each time. Please continue tomorrow.`,
  ],
  "guest-missing": ["guest", 422, "Enter the guest’s name, or leave it empty."],
  "guest-long": ["guest", 422, `Use at most ${PERSON_NAME_MAX} characters.`],
  "guest-link": ["guest", 422, FORM_MESSAGES["name-link"]],
  "guest-full": ["guest", 422, "There is no free place for a guest. Their own booking is unchanged."],
  unknown: ["form", 422, "This class no longer exists."],
  begun: ["form", 422, "This class has begun. Add people as walk-ins."],
  cancelled: ["form", 422, "This class is not taking place, so nobody can be added."],
  "not-bookable": [
    "form",
    422,
    "This class can’t be booked: its number of places is not set. Set it on the class itself.",
  ],
  refused: ["form", 422, "A rule for online booking prevents this. Nothing was booked."],
  "walk-in-full": ["form", 422, "The class is full. Booked places are kept until it starts."],
  "walk-in-too-early": [
    "form",
    422,
    `Walk-ins can be added from ${CHECK_IN_OPENS_MINUTES_BEFORE} minutes before the class. Until then, book a place.`,
  ],
  "walk-in-over": ["form", 422, "This class is over, so nobody can be added."],
});
