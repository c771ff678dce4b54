/** Messages of the desk's pages, by the codes of its actions: at a field, or about the whole form. */
import type { FormErrors } from "../../forms/form-state.ts";
import { FORM_MESSAGES } from "../../forms/messages.ts";
import { shortDate } from "../../time/date-texts.server.ts";
import type { BookedOutcome } from "../book.server.ts";
import { type BookingRefusal, MAX_NAME_CHARACTERS, MAX_STAFF_BOOKINGS_A_DAY } from "../booking.ts";
import { CHECK_IN_OPENS_MINUTES_BEFORE, CORRECTION_HOURS_AFTER } from "../booking-times.server.ts";
import type { BookForOutcome } from "../desk-actions.server.ts";

const BUSY = "The booking desk is busy right now. Please try again in a moment.";
const TOO_LATE = `It is too late: this can be changed until ${CORRECTION_HOURS_AFTER} hours after the class.`;

/** Why nobody was checked in. */
export const CHECK_IN_PROBLEMS = {
  unknown: "This booking is gone, so nothing was changed.",
  "not-open": "It was cancelled meanwhile, so nothing was changed.",
  "too-early": `It is too early: check-in opens ${CHECK_IN_OPENS_MINUTES_BEFORE} minutes before the class, and nobody has missed it before its start.`,
  "too-late": TOO_LATE,
  "short-notice": "They got the place too late to give it back, so it does not count as missed. Nothing was changed.",
  busy: BUSY,
} as const;

/** Why nobody was recorded as told. */
export const TELL_PROBLEMS = {
  changed: "It has changed meanwhile, so not everybody was recorded as told. This is what to tell them now.",
  busy: BUSY,
} as const;

/** Problems of the forms on the page of a session. */
export const DESK_PROBLEMS = {
  busy: { form: BUSY },
  begun: { form: "This class has begun, so nothing was cancelled. Mark who does not come as missed." },
  "too-late": { form: TOO_LATE },
  "too-early": { form: "This class is not over yet, so nothing was recorded. Press Here beside each name." },
  changed: { form: "It has changed meanwhile, so nothing was done. This is how it stands now." },
  "name-missing": { name: "Write the name." },
  "name-long": { name: `This may have ${MAX_NAME_CHARACTERS} characters at most.` },
  "name-link": { name: FORM_MESSAGES["name-link"] },
  "phone-invalid": { phone: "This can’t be dialled. Write it like 0712 345 678, or leave it empty." },
  "account-unknown": { who: "This account is gone. Write the name of somebody without one below." },
  "account-not-theirs": {
    who: "They have not been in a class of yours. The desk can book for everybody.",
  },
  "nobody-named": { who: "Write a part of the name, of the phone number, or the mail address." },
  "nobody-found": {
    who: "Nobody with an account has this name, number or address. Correct it, or book by name below.",
  },
  "guest-missing": { guest: "Write the guest’s name, or leave it empty." },
  "guest-long": { guest: `This may have ${MAX_NAME_CHARACTERS} characters at most.` },
  "guest-link": { guest: FORM_MESSAGES["name-link"] },
  "guest-full": { guest: "No place is free for a guest. Their own booking is as it was." },
  "nobody-chosen": { who: "Choose who it is, and press Book." },
  "walk-in-full": { form: "Every place is taken. Before the start, those who have booked have theirs." },
  "walk-in-too-early": {
    form: `Walk-ins are added from ${CHECK_IN_OPENS_MINUTES_BEFORE} minutes before the class. Until then book a place.`,
  },
  "walk-in-over": { form: "This class is over, so nobody can be added." },
  cancelled: { form: "This class does not take place, so nobody can be added." },
  "not-bookable": {
    form: "This class has no number of places, so it can’t be booked. The number is set on the class itself.",
  },
} as const satisfies Record<string, FormErrors>;

/** Why nobody was booked, by the outcome of the desk's form: the sentences, and whether it may work later. */
export function bookingProblem(outcome: Exclude<BookForOutcome, BookedOutcome>): {
  errors: FormErrors;
  status: 422 | 503;
} {
  switch (outcome.code) {
    case "busy":
      return { errors: DESK_PROBLEMS.busy, status: 503 };
    case "name-missing":
    case "name-long":
    case "name-link":
    case "phone-invalid":
    case "account-unknown":
    case "account-not-theirs":
    case "guest-missing":
    case "guest-long":
    case "guest-link":
    case "guest-full":
      return { errors: DESK_PROBLEMS[outcome.code], status: 422 };
    default:
      return { errors: problemOfBooking(outcome), status: 422 };
  }
}

/** Why the desk can't book for somebody. */
function problemOfBooking(refusal: BookingRefusal): FormErrors {
  switch (refusal.code) {
    case "unknown":
      return { form: "There is no such class any more." };
    case "test-account":
      return { who: "This is the test account, which everybody can sign in with. It can’t book." };
    case "not-bookable":
      return DESK_PROBLEMS["not-bookable"];
    case "begun":
      return { form: "This class has begun. Whoever is here is added as a walk-in." };
    case "cancelled":
      return DESK_PROBLEMS.cancelled;
    case "overlap": {
      const { className, date, time } = refusal.other;
      const there = `${className}, ${shortDate(date)}, ${time.from}-${time.to}`;
      return { who: `They have a place at that time: ${there}. Cancel that one first.` };
    }
    case "too-often":
      return {
        who: `Staff have booked for them ${MAX_STAFF_BOOKINGS_A_DAY} times within a day, and each time they got a mail. Please go on tomorrow.`,
      };
    default:
      return { form: "A rule for booking online is in the way. Nobody was booked." };
  }
}

/** Confirmations on the page of a session, by the code in its address. */
export const DESK_DONE = new Map(
  Object.entries({
    "walk-in": "Added and checked in.",
    booked: "Booked.",
    waiting: "Every place is taken: put on the waiting list.",
    "booked-alone": "One place was free: they are booked, and their guest has no place.",
    "waiting-alone": "Every place is taken: put on the waiting list alone, without their guest.",
    same: "There was a booking already. Nothing was changed.",
    "same-waiting":
      "They are on the waiting list already, and there is no place for them. Once there is, book for them here again: it is theirs then.",
    cancelled: "Cancelled free of charge.",
    late: "Cancelled as late.",
    left: "Taken off the waiting list.",
    removed: "The walk-in is removed.",
    "all-came": "Recorded: everybody who was left came.",
    "all-missed": "Recorded: who was not checked in missed it. They are told, and can say that they were there.",
    excused: "The late cancellation is excused.",
    told: "Marked as told.",
    "told-before": "Somebody else has told them already: see below who, and how.",
    untold: "Undone: they are back on the call list.",
  }),
);
