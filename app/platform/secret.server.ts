/** The secret that signs sessions and forms: from the settings, or generated once and stored in the data folder. */
import { randomBytes, randomUUID } from "node:crypto";
import { link, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { type Config, MIN_SECRET_LENGTH } from "./config.ts";
import { inTime, makeDataFolder } from "./data-folder.server.ts";
import { errorCode } from "./errors.ts";
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
