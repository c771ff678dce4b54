/** A database as an earlier version had it. */
import { readdir } from "node:fs/promises";
import { Migrator } from "kysely/migration";
import type { Db } from "../../app/platform/services.ts";

/** Runs the migrations up to one of them, as a database of that time has it. */
export async function migrateUntil(db: Db, last: string): Promise<void> {
  const folder = new URL("../../db/migrations/", import.meta.url);
  const names = (await readdir(folder)).map((file) => file.slice(0, -".ts".length)).filter((name) => name <= last);
  const named = names.map(async (name) => [name, await import(new URL(`${name}.ts`, folder).href)] as const);
  const provider = { getMigrations: async () => Object.fromEntries(await Promise.all(named)) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}
