/** Rules for credentials, and the codes of their problems. */

import type { EmailAddressProblem } from "../forms/problems.ts";

/** Passwords have 8 to 128 characters of any kind, and are not easy to guess. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

export const LINK_VALID_MINUTES = 30;

export type EmailProblem = EmailAddressProblem | "email-taken";

/**
 * Reasons to reject a password: on the list of leaked passwords, a common word, a repetition or a run of keys, or the
 * owner's address.
 */
export type PasswordProblem = `password-${"missing" | "short" | "long" | "common" | "word" | "pattern" | "address"}`;

/** `limited`: too many attempts; wait a few minutes. `busy`: too many passwords are being hashed; wait a few seconds. */
export type RateLimitProblem = "limited" | "busy";

/** `link-missing`: the address has no token. `link-expired`: its token is unknown, used or expired. */
export type LinkProblem = "link-missing" | "link-expired";
