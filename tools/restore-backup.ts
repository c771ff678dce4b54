/** Replaces the database and the secret with those of a backup. The previous files are moved aside. */
import { existsSync } from "node:fs";
import { chmod, constants, copyFile, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { Config } from "../app/platform/config.ts";
import { makeDataFolder } from "../app/platform/data-folder.server.ts";
import { SQLITE_FILE } from "../app/platform/database.server.ts";
import { sqliteCode } from "../app/platform/errors.ts";
import { SECRET_FILE, unseal } from "../app/platform/secret.server.ts";
import { StartProblem } from "../app/platform/start-problem.server.ts";
import { type CopyFacts, readCopy, restoreDump, syncToDisk } from "./database-copy.ts";

/** SQLite's result code for a file that another process has open. */
const BUSY = 5;

export type Restored = CopyFacts & {
  /** Where the previous data is now; empty when there was none. */
  aside: string[];
  /** Whether the site has the copy's secret now; undefined when the copy has none. */
  hasSecret: boolean | undefined;
};

/**
 * Restores a backup for a stopped site. The backup is verified first; on any problem nothing changes.
 * @param config has the data folder and, for a PostgreSQL backup, the database
 * @throws StartProblem
 */
export async function restoreBackup(config: Config, file: string, moment: Date): Promise<Restored> {
  const { databaseUrl, dataDir } = config;
  const stats = await stat(file).catch(() => undefined);
  if (!stats?.isFile()) throw new StartProblem(`There is no ${file}.`);
  if (file.endsWith(".dump") !== (databaseUrl !== undefined)) {
    throw new StartProblem(
      databaseUrl === undefined
        ? `${file} is a backup of PostgreSQL: set DATABASE_URL to the database that it belongs in.`
        : `DATABASE_URL is set, and ${file} is a backup of SQLite: unset it, restore the backup, then run npm run copy-database.`,
    );
  }
  const facts = await readCopy(file);
  const secret = await secretOf(config, facts);
  await makeDataFolder(dataDir);
  const label = `before-restore-${moment.toISOString().replaceAll(":", "-")}`;
  const aside =
    databaseUrl === undefined ? await replaceFile(dataDir, file, label) : await replaceTables(databaseUrl, file);
  if (secret !== undefined) aside.push(...(await replaceSecret(dataDir, secret, label)));
  return {
    ...facts,
    aside,
    hasSecret: facts.sealed === undefined ? undefined : (secret ?? config.secret) !== undefined,
  };
}

/** The secret for the data folder; undefined when the settings have it, or without a passphrase to decrypt it. */
async function secretOf({ backupPassphrase, secret }: Config, { sealed }: CopyFacts): Promise<string | undefined> {
  if (sealed === undefined || backupPassphrase === undefined) return undefined;
  const copySecret = await unseal(backupPassphrase, sealed);
  if (copySecret === undefined)
    throw new StartProblem("BACKUP_PASSPHRASE is not the passphrase that this copy was made with.");
  if (secret === undefined || secret === copySecret) return secret === undefined ? copySecret : undefined;
  throw new StartProblem(
    "SECRET is not the secret that this copy was made with. Unset it, or set the secret of the copy.",
  );
}

/** @returns where the previous files are now */
async function replaceFile(dataDir: string, file: string, label: string): Promise<string[]> {
  const database = join(dataDir, SQLITE_FILE);
  refuseRunningSite(database);
  const part = `${database}.part`;
  await rm(part, { force: true });
  await copyFile(file, part, constants.COPYFILE_FICLONE);
  // It has the permissions of the backup, which a tool may have fetched for everybody to read.
  await chmod(part, 0o600);
  await syncToDisk(part);
  const aside = await moveAside(
    dataDir,
    // A leftover -wal would be applied to the restored file.
    ["", "-wal", "-shm"].map((suffix) => SQLITE_FILE + suffix),
    label,
  );
  await rename(part, database);
  await syncToDisk(dataDir);
  return aside;
}

/** A running site keeps its database locked, so exclusive access to it fails with `BUSY`. */
function refuseRunningSite(database: string): void {
  if (!existsSync(database)) return;
  let opened: DatabaseSync | undefined;
  try {
    opened = new DatabaseSync(database, { timeout: 1000 });
    opened.exec("pragma locking_mode = exclusive; begin exclusive; commit");
  } catch (error) {
    if (sqliteCode(error) === BUSY) throw new StartProblem("Stop the site first: it has the database open.");
    // A damaged database is what a backup is for.
  } finally {
    opened?.close();
  }
}

async function moveAside(dataDir: string, names: readonly string[], label: string): Promise<string[]> {
  const folder = join(dataDir, label);
  const moved: string[] = [];
  for (const name of names) {
    const path = join(dataDir, name);
    if ((await stat(path).catch(() => undefined)) === undefined) continue;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(path, join(folder, name));
    moved.push(join(folder, name));
  }
  return moved;
}

async function replaceSecret(dataDir: string, secret: string, label: string): Promise<string[]> {
  const path = join(dataDir, SECRET_FILE);
  if ((await readFile(path, "utf8").catch(() => "")).trim() === secret) return [];
  const aside = await moveAside(dataDir, [SECRET_FILE], label);
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return aside;
}

/** Moves existing tables into a new schema. @returns its name, if there were any tables */
async function replaceTables(databaseUrl: string, file: string): Promise<string[]> {
  const schema = `before_restore_${Date.now()}`;
  const tables = await withClient(databaseUrl, async (client) => {
    const running = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and application_name = 'nguvu'",
    );
    if (running.rowCount) throw new StartProblem("Stop the site first: it is connected to the database.");
    return moveTables(client, "public", schema);
  });
  try {
    await restoreDump(databaseUrl, file);
  } catch (error) {
    if (tables) await withClient(databaseUrl, (client) => moveTables(client, schema, "public"));
    throw error;
  }
  return tables ? [`the schema ${schema} of the database`] : [];
}

/** Moves all tables, with their indexes and the functions of their triggers, or none. @returns whether there were any */
async function moveTables(client: pg.Client, from: string, to: string): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = $1",
    [from],
  );
  if (rows.length === 0) return false;
  // Functions of an extension stay with it.
  const functions = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = (select oid from pg_namespace where nspname = $1)
       and not exists (select 1 from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
    [from],
  );
  const isPublic = to === "public";
  await client.query("begin");
  if (!isPublic) await client.query(`create schema ${client.escapeIdentifier(to)}`);
  for (const { name } of rows) {
    await client.query(
      `alter table ${client.escapeIdentifier(from)}.${client.escapeIdentifier(name)} set schema ${client.escapeIdentifier(to)}`,
    );
  }
  for (const { name } of functions.rows) {
    await client.query(`alter function ${name} set schema ${client.escapeIdentifier(to)}`);
  }
  if (isPublic) await client.query(`drop schema ${client.escapeIdentifier(from)}`);
  await client.query("commit");
  return true;
}

/** One connection, closed afterwards. */
export async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
