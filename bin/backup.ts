/** `npm run backup [-- FOLDER]`: a consistent copy of the SQLite database while the site is running. */
import { mkdir, open, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { readConfig } from "../app/platform/config.ts";
import { SQLITE_FILE } from "../app/platform/database.server.ts";
import { noteBackup } from "../app/platform/last-backup.server.ts";
import { SECRET_FILE } from "../app/platform/secret.server.ts";
import { startProblem } from "../app/platform/start-problem.server.ts";

/**
 * Copies the database into one file without remains of deleted data, and checks the copy.
 * @param dataDir the site's data folder, which must hold a database
 * @param folder where the copy is made; created when it does not exist
 * @returns the path of the copy
 * @throws when there is no database, and nothing has been made then, or the copy is not sound, and none is left
 */
export async function backupDatabase(dataDir: string, folder: string, moment: Date): Promise<string> {
  const source = await openSource(join(dataDir, SQLITE_FILE));
  const copy = join(folder, `nguvu-${moment.toISOString().replaceAll(":", "-")}.sqlite`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await makeCopy(source, copy);
    await noteBackup(dataDir, moment);
    return copy;
  } finally {
    source.close();
  }
}

async function makeCopy(source: DatabaseSync, copy: string): Promise<void> {
  // SQLite fills an empty file, which its owner alone may read.
  await (await open(copy, "wx", 0o600)).close();
  try {
    source.prepare("vacuum into ?").run(copy);
    // SQLite doesn't wait for the disk here, and a backup that the next power cut empties is none.
    await syncToDisk(copy);
    await syncToDisk(dirname(copy));
    checkCopy(copy);
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
}

/**
 * Opens the site's database.
 * @param begin what is run before anything is read
 * @throws when the file is missing or is not a database of the site
 */
export async function openSource(file: string, begin = ""): Promise<DatabaseSync> {
  const problem = `${file} is not a database of the site; DATA_DIR must name the site's data folder`;
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new Error(problem);
  // Opened for writing too, and never created: with read access alone SQLite would leave its -wal and -shm beside the
  // database of a site that is stopped.
  const location = pathToFileURL(resolve(file));
  location.searchParams.set("mode", "rw");
  const source = new DatabaseSync(location, { timeout: 5000 });
  try {
    source.exec(begin);
    if (hasTables(source)) return source;
    throw new Error(problem);
  } catch (error) {
    source.close();
    throw error;
  }
}

/** Whether the site's tables are there. A file that is no database has none. */
function hasTables(source: DatabaseSync): boolean {
  try {
    return source.prepare("select name from sqlite_schema where name in ('users', 'enquiries')").all().length === 2;
  } catch (error) {
    if (error instanceof Error && error.message.includes("not a database")) return false;
    throw error;
  }
}

async function syncToDisk(path: string): Promise<void> {
  // Windows has no handle on a folder to sync.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function checkCopy(copy: string): void {
  const written = new DatabaseSync(copy, { readOnly: true });
  try {
    const [verdict] = Object.values(written.prepare("pragma integrity_check").get() ?? {});
    if (verdict !== "ok") throw new Error(`the copy is not sound: ${String(verdict)}`);
  } finally {
    written.close();
  }
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
    console.log(
      outcome.config.secret === undefined
        ? `The secret is not in it. Copy ${join(dataDir, SECRET_FILE)} once, to another place than the backups: without it a restored site signs everybody out, and authenticator apps don't work.`
        : "The secret is not in it. Store SECRET in another place than the backups: without it a restored site signs everybody out, and authenticator apps don't work.",
    );
  } catch (error) {
    const problem = startProblem(error, outcome.config, SQLITE_FILE);
    console.error(`Cannot back up: ${problem ?? (error instanceof Error ? error.message : String(error))}`);
    process.exit(1);
  }
}
