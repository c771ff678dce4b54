/**
 * The secret that signs sessions and forms: from the settings, or generated once and stored in the data folder. With a
 * passphrase it is also in the database, encrypted: then any copy of the database is enough to restore the site.
 */
import { createHmac, randomBytes, randomUUID, scrypt } from "node:crypto";
import { link, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Config, MIN_SECRET_LENGTH } from "./config.ts";
import { inTime, makeDataFolder } from "./data-folder.server.ts";
import { decryptText, encryptText } from "./encryption.server.ts";
import { errorCode } from "./errors.ts";
import type { Db, Services } from "./services.ts";
import { StartProblem } from "./start-problem.server.ts";

export const SECRET_FILE = "secret";

/** The file of a second accepted secret, like the setting `OTHER_SECRET`. */
const OTHER_SECRET_FILE = "other-secret";

/**
 * Adds the secret to the settings, from `SECRET` or the data folder, where it is generated once. @throws when it is
 * too short
 */
export async function withSecret(config: Config): Promise<Config & { secret: string }> {
  if (config.secret !== undefined) return { ...config, secret: config.secret };
  await makeDataFolder(config.dataDir);
  const file = join(config.dataDir, SECRET_FILE);
  const stored = await inTime(config.dataDir, readSecret(file));
  const secret = stored ?? (await makeSecret(config.dataDir, file));
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new StartProblem(
      `DATA_DIR: ${file} is too short to be a secret. Restore the right file, or delete it: then a new secret is made, and everybody has to sign in again.`,
    );
  }
  const otherSecret =
    config.otherSecret ?? (await inTime(config.dataDir, readSecret(join(config.dataDir, OTHER_SECRET_FILE))));
  return { ...config, secret, otherSecret };
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a temporary file and links it to its final name: a second process finds the first one's file, never a partial file. */
async function makeSecret(folder: string, file: string): Promise<string> {
  const draft = join(folder, `${SECRET_FILE}.${randomUUID()}`);
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString("base64url")}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    await unlink(draft);
  }
  return (await readFile(file, "utf8")).trim();
}

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
