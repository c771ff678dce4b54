/** How what a member of staff proves themself with is stored: encrypted where it is needed again, else as a keyed hash. */
import { createHmac } from "node:crypto";
import { decryptText, encryptText } from "../platform/encryption.server.ts";
import type { Services } from "../platform/services.ts";

/** Encrypts the key of an authenticator app. @param owner the id of the account or the session it belongs to */
export function encryptTotpKey({ config }: Pick<Services, "config">, owner: string, key: string): string {
  return encryptText(secretOf(config), `totp ${owner}`, key);
}

/** Reverses `encryptTotpKey`. @returns undefined when `SECRET` has changed since */
export function decryptTotpKey(
  { config }: Pick<Services, "config">,
  owner: string,
  encrypted: string,
): string | undefined {
  return decryptText(secretOf(config), `totp ${owner}`, encrypted);
}

/** Encrypts the recovery codes that a session is shown. */
export function encryptRecoveryCodes(
  { config }: Pick<Services, "config">,
  sessionId: string,
  codes: readonly string[],
): string {
  return encryptText(secretOf(config), `recovery codes ${sessionId}`, codes.join(" "));
}

/** Reverses `encryptRecoveryCodes`. @returns undefined when `SECRET` has changed since */
export function decryptRecoveryCodes(
  { config }: Pick<Services, "config">,
  sessionId: string,
  encrypted: string,
): string[] | undefined {
  return decryptText(secretOf(config), `recovery codes ${sessionId}`, encrypted)?.split(" ");
}

/** The hash of a recovery code. Keyed: the 40 bits of a code could be found by trying all of them. */
export function recoveryCodeHash({ config }: Pick<Services, "config">, userId: string, code: string): string {
  return createHmac("sha256", secretOf(config)).update(`recovery code ${userId} ${code}`).digest("base64url");
}

function secretOf(config: Services["config"]): string {
  if (config.secret === undefined) throw new Error("The second step needs a secret: complete the settings first");
  return config.secret;
}
