import { MAX_CLASS_HOURS } from "../cms/fields.ts";
import { problems } from "../forms/problems.ts";
import { MAX_REASON } from "./class-session.ts";

const TOO_LONG = `Use at most ${MAX_REASON} characters.`;

export const SESSION_PROBLEMS = problems({
  "date-unreadable": ["date", 422, "Choose a date."],
  "time-unreadable": ["from", 422, "Enter both times, like 9:00am and 10:00am. The second is when it ends."],
  "class-too-long": ["to", 422, `A class can last at most ${MAX_CLASS_HOURS} hours. Enter when it ends, like 10:00am.`],
  "time-past": ["date", 422, "That time has passed. Choose a later one."],
  "same-time": ["date", 422, "It already takes place at that time. Choose another day or time."],
  "same-trainer": ["trainer", 422, "They already teach it. Choose somebody else."],
  "trainer-missing": ["trainer", 422, "Choose who teaches it."],
  "class-missing": ["class", 422, "Choose a class."],
  "reason-missing": ["reason", 422, "Enter the reason for cancelling: visitors see it."],
  "reason-too-long": ["reason", 422, TOO_LONG],
  begun: ["form", 409, "It has begun in the meantime, so it stays as it is."],
  "nothing-to-restore": ["form", 422, "There is nothing to undo: it is as planned."],
  "planned-time-past": [
    "form",
    422,
    "Its original time has passed, so it stays where it is. Cancel it, or move it again.",
  ],
});

export type SessionProblem = keyof typeof SESSION_PROBLEMS;

/** Why days are not closed, reopened or added to passes. */
export const CLOSURE_PROBLEMS = problems({
  "days-unreadable": ["from", 422, "Choose a date."],
  reversed: ["to", 422, "The last day is before the first."],
  "day-past": ["from", 422, "That date has passed. Choose today or a later date."],
  "note-missing": ["note", 422, "Enter the reason: visitors see it."],
  "note-too-long": ["note", 422, TOO_LONG],
  "not-closed": ["form", 422, "These days are no longer closed. Nothing was added to passes."],
  "adding-not-allowed": [
    "form",
    403,
    "Only the owner can add days to passes, while members are on. Nothing was changed.",
  ],
});

export const SLOT_PROBLEMS = problems({
  "already-added": ["form", 409, "These classes are already in the timetable. Nothing was added."],
  "class-unknown": ["class", 422, "This class is not on the site. Choose another one."],
  "trainer-unknown": ["trainer", 422, "This trainer is not on the site. Choose another one."],
});

/** Why a change of the weekly timetable can't be undone. */
export const SLOT_UNDO_PROBLEMS = problems({
  affected: [
    "form",
    409,
    "Dated classes are booked, or were changed manually. Undo it on its page, where you decide about them.",
  ],
  "class-unknown": ["form", 409, "The earlier class is not on the site. Publish it first."],
  "trainer-unknown": ["form", 409, "The earlier trainer is not on the site. Publish them first."],
  conflict: ["form", 409, "This class was changed again in the meantime, so nothing was undone."],
});
