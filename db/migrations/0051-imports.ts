/**
 * Imports of lists of members: one row each, until the list was imported and can no longer be undone, or was discarded. The tables of
 * lists before go, with the rows that were never imported and with what undoing an import needed; the people stay.
 */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable("member_list_rows").execute();
  await db.schema.dropTable("member_lists").execute();
  await db.schema
    .createTable("imports")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("made_by_id", "text", (column) => column.notNull())
    .addColumn("made_by", "text", (column) => column.notNull())
    .addColumn("row_count", "integer", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("settings", "text", (column) => column.notNull())
    .addColumn("judgement", "text")
    .addColumn("imported_at", "text")
    .addColumn("imported_by", "text")
    .addColumn("made", "text")
    .execute();
  await db.schema.createIndex("imports_made").on("imports").column("made_at").execute();
}
