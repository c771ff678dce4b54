import { emailAddress } from "../forms/field-schemas.ts";
import type { EmailAddressProblem } from "../forms/messages.ts";

const schema = emailAddress();

export type EmailOutcome = { ok: true; email: string } | { ok: false; code: EmailAddressProblem };

/** The address as it is stored, without spaces around it and in small letters, or what is wrong with it. */
export function readEmail(typed: string): EmailOutcome {
  const email = typed.trim().toLowerCase();
  if (email === "") return { ok: false, code: "email-missing" };
  const checked = schema.safeParse(email);
  // The schema removes bidirectional controls. An address that signs somebody in is never another than the typed one.
  return checked.data === email ? { ok: true, email } : { ok: false, code: "email-malformed" };
}
