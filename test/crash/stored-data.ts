/** Checks of what is stored after a kill. */
import { sql } from "kysely";
import type { DatabaseKind } from "../../app/platform/database.server.ts";
import type { Db } from "../../app/platform/services.ts";

export type Row = Record<string, string | number | null>;

/** Runs a statement on the database of a site, which need not be running. */
export type Read = (query: string) => Promise<Row[]>;

export const readFrom =
  (db: Db): Read =>
  async (query) =>
    (await sql.raw<Row>(query).execute(db)).rows;

/** The values of a query's only column. */
export async function readTexts(read: Read, query: string): Promise<string[]> {
  return (await read(query)).flatMap((row) => Object.values(row).map(String));
}

/** Finds damage in an SQLite file; none on PostgreSQL, whose server keeps running. */
export async function findDamage(read: Read, kind: DatabaseKind): Promise<string[]> {
  if (kind === "postgres") return [];
  const checked = await read("pragma integrity_check");
  return [
    ...(checked[0]?.integrity_check === "ok" ? [] : [`the database is damaged: ${JSON.stringify(checked)}`]),
    ...((await read("pragma foreign_key_check")).length === 0 ? [] : ["a foreign key is broken"]),
  ];
}

/** Finds acknowledged keys that are missing, and stored keys that are doubled. @param what in the singular */
export function findLost(what: string, acknowledged: Iterable<string>, stored: readonly string[]): string[] {
  const times = Map.groupBy(stored, (key) => key);
  const doubled = [...times].filter(([, all]) => all.length > 1);
  return [
    ...without(acknowledged, times).map((key) => `the ${what} ${key} is gone`),
    ...doubled.map(([key, all]) => `the ${what} ${key} is there ${all.length} times`),
  ];
}

/** Finds stored keys that nobody sent. @param what in the singular */
export function findUnsent(what: string, stored: Iterable<string>, sent: readonly string[]): string[] {
  return without(stored, new Set(sent)).map((key) => `nobody sent the ${what} ${key}`);
}

/** The keys that are not among others. */
export function without(keys: Iterable<string>, others: { has: (key: string) => boolean }): string[] {
  return [...keys].filter((key) => !others.has(key));
}
