/**
 * The mark of a demonstration: a file in the data folder of a gym made by `npm run demo`. Its passwords are no secret.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { z } from "zod";
import type { Config } from "./config.ts";
import { inTime } from "./data-folder.server.ts";
import { errorCode } from "./errors.ts";
import type { Db } from "./services.ts";
import { StartProblem } from "./start-problem.server.ts";

const DEMONSTRATION_FILE = "demonstration.json";

const demonstrationSchema = z.object({
  /** The moment at which its last weeks end, ISO 8601. */
  madeAt: z.iso.datetime(),
  signIns: z.array(z.object({ who: z.string(), name: z.string(), email: z.string(), password: z.string() })),
});

export type Demonstration = z.output<typeof demonstrationSchema>;

/** The demonstration in a data folder; undefined for a real gym, or an empty folder. @throws StartProblem */
export async function findDemonstration(folder: string): Promise<Demonstration | undefined> {
  const file = join(folder, DEMONSTRATION_FILE);
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const read = demonstrationSchema.safeParse(parsed(text));
  if (read.success) return read.data;
  throw new StartProblem(`DATA_DIR: ${file} can't be read. \`npm run demo -- --new\` makes a new demonstration.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function writeDemonstration(folder: string, demonstration: Demonstration): Promise<void> {
  await writeFile(join(folder, DEMONSTRATION_FILE), `${JSON.stringify(demonstration, undefined, 2)}\n`, {
    mode: 0o600,
  });
}

/**
 * The demo in the data folder of these settings; undefined for another database. @throws StartProblem when visitors
 * could sign in with its passwords
 */
export async function demonstrationOf({
  dataDir,
  databaseUrl,
  publicUrl,
}: Pick<Config, "dataDir" | "databaseUrl" | "publicUrl">): Promise<Demonstration | undefined> {
  const demonstration = databaseUrl === undefined ? await inTime(dataDir, findDemonstration(dataDir)) : undefined;
  if (demonstration === undefined || publicUrl === undefined) return demonstration;
  throw new StartProblem(
    `PUBLIC_URL: ${dataDir} has a demonstration, whose passwords are no secret. It does not run at a public address.`,
  );
}

/** Sets whether commits of SQLite wait for the disk. Switching it on also writes all earlier commits. */
export async function waitForDisk(db: Db, isWaiting: boolean): Promise<void> {
  await sql`pragma synchronous = ${sql.raw(isWaiting ? "full" : "off")}`.execute(db);
  if (isWaiting) await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
