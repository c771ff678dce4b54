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

const AS_CSV =
  "Copy the cells and paste them here, or save the sheet as CSV (Excel: Save As, “CSV UTF-8”; Google Sheets: File, Download).";

/** Problems of imports. */
export const IMPORT_PROBLEMS = problems({
  empty: ["list", 422, "Paste a list, or choose a file that has one."],
  "too-large": ["list", 422, "This list has more than 5 MB, so nothing of it was read. Send it in parts."],
  "too-many-rows": ["list", 422, "This list has more than 5,000 rows, so nothing of it was read. Send it in parts."],
  "too-hard": ["list", 422, `This list can’t be read within ten seconds. ${AS_CSV}`],
  "web-page": [
    "list",
    422,
    `This is a web page, also where its name ends in .xls. Open it in a spreadsheet. ${AS_CSV}`,
  ],
  contacts: ["list", 422, "These are contacts of a phone. Export them as CSV, for example in Google Contacts."],
  "rich-text": ["list", 422, `This is a text document with formats. ${AS_CSV}`],
  json: ["list", 422, `This is data for programs (JSON). Export the list as CSV where it comes from.`],
  "spreadsheet-file": ["list", 422, `This is a spreadsheet file. ${AS_CSV}`],
  archive: ["list", 422, `This is an archive, or a file of Numbers. ${AS_CSV}`],
  "other-file": ["list", 422, `This file is not a list. ${AS_CSV}`],
  "body-unreadable": ["list", 422, "The list did not arrive as a whole. Please send it again."],
  "import-gone": ["form", 404, "This list was discarded, or is older than 30 days."],
  "import-changed": [
    "form",
    409,
    "The list was read again since this page was opened. Please check the preview again.",
  ],
  "import-empty": ["form", 422, "No row can be imported as it is."],
  "column-twice": ["form", 422, "You chose the same for two columns. Choose it for one of them."],
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
