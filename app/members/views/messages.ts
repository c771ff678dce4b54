import { NOT_FOR_TEST_ACCOUNT } from "../../accounts/messages.ts";
import type { Messages } from "../../forms/messages.ts";
import type { JoinOutcome } from "../join.server.ts";

/** Why an account could not be joined with a record. */
export const JOIN_MESSAGES: Messages<Exclude<JoinOutcome["code"], "joined" | "same">> = {
  wrong:
    "This code is not one of ours, or it has served already. Codes end after three days: the desk gives you a new one.",
  "other-record": "Your account has been joined with another membership. The desk can put that right.",
  limited: "Too many codes were tried. Please try again in an hour, or ask the desk.",
  "test-account": NOT_FOR_TEST_ACCOUNT,
};
