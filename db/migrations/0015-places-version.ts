/** A version for what pages say of free places, so that a booking has no calendar made again. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("schedule_state")
    .addColumn("places_version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}
