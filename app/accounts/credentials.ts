/** The rules of credentials that more than one file needs, and the codes of what is wrong with them and with their use. */

import type { EmailAddressProblem } from "../forms/messages.ts";

/** Passwords have 8 to 128 characters of any kind, and are not among those guessed first. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

export const LINK_VALID_MINUTES = 30;

export type EmailProblem = EmailAddressProblem | "email-taken";

/**
 * Reasons to reject a password: on the published list, a common word, a repeated piece or keyboard row, or the
 * owner's address.
 */
export type PasswordProblem = `password-${"missing" | "short" | "long" | "common" | "word" | "pattern" | "address"}`;

/** `limited`: too many attempts; wait a few minutes. `busy`: too many passwords are being hashed; wait a few seconds. */
export type RateLimitProblem = "limited" | "busy";

/** `link-missing`: the address has no token. `link-expired`: it has one that doesn't work, or no longer. */
export type LinkProblem = "link-missing" | "link-expired";
