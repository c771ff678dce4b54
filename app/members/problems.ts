/** Problems of members and passes: the field, the status and the sentence of each. */
import { NOT_FOR_TEST_ACCOUNT } from "../accounts/messages.ts";
import { FORM_MESSAGES, problems } from "../forms/problems.ts";

const TOO_LONG = "This is too long. Please shorten it.";

export const MEMBER_PROBLEMS = problems({
  unknown: ["form", 404, "This record no longer exists, so nothing was done."],
  conflict: [
    "form",
    409,
    "Something has changed since you opened this page. It now shows the current state: please check it.",
  ],
  busy: ["form", 503, "Too many people are changing classes just now. Nothing was done: please try again in a moment."],
  "name-missing": ["name", 422, "Enter a name."],
  "name-long": ["name", 422, "Use at most 100 characters for a name."],
  "name-link": ["name", 422, FORM_MESSAGES["name-link"]],
  "phone-invalid": ["phone", 422, "This isn’t a phone number. Enter one like 0712 345 678, or leave it empty."],
  "email-malformed": ["email", 422, FORM_MESSAGES["email-malformed"]],
  "born-invalid": ["bornOn", 422, "That date doesn’t exist. Choose a date of birth, or leave it empty."],
  "born-ahead": ["bornOn", 422, "This date is in the future."],
  "guardian-missing": [
    "guardian",
    422,
    "A child needs a guardian, who gets the gym’s messages. Enter the guardian’s name or number.",
  ],
  "guardian-unknown": ["guardian", 422, "No member has this name or number. Create the guardian’s record first."],
  "guardian-child": ["guardian", 422, "This is a child too. A guardian has to be an adult."],
  "heard-of-long": ["form", 422, TOO_LONG],
  "note-missing": ["note", 422, "Enter the note first."],
  "note-long": ["note", 422, TOO_LONG],
  "plan-unknown": ["plan", 422, "Choose a plan."],
  "plan-missing": ["plan", 422, "You chose how it was paid. Choose a plan too."],
  "paid-missing": ["paidHow", 422, "Choose how it was paid."],
  "paid-note-long": ["paidNote", 422, TOO_LONG],
  "gift-owner": ["paidHow", 422, "Only the owner can give a pass as a gift. Choose how it was paid."],
  "too-far": ["form", 422, "It would end more than 24 months from now, so it can’t be given yet."],
  "reason-missing": ["reason", 422, "Enter the reason."],
  "reason-long": ["reason", 422, TOO_LONG],
  "not-running": ["form", 422, "This pass has ended, so there is nothing to end."],
  "not-frozen": ["form", 422, "This freeze has ended or has already been undone."],
  "owner-only": ["form", 403, "It was too long ago for the desk. The owner can undo it."],
  "not-ended": ["form", 422, "This has already been undone."],
  "given-since": ["form", 422, "Another pass has been given since, so this can’t be undone."],
  "visits-used": ["form", 422, "Visits of this pass were used, and no other pass covers them, so it can’t be voided."],
  "pass-sold": ["form", 422, "This pass was sold. Undo its sale instead: then its money is accounted for too."],
  "sold-only": ["form", 403, "Passes are sold here, with a receipt. Only the owner can give a free pass."],
  "same-record": ["form", 422, "This is the same record."],
  "both-accounts": ["form", 422, "Both people have an account. Unlink one of the accounts first."],
  "guardian-of-other": ["form", 422, "One of the two is the guardian of the other, so these are two people."],
  "child-and-adult": [
    "form",
    422,
    "One of the two is a child and the other an adult, so these are two people. Edit the record if that is wrong.",
  ],
  "is-guardian": ["form", 422, "This person is a child’s guardian. Choose another guardian for the child first."],
  "on-team": ["form", 422, "This person is on the team. Remove them from the team first."],
});

const AS_CSV =
  "Copy the cells and paste them, or save the sheet as CSV (Excel: Save As, “CSV UTF-8”; Google Sheets: File, Download).";

export const IMPORT_PROBLEMS = problems({
  empty: ["pasted", 422, "Paste a list, or choose a file that has one."],
  "too-large": ["pasted", 422, "This list is larger than 5 MB, so none of it was read. Send it in parts."],
  "too-many-rows": ["pasted", 422, "This list has more than 5,000 rows, so none of it was read. Send it in parts."],
  "too-hard": ["pasted", 422, `This list can’t be read within ten seconds. ${AS_CSV}`],
  "web-page": ["pasted", 422, `This is a web page, even if its name ends in .xls. Open it in a spreadsheet. ${AS_CSV}`],
  contacts: ["pasted", 422, "This is a phone’s list of contacts. Export it as CSV, for example in Google Contacts."],
  "rich-text": ["pasted", 422, `This is a text document with formatting. ${AS_CSV}`],
  json: ["pasted", 422, "This is data for programs (JSON). Export the list as CSV from the program it comes from."],
  "spreadsheet-file": ["pasted", 422, `This is a spreadsheet file or an archive. ${AS_CSV}`],
  "other-file": ["pasted", 422, `This file is not a list. ${AS_CSV}`],
  "body-unreadable": ["pasted", 422, "The list did not arrive completely. Please send it again."],
  "import-gone": ["form", 404, "This list was deleted, or is older than 30 days."],
  "import-changed": [
    "form",
    409,
    "The list was read again since this page was opened. Please check the preview again.",
  ],
  "import-used": ["form", 409, "Some of these people have been changed or used since, so the import can’t be undone."],
  "import-empty": ["form", 422, "No row can be imported as it is."],
  "column-twice": ["form", 422, "Two columns have the same use. Choose another for one of them."],
});

export const JOIN_PROBLEMS = problems({
  wrong: [
    "code",
    422,
    "This code is wrong or has already been used. Codes work for three days: ask the desk for a new one.",
  ],
  "other-record": ["form", 409, "Your account is connected to another membership. The desk can put that right."],
  limited: ["form", 429, "Too many codes were tried. Please try again in an hour, or ask the desk for a link."],
  "links-only": [
    "form",
    429,
    "Too many codes were tried on our site, so for an hour only links work. Please ask the desk for one.",
  ],
  busy: ["form", 503, "The site is busy right now. Please try again in a moment."],
  unconfirmed: ["form", 422, "Please confirm your address first: open the link that we have emailed to it."],
  "test-account": ["form", 422, NOT_FOR_TEST_ACCOUNT],
});

export const CARD_PROBLEMS = problems({
  "card-unknown": ["form", 404, "This no longer exists, so nothing was done. The page shows the current state."],
  "door-limited": ["form", 429, "Three new numbers a day are enough. Please try again tomorrow, or ask the desk."],
});
