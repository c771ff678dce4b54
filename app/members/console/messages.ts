/** Sentences of the console about members and passes, by code. */
import { FORM_MESSAGES, type Messages } from "../../forms/messages.ts";

/** What can be wrong with what the desk does. */
export type MembersProblem = keyof typeof MEMBER_MESSAGES;

export const MEMBER_MESSAGES = {
  unknown: "This record is gone, so nothing was done.",
  conflict: "Something has changed since this page was opened. It shows what is so now: please look again.",
  busy: "Too many people are changing classes just now. Nothing was done: please try again in a moment.",
  "name-missing": "Please write a name.",
  "name-long": "A name may have 100 characters at most.",
  "name-link": FORM_MESSAGES["name-link"],
  "phone-invalid": "This can’t be called. Write a number like 0712 345 678, or leave it empty.",
  "email-malformed": "This doesn’t look like an email address. It should be like name@example.com.",
  "born-invalid": "There is no such day. Choose a date of birth, or leave it empty.",
  "born-ahead": "This day is still to come.",
  "guardian-missing": "A child needs a guardian, whom the gym writes to. Write the guardian’s name or number.",
  "guardian-unknown": "Nobody here has this name or number. Make the guardian’s record first.",
  "guardian-several": "Several have this name or number. Write the door number of the guardian:",
  "guardian-child": "This is a child too. A guardian is grown up.",
  "too-long": "This is too long. Please shorten it.",
  "note-missing": "Please write the note first.",
  "plan-unknown": "Choose what is given.",
  "plan-missing": "It says how something was paid. Choose what is given.",
  "paid-missing": "Say how it was paid.",
  "gift-owner": "Only the owner gives something for nothing. Choose how it was paid.",
  "too-far": "A pass ends within 24 months. This one would end later, so it can’t be given yet.",
  "reason-missing": "Please write why.",
  "not-running": "This pass is over, so there is nothing to end.",
  "not-frozen": "This freeze is over, or was taken back already.",
  "owner-only": "It was too long ago for the desk. The owner can do it.",
  "not-ended": "This end was taken back already.",
  "given-since": "Another pass was given since, so the end stays.",
  "visits-used": "Visits of it were used, and no other pass covers their days. It can’t be taken back.",
  "same-record": "This is the same record.",
  "both-accounts": "Both records are joined with an account. Take the account off one of them first.",
  "guardian-of-other": "One of the two is the guardian of the other, so these are two people.",
  "child-and-adult":
    "One of the two is a child and the other is grown up, so these are two people. Correct it where that is wrong.",
  "changed-since": "Something was added or changed since they were made one, so they stay one.",
  "is-guardian": "A child here has this person as guardian. Give the child another one first.",
} as const satisfies Messages;

/** How a pass was paid, as the desk reads it. */
export const PAID_NAMES = {
  cash: "Cash",
  mpesa: "M-Pesa",
  card: "Card",
  bank: "Bank",
  gift: "A gift",
  other: "Otherwise",
} as const;
