/** Work on many rows in portions: on SQLite each statement holds the whole process, and each transaction the only connection. */
import { setImmediate as otherWork, setTimeout as pause } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Tables } from "./schema.ts";
import type { Db } from "./services.ts";

/** Small enough not to delay requests: 200 emails with texts took 20 ms, and up to 220 ms on a busy machine. */
export const PORTION = 50;

/** Lets waiting requests run between two portions. */
const PAUSE_MS = 1;

/** Works in portions until one is not full. @param work takes up to `PORTION` rows. @returns how many there were */
export async function inPortions(work: () => Promise<number>): Promise<void> {
  while ((await work()) >= PORTION) await letOthersIn();
}

/** Waits until the requests that have arrived had their turn. */
export async function letOthersIn(): Promise<void> {
  await pause(PAUSE_MS);
  // A timer alone can fire before new requests were handled.
  await otherWork();
}

/**
 * Deletes the rows of a table in portions. @param key the column that identifies a row @param condition which of
 * them, found by an index
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
