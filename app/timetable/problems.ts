/** Problems of the timetable: where each is shown, with which status, in which words. */
import { problems } from "../forms/problems.ts";

export const SLOT_PROBLEMS = problems({
  "class-unknown": ["class", 422, "This class is not on the site. Choose another one."],
  "trainer-unknown": ["trainer", 422, "This trainer is not on the site. Choose another one."],
});

/** Why a change of the weekly timetable can't be undone. */
export const SLOT_UNDO_PROBLEMS = problems({
  affected: [
    "form",
    409,
    "Classes of single days are booked, or were changed by hand. Undo it on its page, where you decide about them.",
  ],
  "class-unknown": ["form", 409, "The earlier class is not on the site. Put it on the site first."],
  "trainer-unknown": ["form", 409, "The earlier trainer is not on the site. Put them on the site first."],
  conflict: ["form", 409, "This class was changed again in the meantime, so nothing was undone."],
});
