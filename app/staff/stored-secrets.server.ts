/** How what a member of staff proves themself with is stored: encrypted where it is needed again, else as a keyed hash. */
import { createHmac } from "node:crypto";
import { decryptText, encryptText } from "../platform/encryption.server.ts";
import type { Services } from "../platform/services.ts";

type WithConfig = Pick<Services, "config">;
type SecretKind = "totp" | "recovery codes";

/** Encrypts the key of an authenticator app, or recovery codes that are shown. @param owner the id of the account or the sign-in they belong to */
export function encryptSecret(services: WithConfig, kind: SecretKind, owner: string, text: string): string {
  return encryptText(secretOf(services), `${kind} ${owner}`, text);
}

/** Reverses `encryptSecret`. @returns undefined when `SECRET` has changed since */
export function decryptSecret(services: WithConfig, kind: SecretKind, owner: string, encrypted: string) {
  return decryptText(secretOf(services), `${kind} ${owner}`, encrypted);
}

/** The hash of a recovery code. Keyed: the 40 bits of a code could be found by trying all of them. */
export function recoveryCodeHash(services: WithConfig, userId: string, code: string): string {
  return createHmac("sha256", secretOf(services)).update(`recovery code ${userId} ${code}`).digest("base64url");
}

function secretOf({ config }: WithConfig): string {
  if (config.secret === undefined) throw new Error("The second step needs a secret: complete the settings first");
  return config.secret;
}
