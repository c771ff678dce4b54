/** What the desk's pages say when something could not be done, by the codes of the core: at a field, or about the whole form. */

import type { FormErrors } from "../../forms/form-state.ts";
import { MAX_NAME } from "../booking.ts";
import { CHECK_IN_MINUTES, CORRECTION_HOURS } from "../desk.ts";

const BUSY = "The booking desk is busy right now. Please try again in a moment.";
const TOO_LATE = `It is too late: this can be changed until ${CORRECTION_HOURS} hours after the class.`;

/** Why a press was not done. */
export const PRESS_PROBLEMS = {
  unknown: "This booking is gone, so nothing was changed.",
  "not-open": "It was cancelled meanwhile, so nothing was changed.",
  "too-early": `It is too early: check-in opens ${CHECK_IN_MINUTES} minutes before the class, and nobody has missed it before its start.`,
  "too-late": TOO_LATE,
  busy: BUSY,
} as const;

/** Said of a press, or a form, that did not reach the site. */
export const NO_CONNECTION = "The site could not be reached. What you wrote is still here: please try again.";

const DESK_PROBLEMS = {
  busy: { form: BUSY },
  begun: { form: "This class has begun, so nothing was cancelled. Mark who does not come as missed." },
  "too-late": { form: TOO_LATE },
  changed: { form: "It has changed meanwhile, so nothing was done. This is how it stands now." },
  "name-missing": { name: "Write the name." },
  "name-long": { name: `This may have ${MAX_NAME} characters at most.` },
  "phone-invalid": { phone: "This can’t be dialled. Write it like 0712 345 678, or leave it empty." },
  "email-unknown": {
    email: "There is no account with this address. Correct it, or leave it empty and write the name.",
  },
  "email-not-theirs": {
    email:
      "Nobody who has been in a class of yours has this address. The desk can book for everybody; or leave this empty and write the name.",
  },
  "nobody-named": { email: "Write the address of an account, or below it the name of somebody without one." },
  "email-and-name": { email: "An account has its own name: leave the name and the phone empty, or this address." },
  "walk-in-full": { form: "Every place is taken. Before the start, those who have booked have theirs." },
  "walk-in-too-early": {
    form: `Walk-ins are added from ${CHECK_IN_MINUTES} minutes before the class. Until then book a place.`,
  },
  "walk-in-over": { form: "This class is over, so nobody can be added." },
  cancelled: { form: "This class does not take place, so nobody can be added." },
  "not-bookable": {
    form: "This class has no number of places, so it can’t be booked. The number is set on the class itself.",
  },
} as const satisfies Record<string, FormErrors>;

/** Codes of a form of the desk, beside the refusals that booking has. */
export type DeskProblem = keyof typeof DESK_PROBLEMS;

/** The sentence of a problem, at the field it is about. */
export function problemOfDesk(code: DeskProblem): FormErrors {
  return DESK_PROBLEMS[code];
}

/** What was just done on the page of a session, by the code in its address. */
export const DESK_DONE = new Map(
  Object.entries({
    "walk-in": "Added and checked in.",
    booked: "Booked.",
    waiting: "Every place is taken: put on the waiting list.",
    same: "There was a booking already. Nothing was changed.",
    "same-waiting":
      "They are on the waiting list already, and every place is taken. Once one is free, book for them here again: it is theirs then.",
    cancelled: "Cancelled free of charge.",
    late: "Cancelled as late.",
    left: "Taken off the waiting list.",
    removed: "The walk-in is removed.",
    excused: "The late cancellation is excused.",
  }),
);
