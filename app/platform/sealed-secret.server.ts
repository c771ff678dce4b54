/**
 * The site's secret in its own database, encrypted with the owner's passphrase: every copy of the database, by whatever means it was
 * made, then has all that a bare machine needs.
 */
import { createHmac, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { decryptText, encryptText } from "./encryption.server.ts";
import type { Db, Services } from "./services.ts";

/** Passphrases are guessed offline: 64 MB and a fifth of a second for each guess. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };
const SALT_BYTES = 16;
const CONTEXT = "sealed secret";

const derive = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt);

async function seal(passphrase: string, secret: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const text = encryptText(await keyOf(passphrase, salt), CONTEXT, secret);
  return [markOf(passphrase, secret), salt.toString("base64url"), text].join(".");
}

/** The secret; undefined with another passphrase. */
export async function unseal(passphrase: string, sealed: string): Promise<string | undefined> {
  const [, salt = "", text = ""] = sealed.split(".");
  return decryptText([await keyOf(passphrase, Buffer.from(salt, "base64url"))], CONTEXT, text);
}

async function keyOf(passphrase: string, salt: Buffer): Promise<string> {
  return (await derive(normalized(passphrase), salt, 32, SCRYPT)).toString("base64url");
}

function markOf(passphrase: string, secret: string): string {
  return createHmac("sha256", secret)
    .update(`sealed with ${normalized(passphrase)}`)
    .digest("base64url");
}

function normalized(passphrase: string): string {
  return passphrase.trim().normalize("NFC");
}

/** The sealed secret of a database; undefined when it has none. */
export async function readSealedSecret(db: Db): Promise<string | undefined> {
  return (await db.selectFrom("sealed_secret").select("sealed").executeTakeFirst())?.sealed;
}

/** Has the database hold the present secret under the present passphrase; nothing once there is no passphrase. */
export async function sealSecret({ config, db }: Pick<Services, "config" | "db">): Promise<void> {
  const { backupPassphrase, secret } = config;
  if (backupPassphrase === undefined || secret === undefined) {
    await db.deleteFrom("sealed_secret").execute();
    return;
  }
  const stored = await readSealedSecret(db);
  if (stored?.split(".")[0] === markOf(backupPassphrase, secret)) return;
  const sealed = await seal(backupPassphrase, secret);
  await db
    .insertInto("sealed_secret")
    .values({ id: 1, sealed })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ sealed }))
    .execute();
}
