/** Problems of bookings, of visitors and of the desk: where each is shown, with which status, in which words. */
import { FORM_MESSAGES } from "../forms/messages.ts";
import { problems } from "../forms/problems.ts";
import { PERSON_NAME_MAX } from "../people/person.ts";
import { CHECK_IN_OPENS_MINUTES_BEFORE, CORRECTION_HOURS_AFTER, MAX_STAFF_BOOKINGS_A_DAY } from "./booking.ts";

const BUSY = "The booking desk is busy right now. Please try again in a moment.";

/** Refusal of a new person from whose network many others have booked; the first part is set in bold. */
export const TOO_MANY_NEW = {
  strong: "Open the link that we have mailed you, then book again.",
  rest: "It confirms your address: many people have booked their first class from your network today. No mail? Use another network, or ask our desk, who book it for you at once.",
};

/** Problems of visitors who book. */
export const BOOKING_PROBLEMS = problems({
  busy: ["form", 503, BUSY],
  "name-missing": ["name", 422, "Please tell us your name: the desk checks you in by it."],
  "name-long": ["name", 422, `Please shorten your name to ${PERSON_NAME_MAX} characters.`],
  "name-link": ["name", 422, FORM_MESSAGES["name-link"]],
  "phone-invalid": [
    "phone",
    422,
    "This doesn’t look like a phone number. It should be like 0712 345 678, or left empty.",
  ],
  "guest-missing": ["guestName", 422, "Please write your guest’s name: the desk checks them in by it."],
  "guest-long": ["guestName", 422, `Please shorten the name of your guest to ${PERSON_NAME_MAX} characters.`],
  "guest-link": ["guestName", 422, FORM_MESSAGES["name-link"]],
  "guest-full": ["form", 409, "No place is free for your guest any more. Your own booking is as it was."],
  "guest-too-many": [
    "form",
    422,
    "With a guest these would be too many bookings: a guest counts as much as you. Book without one, or give back another one first.",
  ],
  "too-often": ["form", 429, "That is a lot of bookings within one day. Please go on tomorrow, or call the desk."],
  "too-many-new": ["form", 429, `${TOO_MANY_NEW.strong} ${TOO_MANY_NEW.rest}`],
  /** Every other refusal: the page shows it, which is loaded again. */
  refused: ["form", 409, "That can’t be booked any more. This is how it stands now."],
  "cancel-too-late": ["form", 409, "The class has begun, so this can’t be changed any more. Please speak to the desk."],
  "guest-checked-in": [
    "form",
    409,
    "Your guest is checked in, so this can’t be cancelled here. The desk can take it back.",
  ],
  "checked-in": ["form", 409, "You are checked in, so this can’t be cancelled here. The desk can take it back."],
});

/** Problems of bookings at the desk. The sentence of an overlap names the other class (`bookForProblem`). */
export const DESK_PROBLEMS = problems({
  busy: ["form", 503, BUSY],
  changed: ["form", 409, "It has changed meanwhile, so nothing was done. This is how it stands now."],
  "booking-unknown": ["form", 422, "This booking is gone, so nothing was changed."],
  "not-booked": ["form", 422, "It was cancelled meanwhile, so nothing was changed."],
  "too-early": [
    "form",
    422,
    `It is too early: check-in opens ${CHECK_IN_OPENS_MINUTES_BEFORE} minutes before the class, and nobody has missed it before its start.`,
  ],
  "too-late": [
    "form",
    422,
    `It is too late: this can be changed until ${CORRECTION_HOURS_AFTER} hours after the class.`,
  ],
  "short-notice": [
    "form",
    422,
    "They got the place too late to give it back, so it does not count as missed. Nothing was changed.",
  ],
  "not-over": ["form", 422, "This class is not over yet, so nothing was recorded. Press Here beside each name."],
  "cancel-too-late": ["form", 422, "This class has begun, so nothing was cancelled. Mark who does not come as missed."],
  "news-changed": [
    "form",
    409,
    "It has changed meanwhile, so not everybody was recorded as told. This is what to tell them now.",
  ],
  "name-missing": ["name", 422, "Write the name."],
  "name-long": ["name", 422, `This may have ${PERSON_NAME_MAX} characters at most.`],
  "name-link": ["name", 422, FORM_MESSAGES["name-link"]],
  "phone-invalid": ["phone", 422, "This can’t be dialled. Write it like 0712 345 678, or leave it empty."],
  "nobody-named": ["who", 422, "Write a part of the name, of the phone number, or the mail address."],
  "nobody-found": ["who", 422, "Nobody has this name, number or address. Correct it, or book by name below."],
  "nobody-chosen": ["who", 422, "Choose who it is, and press Book."],
  "person-unknown": ["who", 422, "This person is gone. Write the name below."],
  "person-not-theirs": ["who", 422, "They have not been in a class of yours. The desk can book for everybody."],
  who: ["form", 422, "Choose who it is, or “Somebody else”."],
  "test-account": ["who", 422, "This is the test account, which everybody can sign in with. It can’t book."],
  "too-often": [
    "who",
    422,
    `Staff have booked for them ${MAX_STAFF_BOOKINGS_A_DAY} times within a day, and each time they got a mail. Please go on tomorrow.`,
  ],
  "guest-missing": ["guest", 422, "Write the guest’s name, or leave it empty."],
  "guest-long": ["guest", 422, `This may have ${PERSON_NAME_MAX} characters at most.`],
  "guest-link": ["guest", 422, FORM_MESSAGES["name-link"]],
  "guest-full": ["guest", 422, "No place is free for a guest. Their own booking is as it was."],
  unknown: ["form", 422, "There is no such class any more."],
  begun: ["form", 422, "This class has begun. Whoever is here is added as a walk-in."],
  cancelled: ["form", 422, "This class does not take place, so nobody can be added."],
  "not-bookable": [
    "form",
    422,
    "This class has no number of places, so it can’t be booked. The number is set on the class itself.",
  ],
  /** The rules that the desk is free of. */
  refused: ["form", 422, "A rule for booking online is in the way. Nobody was booked."],
  "walk-in-full": ["form", 422, "Every place is taken. Before the start, those who have booked have theirs."],
  "walk-in-too-early": [
    "form",
    422,
    `Walk-ins are added from ${CHECK_IN_OPENS_MINUTES_BEFORE} minutes before the class. Until then book a place.`,
  ],
  "walk-in-over": ["form", 422, "This class is over, so nobody can be added."],
});
