import { NOT_FOR_TEST_ACCOUNT } from "../../accounts/messages.ts";
import type { Messages } from "../../forms/messages.ts";
import type { JoinOutcome } from "../join.server.ts";

/** Why an account could not be joined with a record. */
export const JOIN_MESSAGES = {
  wrong:
    "This code is not one of ours, or it has served already. Codes end after three days: the desk gives you a new one.",
  "other-record": "Your account has been joined with another membership. The desk can put that right.",
  limited: "Too many codes were tried. Please try again in an hour, or ask the desk for a link.",
  "links-only": "Too many codes were tried on our site, so for an hour only links work. Please ask the desk for one.",
  unconfirmed: "Please confirm your address first: open the link that we have mailed to it.",
  "test-account": NOT_FOR_TEST_ACCOUNT,
} as const satisfies Messages<Exclude<JoinOutcome["code"], "joined" | "same">>;

/** Problems of the card’s forms. */
export const MEMBERSHIP_MESSAGES = {
  unknown: "This is not there any more, so nothing was done. The page shows what is so now.",
  limited: "Three new numbers a day are enough. Please try again tomorrow, or ask the desk.",
} as const satisfies Messages;

/** What the page of the membership says after a form. */
export const MEMBERSHIP_DONE: Readonly<Record<string, string>> = {
  joined: "Your account and your membership are one now. Classes that you book here are covered by your pass.",
  "mails-on": "We write to you about your passes again.",
  "mails-off": "No more mails about your passes. Classes that a freeze gives back are still mailed to you.",
};
