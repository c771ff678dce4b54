/** A database of version 0.1, which had the tables of the first migration. */
import { readFile } from "node:fs/promises";
import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import * as firstTables from "../../db/migrations/0001-first-tables.ts";

/** A row of any table. */
export type OldRow = Record<string, string | number | null>;

/** The rows of a site in use by table, in an order that foreign keys allow. */
export async function readVersion01(): Promise<Record<string, readonly OldRow[]>> {
  return JSON.parse(await readFile(new URL("fixtures/version-0.1.json", import.meta.url), "utf8"));
}

/** Creates the tables of version 0.1 in an empty database, with these rows. */
// biome-ignore lint/suspicious/noExplicitAny: the tables of version 0.1 are not those of today
export async function makeVersion01(db: Kysely<any>, rows: Record<string, readonly OldRow[]>): Promise<void> {
  const provider = { getMigrations: async () => ({ "0001-first-tables": firstTables }) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  for (const [table, values] of Object.entries(rows)) {
    await db.deleteFrom(table).execute();
    if (values.length > 0) await db.insertInto(table).values(values).execute();
  }
}
