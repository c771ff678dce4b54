/**
 * Encrypts an enquirer's contact details in the address of the thanks page, so that they appear in no logs or
 * histories.
 */
import { z } from "zod";
import { parseJson } from "../cms/editing/stored-body.ts";
import { acceptedSecrets } from "../platform/config.ts";
import { HOUR_MS } from "../platform/durations.ts";
import { decryptText, encryptText } from "../platform/encryption.server.ts";
import type { Services } from "../platform/services.ts";

const VALID_MS = HOUR_MS;
const CONTEXT = "thanks for an enquiry";

const contactSchema = z.object({ email: z.string(), phone: z.string(), at: z.number() });

/** The email address and the phone number of an enquiry; one of them may be empty. */
export type ReplyContact = Pick<z.output<typeof contactSchema>, "email" | "phone">;

export function encryptReplyContact(
  { config, now }: Pick<Services, "config" | "now">,
  { email, phone }: ReplyContact,
): string {
  if (config.secret === undefined) throw new Error("Forms need a secret: complete the settings first");
  return encryptText(config.secret, CONTEXT, JSON.stringify({ email, phone, at: now().getTime() }));
}

/** Reverses `encryptReplyContact`. @returns undefined for forged values, and for values older than an hour */
export function decryptReplyContact(
  { config, now }: Pick<Services, "config" | "now">,
  encrypted: string | null,
): ReplyContact | undefined {
  const text = encrypted === null ? undefined : decryptText(acceptedSecrets(config), CONTEXT, encrypted);
  const read = text === undefined ? undefined : contactSchema.parse(parseJson(text));
  return read !== undefined && now().getTime() - read.at < VALID_MS ? read : undefined;
}
