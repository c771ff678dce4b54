/**
 * The gym's staff, the log of what they did, and what a session has to know of them: when its second step was passed, and
 * when it last used the console.
 */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("staff")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("trainer_slug", "text")
    .addColumn("added_at", "text", (column) => column.notNull())
    .addColumn("added_by", "text", (column) => column.notNull())
    .execute();

  // No foreign keys: an entry of the log outlives all that it names.
  await db.schema
    .createTable("audit_log")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("who_id", "text")
    .addColumn("who_name", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("type", "text")
    .addColumn("slug", "text")
    .addColumn("label", "text")
    .addColumn("act_id", "text", (column) => column.notNull())
    .addColumn("details", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("audit_log_at").on("audit_log").columns(["at", "id"]).execute();
  await db.schema.createIndex("audit_log_entry").on("audit_log").columns(["type", "slug", "at"]).execute();

  await db.schema.alterTable("sessions").addColumn("secondStepAt", "text").execute();
  await db.schema.alterTable("sessions").addColumn("consoleUsedAt", "text").execute();
}
