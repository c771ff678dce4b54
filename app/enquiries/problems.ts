import { type ProblemTable, problems } from "../forms/problems.ts";
import type { EnquiryProblem } from "./enquiry.ts";
import { STATE_NAMES } from "./messages.ts";
import type { State } from "./states.ts";

export const ENQUIRY_PROBLEMS = problems<EnquiryProblem>({
  "name-missing": ["name", 422, "Please tell us your name."],
  "email-and-phone-missing": [
    "email",
    422,
    "Please enter your email address or your phone number: without one of the two we can’t answer you.",
  ],
  "phone-malformed": ["phone", 422, "This doesn’t look like a phone number. It should be like 0712 345 678."],
  "class-not-offered": ["class", 422, "Please choose one of the classes in the list."],
});

const DESK_PROBLEMS = problems({
  "enquiry-gone": ["form", 410, "This enquiry was deleted in the meantime. Nothing was changed."],
  "state-unknown": ["form", 422, "Unknown state. Please choose one of these."],
  "assignee-unknown": ["form", 422, "This person can no longer take enquiries. Please choose somebody else."],
  "note-missing": ["note", 422, "Enter the note first."],
  "reply-missing": ["text", 422, "Enter the reply first."],
  "reply-has-gaps": ["text", 422, "The reply still has a gap, “…”. Enter the day and the time there, then send it."],
  "no-whatsapp": [
    "text",
    422,
    "There is no mobile number in this enquiry, so there is no chat to open. Please reply by email.",
  ],
  "no-email": [
    "text",
    422,
    "There is no email address in this enquiry, so no email can be sent. Please call, or reply on WhatsApp.",
  ],
  "trial-date-missing": ["session", 422, "Please choose a date first."],
  "trial-full": ["session", 409, "The class is now full, so nothing was booked. Please choose another date."],
  "trial-not-bookable": [
    "session",
    409,
    "This class has begun, is not taking place, or can no longer be booked. Nothing was booked; please choose another date.",
  ],
  "trial-who": ["session", 422, "There is already a record like the enquirer’s. Choose who it is, and book the trial."],
  "trial-name-link": [
    "session",
    422,
    "There is a web or email address in this name, so nothing was booked. Book it on the page of the class, with the name alone.",
  ],
  "trial-booked-before": [
    "session",
    409,
    "A trial is already booked for the date shown here. Cancel it in the day view first.",
  ],
  "trial-busy": [
    "session",
    503,
    "The booking desk is busy right now, so nothing was booked. Please try again in a moment.",
  ],
  "mail-not-waiting": ["form", 422, "This email is no longer waiting: it has been sent or is being sent now."],
  "button-unknown": ["form", 400, "This form could not be processed, so nothing was done."],
});

/** A colleague has changed the state since the page was loaded. */
export type StateChanged = { code: "state-changed"; state: State; by: string; at: string };

export type DeskFailure =
  | StateChanged
  | { code: "assignee-changed"; to: string | null }
  | { code: keyof typeof DESK_PROBLEMS };

export type DeskOutcome = { code: "done" } | DeskFailure;

/** The desk's problems; a conflict's sentence names who and when. @param textOf formats a moment for staff */
export function deskProblems(
  failure: DeskFailure,
  textOf: (moment: Date) => string,
): ProblemTable<DeskFailure["code"]> {
  const conflict = `${conflictText(failure, textOf)} Nothing was changed; press again if you still want to.`;
  return {
    ...DESK_PROBLEMS,
    ...problems({ "state-changed": ["form", 409, conflict], "assignee-changed": ["form", 409, conflict] }),
  };
}

function conflictText(failure: DeskFailure, textOf: (moment: Date) => string): string {
  if (failure.code === "assignee-changed") return `This enquiry is now assigned to ${failure.to ?? "nobody"}.`;
  if (failure.code !== "state-changed") return "";
  const { state, by, at } = failure;
  return `In the meantime ${by} set this enquiry to “${STATE_NAMES[state]}” (${textOf(new Date(at))}).`;
}
