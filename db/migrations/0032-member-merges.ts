/** Two records of one person made one: a row while they are one, with what it takes to take them apart again. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("member_merges")
    .addColumn("member_id", "text", (column) => column.primaryKey().references("members.id").onDelete("cascade"))
    .addColumn("into_id", "text", (column) => column.notNull())
    .addColumn("exchanged", "text", (column) => column.notNull())
    .addColumn("moved", "text", (column) => column.notNull())
    .addColumn("facts", "text", (column) => column.notNull())
    .addColumn("ticket", "integer", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("by_id", "text", (column) => column.notNull())
    .addColumn("by", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("member_merges_into").on("member_merges").columns(["into_id", "ticket"]).execute();
  await db.schema.createIndex("members_email").on("members").column("email").execute();
}
