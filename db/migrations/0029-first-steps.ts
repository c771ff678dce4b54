/** When the owner's list of first steps was put away: one row, once it was. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("first_steps")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("put_away_at", "text", (column) => column.notNull())
    .execute();
}
