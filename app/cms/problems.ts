/** Problems of content forms other than their fields': the field, status and sentence of each. */
import { FORM_MESSAGES, problems } from "../forms/problems.ts";

export const CONTENT_PROBLEMS = problems({
  "form-unknown": ["form", 400, FORM_MESSAGES["form-unknown"]],
  "entry-unreadable": [
    "form",
    400,
    "The form could not be read. The site has not changed. Please fill in the form again.",
  ],
  "entry-form-unknown": [
    "form",
    400,
    "The form had a duplicate or unknown field. Everything else is still here: please check it and save again. The site has not changed.",
  ],
  "day-unreadable": ["effectiveFrom", 422, "Choose a date, or leave it empty."],
  "day-past": [
    "effectiveFrom",
    422,
    "That date has passed, and past classes can’t change. Choose today or a later date.",
  ],
  "time-unreadable": ["effectiveFrom", 422, "Enter a time like 06:00, or leave it empty."],
  past: ["form", 422, "That time has passed. Choose a later one."],
  "moment-missing": ["form", 422, "Choose a date, and a time like 06:00."],
  "draft-missing": ["form", 422, "There is no draft to publish."],
  "draft-differs": [
    "form",
    409,
    "The change would become the draft, but there is another draft. Publish or discard that draft first, or keep the change for later.",
  ],
  referenced: ["form", 422, "It is used elsewhere, so it was not unpublished. Remove it there first."],
  fixed: ["form", 422, "It can’t be unpublished."],
  "undo-stale": [
    "form",
    409,
    "Somebody else has changed this entry in the meantime, so nothing was undone. Here is the current state.",
  ],
  "order-stale": [
    "form",
    409,
    "Somebody else has changed this list in the meantime, so nothing was moved. Here is the current order: please move it again.",
  ],
  "picture-gone": ["form", 422, "This picture no longer exists."],
  "picture-stale": ["form", 409, "Somebody else has changed this entry in the meantime. Choose again."],
  "focus-stale": ["form", 409, "Somebody else has changed this entry in the meantime. Set the focus again."],
});
