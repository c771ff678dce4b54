import type { Insertable } from "kysely";
import type { Tables } from "../../app/platform/schema.ts";
import type { Db } from "../../app/platform/services.ts";

/** Fewer than SQLite's limit of values in a statement allows. */
const ROWS_AT_ONCE = 250;

export async function insertRows<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    // Kysely can't follow the type of a table that is only named here.
    const portion = rows.slice(start, start + ROWS_AT_ONCE) as never;
    await db.insertInto(table).values(portion).execute();
  }
}
