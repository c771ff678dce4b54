/**
 * The site's secret in its own database, encrypted with the owner's passphrase: any copy of the database is enough to restore
 * the site.
 */
import { createHmac, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { decryptText, encryptText } from "./encryption.server.ts";
import type { Db, Services } from "./services.ts";

/** Slows offline guessing of passphrases: 64 MB and a fifth of a second per guess. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };
const SALT_BYTES = 16;
const CONTEXT = "sealed secret";

const derive = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt);

async function seal(passphrase: string, secret: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const text = encryptText(await keyOf(passphrase, salt), CONTEXT, secret);
  return [fingerprintOf(passphrase, secret), salt.toString("base64url"), text].join(".");
}

/** Decrypts the secret; undefined with another passphrase. */
export async function unseal(passphrase: string, sealed: string): Promise<string | undefined> {
  const [, salt = "", text = ""] = sealed.split(".");
  return decryptText([await keyOf(passphrase, Buffer.from(salt, "base64url"))], CONTEXT, text);
}

async function keyOf(passphrase: string, salt: Buffer): Promise<string> {
  return (await derive(normalized(passphrase), salt, 32, SCRYPT)).toString("base64url");
}

function fingerprintOf(passphrase: string, secret: string): string {
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

/** Stores the current secret under the current passphrase; without a passphrase, deletes the stored secret. */
export async function sealSecret({ config, db }: Pick<Services, "config" | "db">): Promise<void> {
  const { backupPassphrase, secret } = config;
  if (backupPassphrase === undefined || secret === undefined) {
    await db.deleteFrom("sealed_secret").execute();
    return;
  }
  const stored = await readSealedSecret(db);
  if (stored?.split(".")[0] === fingerprintOf(backupPassphrase, secret)) return;
  const sealed = await seal(backupPassphrase, secret);
  await db
    .insertInto("sealed_secret")
    .values({ id: 1, sealed })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ sealed }))
    .execute();
}
