/** Problems of members and their passes: where each is shown, with which status, in which words. */
import { NOT_FOR_TEST_ACCOUNT } from "../accounts/messages.ts";
import { FORM_MESSAGES } from "../forms/messages.ts";
import { problems } from "../forms/problems.ts";

const TOO_LONG = "This is too long. Please shorten it.";

/** Problems of records and passes at the desk. */
export const MEMBER_PROBLEMS = problems({
  unknown: ["form", 404, "This record is gone, so nothing was done."],
  conflict: [
    "form",
    409,
    "Something has changed since this page was opened. It shows what is so now: please look again.",
  ],
  busy: ["form", 503, "Too many people are changing classes just now. Nothing was done: please try again in a moment."],
  "name-missing": ["name", 422, "Please write a name."],
  "name-long": ["name", 422, "A name may have 100 characters at most."],
  "name-link": ["name", 422, FORM_MESSAGES["name-link"]],
  "phone-invalid": ["phone", 422, "This can’t be called. Write a number like 0712 345 678, or leave it empty."],
  "email-malformed": ["email", 422, FORM_MESSAGES["email-malformed"]],
  "born-invalid": ["bornOn", 422, "There is no such day. Choose a date of birth, or leave it empty."],
  "born-ahead": ["bornOn", 422, "This day is still to come."],
  "guardian-missing": [
    "guardian",
    422,
    "A child needs a guardian, whom the gym writes to. Write the guardian’s name or number.",
  ],
  "guardian-unknown": ["guardian", 422, "Nobody here has this name or number. Make the guardian’s record first."],
  "guardian-child": ["guardian", 422, "This is a child too. A guardian is grown up."],
  "heard-of-long": ["form", 422, TOO_LONG],
  "note-missing": ["note", 422, "Please write the note first."],
  "note-long": ["note", 422, TOO_LONG],
  "plan-unknown": ["plan", 422, "Choose what is given."],
  "plan-missing": ["plan", 422, "It says how something was paid. Choose what is given."],
  "paid-missing": ["paidHow", 422, "Say how it was paid."],
  "paid-note-long": ["paidNote", 422, TOO_LONG],
  "gift-owner": ["paidHow", 422, "Only the owner gives something for nothing. Choose how it was paid."],
  "too-far": ["form", 422, "A pass ends within 24 months. This one would end later, so it can’t be given yet."],
  "reason-missing": ["reason", 422, "Please write why."],
  "reason-long": ["reason", 422, TOO_LONG],
  "not-running": ["form", 422, "This pass is over, so there is nothing to end."],
  "not-frozen": ["form", 422, "This freeze is over, or was taken back already."],
  "owner-only": ["form", 403, "It was too long ago for the desk. The owner can do it."],
  "not-ended": ["form", 422, "This end was taken back already."],
  "given-since": ["form", 422, "Another pass was given since, so the end stays."],
  "visits-used": ["form", 422, "Visits of it were used, and no other pass covers their days. It can’t be taken back."],
  "pass-sold": ["form", 422, "This pass was sold. Undo its sale instead: then its money is accounted for too."],
  "sold-only": ["form", 403, "Passes are sold here, with a receipt. Only the owner gives one for nothing."],
  "same-record": ["form", 422, "This is the same record."],
  "both-accounts": ["form", 422, "Both people have an account. Take the account off one of the records first."],
  "guardian-of-other": ["form", 422, "One of the two is the guardian of the other, so these are two people."],
  "child-and-adult": [
    "form",
    422,
    "One of the two is a child and the other is grown up, so these are two people. Correct it where that is wrong.",
  ],
  "is-guardian": ["form", 422, "A child here has this person as guardian. Give the child another one first."],
  "on-team": ["form", 422, "This person is on the team. Take them off the team first."],
});

/** Problems of joining an account with a record. */
export const JOIN_PROBLEMS = problems({
  wrong: [
    "code",
    422,
    "This code is not one of ours, or it has served already. Codes end after three days: the desk gives you a new one.",
  ],
  "other-record": ["form", 409, "Your account has been joined with another membership. The desk can put that right."],
  limited: ["form", 429, "Too many codes were tried. Please try again in an hour, or ask the desk for a link."],
  "links-only": [
    "form",
    429,
    "Too many codes were tried on our site, so for an hour only links work. Please ask the desk for one.",
  ],
  busy: ["form", 503, "The site is busy right now. Please try again in a moment."],
  unconfirmed: ["form", 422, "Please confirm your address first: open the link that we have mailed to it."],
  "test-account": ["form", 422, NOT_FOR_TEST_ACCOUNT],
});

/** Problems of the card. */
export const CARD_PROBLEMS = problems({
  "card-unknown": ["form", 404, "This is not there any more, so nothing was done. The page shows what is so now."],
  "door-limited": ["form", 429, "Three new numbers a day are enough. Please try again tomorrow, or ask the desk."],
});
