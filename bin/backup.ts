/** `npm run backup [-- FOLDER]`: a consistent copy of the SQLite database while the site goes on writing. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { readConfig } from "../app/platform/config.ts";
import { makePrivateFile, SQLITE_FILE } from "../app/platform/database.server.ts";
import { startProblem } from "../app/platform/start-problem.server.ts";

/** More than any database of the site has. */
const ALL_PAGES = 1_000_000_000;

/**
 * Copies the database and checks the copy.
 * @returns the path of the copy
 * @throws when there is no database, or the copy is not sound
 */
export async function backupDatabase(dataDir: string, folder: string, moment: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, `nguvu-${moment.toISOString().replaceAll(":", "-")}.sqlite`);
  const source = new DatabaseSync(join(dataDir, SQLITE_FILE), { readOnly: true });
  try {
    await makePrivateFile(copy);
    // All pages in one step: a copy in several begins anew whenever somebody writes in between, and may never end.
    await backup(source, copy, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  const written = new DatabaseSync(copy, { readOnly: true });
  try {
    const [verdict] = Object.values(written.prepare("pragma integrity_check").get() ?? {});
    if (verdict !== "ok") throw new Error(`the copy is not sound: ${String(verdict)}`);
  } finally {
    written.close();
  }
  return copy;
}

if (import.meta.main) {
  const outcome = readConfig(process.env);
  if (!outcome.ok) {
    for (const problem of outcome.problems) console.error(`Cannot back up: ${problem}`);
    process.exit(1);
  }
  const { dataDir, databaseUrl } = outcome.config;
  if (databaseUrl !== undefined) {
    console.error("Cannot back up: DATABASE_URL is set; use pg_dump for PostgreSQL (docs/operating.md).");
    process.exit(1);
  }
  const folder = process.argv[2] ?? join(dataDir, "backups");
  try {
    console.log(`Backed up to ${await backupDatabase(dataDir, folder, new Date())}`);
  } catch (error) {
    const problem = startProblem(error, outcome.config, SQLITE_FILE);
    console.error(`Cannot back up: ${problem ?? (error instanceof Error ? error.message : String(error))}`);
    process.exit(1);
  }
}
