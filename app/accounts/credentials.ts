/** What an e-mail address and a new password must be, and the sentence for each refusal. */
import { z } from "zod";

/** Passwords have 8 to 128 characters of any kind, and are none of the common ones. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** The longest address that mail can be sent to (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;

export type EmailProblem = "email-missing" | "email-malformed" | "email-taken";
export type PasswordProblem = "password-missing" | "password-short" | "password-long" | "password-common";

/** The sentence shown at the field. */
export const CREDENTIAL_SENTENCES: Record<EmailProblem | PasswordProblem, string> = {
  "email-missing": "Please enter your email address.",
  "email-malformed": "This doesn’t look like an email address. It should be like name@example.com.",
  "email-taken": "There is already an account with this email address. You can sign in instead.",
  "password-missing": "Please choose a password.",
  "password-short": `Please choose a password with at least ${MIN_PASSWORD_LENGTH} characters.`,
  "password-long": `Please choose a password with at most ${MAX_PASSWORD_LENGTH} characters.`,
  "password-common": "Too many people use this password. Please choose one that is harder to guess.",
};

const emailSchema = z.email().max(MAX_EMAIL_LENGTH);

export type EmailOutcome = { ok: true; email: string } | { ok: false; code: EmailProblem };

/** The address as it is stored, without spaces around it and in small letters, or what is wrong with it. */
export function readEmail(typed: string): EmailOutcome {
  const email = typed.trim().toLowerCase();
  if (email === "") return { ok: false, code: "email-missing" };
  return emailSchema.safeParse(email).success ? { ok: true, email } : { ok: false, code: "email-malformed" };
}
