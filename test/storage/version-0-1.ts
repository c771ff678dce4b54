/** A database of version 0.1 with the rows of a site in use (`fixtures/version-0.1.json`). */
import { readdir, readFile } from "node:fs/promises";
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";

type Rows = Record<string, readonly Record<string, string | number | null>[]>;

// biome-ignore lint/suspicious/noExplicitAny: the tables of earlier versions are not those of today
type OldTables = Kysely<any>;

/** Runs the migrations up to one of them. */
export async function migrateUntil(db: OldTables, last: string): Promise<void> {
  const folder = new URL("../../db/migrations/", import.meta.url);
  const names = (await readdir(folder)).map((file) => file.slice(0, -".ts".length)).filter((name) => name <= last);
  const named = names.map(async (name) => [name, await import(new URL(`${name}.ts`, folder).href)] as const);
  const provider = { getMigrations: async () => Object.fromEntries(await Promise.all(named)) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** The rows of the fixture by table, in an order that foreign keys allow. */
export async function readVersion01(): Promise<Rows> {
  return JSON.parse(await readFile(new URL("fixtures/version-0.1.json", import.meta.url), "utf8"));
}

/** Creates the tables of version 0.1 in an empty database, with these rows. */
export async function makeVersion01(db: OldTables, rows: Rows): Promise<void> {
  await migrateUntil(db, "0001-first-tables");
  await sql`delete from content_version`.execute(db);
  for (const [table, values] of Object.entries(rows)) {
    if (values.length > 0) await db.insertInto(table).values(values).execute();
  }
}
