/** Runs the pending migrations of `db/migrations/`, in order of name. */
import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { DatabaseKind } from "./database.server.ts";
import { isFileBusy } from "./errors.ts";
import type { Db } from "./services.ts";
import { StartProblem } from "./start-problem.server.ts";

const MIGRATIONS_FOLDER = new URL("../../db/migrations/", import.meta.url);

/** A table that exists while a database is being copied into this one, and after an interrupted copy. */
export const UNFINISHED_COPY = "unfinished_copy";

/** A number that nothing else in the database locks: PostgreSQL's advisory locks have no names. */
const MIGRATION_LOCK = 7_481_026;

/** Enough for another instance's migrations, which hold SQLite's write lock for longer than a transaction waits. */
const WRITE_LOCK_TIMEOUT_MS = 30_000;

/**
 * Runs pending migrations, all or none, one instance at a time. @returns their names @throws on failure, unknown
 * migrations, or an incomplete copy
 */
export async function migrate(
  db: Db,
  kind: DatabaseKind,
  writeLockTimeoutMs = WRITE_LOCK_TIMEOUT_MS,
): Promise<string[]> {
  if (kind === "sqlite") return migrateWhenUnlocked(db, writeLockTimeoutMs);
  await refuseUnfinishedCopy(db);
  return db.connection().execute(async (connection) => {
    // The lock is polled: a session waiting for it would hold a snapshot, and time out.
    while (!(await tryLock(connection))) await new Promise((resolve) => setTimeout(resolve, 100));
    // A connection silent for 15 seconds counts as broken, and would lose the lock.
    const keepAlive = setInterval(() => void sql`select 1`.execute(connection).catch(() => {}), 5_000);
    try {
      return await migrateWithin(db);
    } finally {
      clearInterval(keepAlive);
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
    }
  });
}

async function migrateWhenUnlocked(db: Db, timeoutMs: number): Promise<string[]> {
  const latest = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await migrateWithin(db);
    } catch (error) {
      if (!isFileBusy(error) || performance.now() > latest) throw error;
    }
  }
}

async function tryLock(connection: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${sql.lit(MIGRATION_LOCK)}) as locked`.execute(connection);
  return rows[0]?.locked === true;
}

async function refuseUnfinishedCopy(db: Db): Promise<void> {
  const { rows } = await sql<{ found: unknown }>`select to_regclass(${UNFINISHED_COPY}) as found`.execute(db);
  if (rows[0]?.found === null) return;
  throw new StartProblem(
    "The database is an unfinished copy. Wait until `npm run copy-database` is done, or run it again: it starts from the beginning.",
  );
}

/** Runs the pending migrations without waiting for other instances, also in a transaction on PostgreSQL. @returns their names */
export async function migrateWithin(db: Db): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).filter((result) => result.status === "Success").map((result) => result.migrationName);
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith(".ts")).sort();
  const entries = await Promise.all(
    files.map(async (file): Promise<[string, Migration]> => {
      const migration: Migration = await import(/* @vite-ignore */ new URL(file, MIGRATIONS_FOLDER).href);
      return [file.slice(0, -".ts".length), migration];
    }),
  );
  return Object.fromEntries(entries);
}
