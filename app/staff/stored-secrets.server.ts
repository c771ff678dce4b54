/** Stores the secrets of two-step verification: encrypted where they are needed again, else as slow hashes. */
import { createHmac, type ScryptOptions, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { acceptedSecrets } from "../platform/config.ts";
import { decryptText, encryptText } from "../platform/encryption.server.ts";
import type { Services } from "../platform/services.ts";

type WithConfig = Pick<Services, "config">;
type SecretKind = "totp" | "recovery codes" | "invitation";

/** Encrypts an app key, shown recovery codes or an invitation's link. @param owner account, sign-in or address */
export function encryptSecret(services: WithConfig, kind: SecretKind, owner: string, text: string): string {
  return encryptText(secretOf(services), `${kind} ${owner}`, text);
}

/** Reverses `encryptSecret`. @returns undefined when it was encrypted with a secret that is no longer accepted */
export function decryptSecret(services: WithConfig, kind: SecretKind, owner: string, encrypted: string) {
  return decryptText(acceptedSecrets(services.config), `${kind} ${owner}`, encrypted);
}

/** Re-encrypts app keys with the current secret. @returns how many can't be read */
export async function reencryptAppKeys(services: Pick<Services, "config" | "db">): Promise<number> {
  const { config, db } = services;
  let lost = 0;
  for (const { user_id, encrypted_key } of await db
    .selectFrom("totp_keys")
    .select(["user_id", "encrypted_key"])
    .execute()) {
    if (decryptText([secretOf(services)], `totp ${user_id}`, encrypted_key) !== undefined) continue;
    const key = decryptText(acceptedSecrets(config), `totp ${user_id}`, encrypted_key);
    if (key === undefined) lost += 1;
    else {
      await db
        .updateTable("totp_keys")
        .set({ encrypted_key: encryptSecret(services, "totp", user_id, key) })
        .where("user_id", "=", user_id)
        .where("encrypted_key", "=", encrypted_key)
        .execute();
    }
  }
  return lost;
}

/** Whether the key of an authenticator app can be read: without it, no code of the app can be checked. */
export function isAppKeyReadable(services: WithConfig, userId: string, encryptedKey: string): boolean {
  return decryptSecret(services, "totp", userId, encryptedKey) !== undefined;
}

const SLOW_PREFIX = "scrypt:";

/** 8 MB and some 20 ms each: too slow for guessing the 49 bits of a code from a stolen database. */
const SLOW_COST = { N: 2 ** 13, r: 8, p: 1 };

const slowHash = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** The hash of a recovery code. Slow, and without the secret: codes must work even when the secret is lost. */
export async function recoveryCodeHash(userId: string, code: string): Promise<string> {
  return `${SLOW_PREFIX}${(await slowHash(code, `recovery code ${userId}`, 32, SLOW_COST)).toString("base64url")}`;
}

/** The hashes that a code may have: slow, or keyed with a secret as they were before. */
export async function recoveryCodeHashes({ config }: WithConfig, userId: string, code: string): Promise<string[]> {
  const keyed = acceptedSecrets(config).map((secret) =>
    createHmac("sha256", secret).update(`recovery code ${userId} ${code}`).digest("base64url"),
  );
  return [await recoveryCodeHash(userId, code), ...keyed];
}

export function isKeyedHash(hash: string): boolean {
  return !hash.startsWith(SLOW_PREFIX);
}

function secretOf({ config }: WithConfig): string {
  if (config.secret === undefined) throw new Error("The second step needs a secret: complete the settings first");
  return config.secret;
}
