/** How what a member of staff proves themself with is stored: encrypted where it is needed again, else as a slow hash. */
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

/** Reverses `encryptSecret`. @returns undefined when it was done with a secret that is not accepted any more */
export function decryptSecret(services: WithConfig, kind: SecretKind, owner: string, encrypted: string) {
  return decryptText(acceptedSecrets(services.config), `${kind} ${owner}`, encrypted);
}

/** Re-encrypts app keys with the present secret. @returns how many can't be read */
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

/** Whether the key of an authenticator app can be read: with a secret that is lost no code of the app is right any more. */
export function isAppKeyReadable(services: WithConfig, userId: string, encryptedKey: string): boolean {
  return decryptSecret(services, "totp", userId, encryptedKey) !== undefined;
}

/** Begins the hashes that need no secret. */
const SLOW = "scrypt:";

/** 8 MB and some 20 ms for each: of the 49 bits of a code a thief of the database tries none in a useful time. */
const SLOW_COST = { N: 2 ** 13, r: 8, p: 1 };

const slowHash = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** The hash of a recovery code. Slow and without the secret: codes are for the day all else is lost. */
export async function recoveryCodeHash(userId: string, code: string): Promise<string> {
  return `${SLOW}${(await slowHash(code, `recovery code ${userId}`, 32, SLOW_COST)).toString("base64url")}`;
}

/** The hashes that a code may have; those made before they were slow are keyed with a secret. */
export async function recoveryCodeHashes({ config }: WithConfig, userId: string, code: string): Promise<string[]> {
  const keyed = acceptedSecrets(config).map((secret) =>
    createHmac("sha256", secret).update(`recovery code ${userId} ${code}`).digest("base64url"),
  );
  return [await recoveryCodeHash(userId, code), ...keyed];
}

export function isKeyedHash(hash: string): boolean {
  return !hash.startsWith(SLOW);
}

function secretOf({ config }: WithConfig): string {
  if (config.secret === undefined) throw new Error("The second step needs a secret: complete the settings first");
  return config.secret;
}
