/** Databases of earlier versions, which tests fill with rows and then migrate. */
import { readdir, rm } from "node:fs/promises";
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { afterAll, beforeAll } from "vitest";
import type { Config } from "../../app/platform/config.ts";
import { type Database, type DatabaseKind, openDatabase } from "../../app/platform/database.server.ts";
import { createLog } from "../../app/platform/log.server.ts";
import { migrate } from "../../app/platform/migrate.server.ts";
import type { Db } from "../../app/platform/services.ts";
import { createPostgresDatabase, testConfig } from "../support/test-services.ts";

/** A row of any version's table. */
export type OldRow = Record<string, string | number | null>;

export type OldDatabase = Database & {
  config: Config;
  insert: (table: string, ...rows: OldRow[]) => Promise<void>;
  /** The values of some columns of all rows, in the order of the first column. */
  valuesOf: (table: string, ...columns: string[]) => Promise<(string | number | null)[][]>;
  rowsOf: (table: string) => Promise<OldRow[]>;
};

/** Opens a database with the migrations up to one of them. `remove` closes and deletes it. */
export async function openOldDatabase(kind: DatabaseKind, last: string) {
  const fresh = kind === "postgres" ? await createPostgresDatabase() : undefined;
  const config = await testConfig({ databaseUrl: fresh?.url });
  const database = await openDatabase(config, createLog("silent"));
  await migrateUntil(database.db, last);
  const remove = async () => {
    await database.close();
    await fresh?.drop();
    await rm(config.dataDir, { recursive: true });
  };
  const old = { ...withRows(database), config, migrateUntil: (next: string) => migrateUntil(database.db, next) };
  return { old, remove };
}

/** A database with shorthands for the rows of tables that today's types may lack. */
export function withRows(database: Database): Omit<OldDatabase, "config"> {
  const db = database.db as unknown as Kysely<Record<string, OldRow>>;
  return {
    ...database,
    insert: (table, ...rows) =>
      db.transaction().execute(async (transaction) => {
        for (const row of rows) await transaction.insertInto(table).values(row).execute();
      }),
    valuesOf: async (table, ...columns) => {
      const rows = await db
        .selectFrom(table)
        .select(columns)
        .orderBy(columns[0] ?? "")
        .execute();
      return rows.map((row) => columns.map((column) => row[column] ?? null));
    },
    rowsOf: async (table) => (await sql<OldRow>`select * from ${sql.table(table)}`.execute(db)).rows,
  };
}

/**
 * Fills a database of earlier versions and migrates it before the tests of a `describe`, which only read it.
 * @param fills run after their migration, in order
 */
export function upgradeBeforeAll(
  kind: DatabaseKind,
  fills: Readonly<Record<string, (old: OldDatabase) => Promise<unknown>>>,
): OldDatabase {
  const upgraded = {} as OldDatabase;
  let remove = async () => {};
  beforeAll(async () => {
    const opened = await openOldDatabase(kind, Object.keys(fills)[0] ?? "");
    remove = opened.remove;
    Object.assign(upgraded, opened.old);
    for (const [last, fill] of Object.entries(fills)) {
      await opened.old.migrateUntil(last);
      await fill(upgraded);
    }
    await migrate(upgraded.db, kind);
  });
  afterAll(() => remove());
  return upgraded;
}

/** Runs the migrations up to one of them. */
async function migrateUntil(db: Db, last: string): Promise<void> {
  const folder = new URL("../../db/migrations/", import.meta.url);
  const names = (await readdir(folder)).map((file) => file.slice(0, -".ts".length)).filter((name) => name <= last);
  const named = names.map(async (name) => [name, await import(new URL(`${name}.ts`, folder).href)] as const);
  const provider = { getMigrations: async () => Object.fromEntries(await Promise.all(named)) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}
