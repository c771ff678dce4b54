/** `npm run compact`: rewrites the SQLite database of a stopped site, without the unused space of deleted rows. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "../app/platform/config.ts";
import { SQLITE_FILE } from "../app/platform/database.server.ts";
import { startProblem } from "../app/platform/start-problem.server.ts";
import { openSource } from "../tools/database-copy.ts";

/**
 * Rewrites the database completely, or not at all.
 * @param dataDir the site's data folder, which must hold a database
 * @returns the size of the file before and after
 * @throws when there is no database, or another process has it open
 */
export async function compactDatabase(dataDir: string): Promise<{ before: number; after: number }> {
  const file = join(dataDir, SQLITE_FILE);
  const { size: before } = await stat(file).catch(() => ({ size: 0 }));
  // A running site always holds a lock on its file, so exclusive mode fails.
  const database = await openSource(file, "pragma locking_mode = exclusive; begin exclusive; commit");
  try {
    database.exec("vacuum");
  } finally {
    database.close();
  }
  return { before, after: (await stat(file)).size };
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

if (import.meta.main) {
  const outcome = readConfig(process.env);
  if (!outcome.ok) {
    for (const problem of outcome.problems) console.error(`Cannot compact: ${problem}`);
    process.exit(1);
  }
  const { dataDir, databaseUrl } = outcome.config;
  if (databaseUrl !== undefined) {
    console.error("Cannot compact: DATABASE_URL is set; use VACUUM FULL for PostgreSQL (docs/security.md).");
    process.exit(1);
  }
  try {
    const { before, after } = await compactDatabase(dataDir);
    console.log(`Compacted ${join(dataDir, SQLITE_FILE)}: ${megabytes(before)} before, ${megabytes(after)} now.`);
  } catch (error) {
    const problem = startProblem(error, outcome.config, SQLITE_FILE);
    console.error(`Cannot compact: ${problem ?? (error instanceof Error ? error.message : String(error))}`);
    process.exit(1);
  }
}
