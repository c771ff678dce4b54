/** The rules of credentials that more than one file needs, and the codes of what is wrong with them. */

import type { EmailAddressProblem } from "../forms/messages.ts";

/** Passwords have 8 to 128 characters of any kind, and are none of the common ones. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** How long the mailed link to a new password works, in minutes. */
export const LINK_VALID_MINUTES = 30;

export type EmailProblem = EmailAddressProblem | "email-taken";
export type PasswordProblem = "password-missing" | "password-short" | "password-long" | "password-common";
