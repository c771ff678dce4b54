/**
 * Encrypts how an enquiry will be answered in the address of the thanks page, so that no contact details appear in
 * logs and histories.
 */
import { z } from "zod";
import { parseJson } from "../cms/editing/stored-body.ts";
import { acceptedSecrets } from "../platform/config.ts";
import { HOUR_MS } from "../platform/durations.ts";
import { decryptText, encryptText } from "../platform/encryption.server.ts";
import type { Services } from "../platform/services.ts";

const VALID_MS = HOUR_MS;
const CONTEXT = "thanks for an enquiry";

const wayType = z.object({ email: z.string(), phone: z.string(), at: z.number() });

/** The email address and the phone number of an enquiry; one of them may be empty. */
export type ReplyContact = Pick<z.output<typeof wayType>, "email" | "phone">;

export function encryptReplyContact(
  { config, now }: Pick<Services, "config" | "now">,
  { email, phone }: ReplyContact,
): string {
  if (config.secret === undefined) throw new Error("Forms need a secret: complete the settings first");
  return encryptText(config.secret, CONTEXT, JSON.stringify({ email, phone, at: now().getTime() }));
}

/** Reverses `sealWay`. @returns undefined for what it has not made, or made more than an hour ago */
export function decryptReplyContact(
  { config, now }: Pick<Services, "config" | "now">,
  sealed: string | null,
): ReplyContact | undefined {
  const text = sealed === null ? undefined : decryptText(acceptedSecrets(config), CONTEXT, sealed);
  const read = text === undefined ? undefined : wayType.parse(parseJson(text));
  return read !== undefined && now().getTime() - read.at < VALID_MS ? read : undefined;
}
