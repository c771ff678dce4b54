/** A database of version 0.1 with the rows of a site in use (`fixtures/version-0.1.json`). */
import { readFile } from "node:fs/promises";
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import * as firstTables from "../../db/migrations/0001-first-tables.ts";

type Rows = Record<string, readonly Record<string, string | number | null>[]>;

/** The rows of the fixture by table, in an order that foreign keys allow. */
export async function readVersion01(): Promise<Rows> {
  return JSON.parse(await readFile(new URL("fixtures/version-0.1.json", import.meta.url), "utf8"));
}

/** Creates the tables of version 0.1 in an empty database, with these rows. */
// biome-ignore lint/suspicious/noExplicitAny: the tables of version 0.1 are not those of today
export async function makeVersion01(db: Kysely<any>, rows: Rows): Promise<void> {
  const provider = { getMigrations: async () => ({ "0001-first-tables": firstTables }) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  await sql`delete from content_version`.execute(db);
  for (const [table, values] of Object.entries(rows)) {
    if (values.length > 0) await db.insertInto(table).values(values).execute();
  }
}
