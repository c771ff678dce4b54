/** Work on many rows in portions: on SQLite each statement holds the whole process, and each transaction the only connection. */
import { setImmediate as otherWork, setTimeout as pause } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Tables } from "./schema.ts";
import type { Db } from "./services.ts";

/**
 * The rows of one portion: few enough that a request which waits for it hardly notices. 200 sent mails with their texts
 * took 20 ms on a machine without other work, and up to 220 on one with much.
 */
export const PORTION = 50;

/** Between two portions: requests that have arrived meanwhile get their turn. */
const PAUSE_MS = 1;

/**
 * Works in portions until one is not full.
 * @param work takes up to `PORTION` rows. @returns how many there were
 */
export async function inPortions(work: () => Promise<number>): Promise<void> {
  while ((await work()) >= PORTION) await letOthersIn();
}

/** Waits until the requests that have arrived had their turn. */
export async function letOthersIn(): Promise<void> {
  await pause(PAUSE_MS);
  // A timer alone may end before what has arrived meanwhile was looked at.
  await otherWork();
}

/**
 * Deletes the rows of a table in portions.
 * @param key the column that identifies a row
 * @param condition which of them, found by an index
 */
export async function deleteInPortions(
  db: Db,
  table: keyof Tables,
  key: string,
  condition: RawBuilder<boolean>,
): Promise<void> {
  const [name, column] = [sql.table(table), sql.ref(key)];
  await inPortions(async () => {
    const { numAffectedRows } = await sql`delete from ${name} where ${column} in
      (select ${column} from ${name} where ${condition} limit ${PORTION})`.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}
