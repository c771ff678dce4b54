import { z } from "zod";
import type { EmailProblem } from "./credentials.ts";

/** The longest address that mail can be sent to (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;

const emailSchema = z.email().max(MAX_EMAIL_LENGTH);

export type EmailOutcome = { ok: true; email: string } | { ok: false; code: EmailProblem };

/** The address as it is stored, without spaces around it and in small letters, or what is wrong with it. */
export function readEmail(typed: string): EmailOutcome {
  const email = typed.trim().toLowerCase();
  if (email === "") return { ok: false, code: "email-missing" };
  return emailSchema.safeParse(email).success ? { ok: true, email } : { ok: false, code: "email-malformed" };
}
