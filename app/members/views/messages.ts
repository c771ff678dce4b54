import { NOT_FOR_TEST_ACCOUNT } from "../../accounts/messages.ts";
import type { Messages } from "../../forms/messages.ts";
import type { FreezeFacts, FreezeRefusal } from "../freeze-facts.server.ts";
import type { JoinOutcome } from "../join.server.ts";
import { FREEZE_LIMITS } from "../passes.ts";

/** Why an account could not be joined with a record. */
export const JOIN_MESSAGES: Messages<Exclude<JoinOutcome["code"], "joined" | "same">> = {
  wrong:
    "This code is not one of ours, or it has served already. Codes end after three days: the desk gives you a new one.",
  "other-record": "Your account has been joined with another membership. The desk can put that right.",
  limited: "Too many codes were tried. Please try again in an hour, or ask the desk.",
  "test-account": NOT_FOR_TEST_ACCOUNT,
};

/** What can be wrong with asking for a freeze, and with what else is done on the pages of the membership. */
export const MEMBERSHIP_MESSAGES = {
  unknown: "This is not there any more, so nothing was done. The page shows what is so now.",
  "asked-before": "You have asked for a freeze already. Withdraw that first, on the page of your membership.",
  "too-long": "This is too long. Please write 200 characters at most.",
  limited: "Three new numbers a day are enough. Please try again tomorrow, or ask the desk.",
} as const satisfies Messages;

const { min: MIN, max: MAX } = FREEZE_LIMITS.counted;

const ILL =
  "Are you ill? Talk to the desk: a freeze for that may be shorter or longer, and nothing about it is written down.";

/** Why a pass can't be frozen so, for who asks for it. */
export const FREEZE_ANSWERS: Readonly<Record<FreezeRefusal, (facts: FreezeFacts) => string>> = {
  "day-invalid": () => "Choose a first and a last day.",
  "days-reversed": () => "The last day comes before the first.",
  past: () => "A freeze begins today or later.",
  "too-short": ({ days }) =>
    `A freeze lasts ${MIN} days at least, and this is ${days === 1 ? "1 day" : `${days} days`}. ${ILL}`,
  "too-long": ({ days }) => `A freeze lasts ${MAX} days at most, and this is ${days} days. ${ILL}`,
  "outside-pass": ({ from, to }) => `It begins on a day of the pass, which runs from ${from} to ${to}.`,
  "day-pass": () => "A day pass can’t be frozen.",
  overlap: ({ taken }) => `The pass is frozen already: ${taken}.`,
  "too-soon": ({ before, next }) =>
    `Once in twelve months: a freeze begins on ${before}, so another one may begin from ${next} on. ${ILL}`,
  "not-running": () => "This pass is over, so it can’t be frozen.",
};

/** What the page of the membership says after a form. */
export const MEMBERSHIP_DONE: Readonly<Record<string, string>> = {
  joined: "Your account and your membership are one now. Classes that you book here are covered by your pass.",
  asked: "The desk has your request. Nothing is frozen until it says so; the answer stands on this page then.",
  withdrawn: "Your request is withdrawn.",
  "mails-on": "We write to you about your passes again.",
  "mails-off": "No more mails about your passes. Classes that a freeze gives back are still mailed to you.",
};
