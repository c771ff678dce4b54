/** The new addresses that accounts have asked for, until the link that was mailed to one of them confirms it. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row an account, as for a new password: the newest link takes the place of the one before.
  await db.schema
    .createTable("new_addresses")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("new_addresses_expiry").on("new_addresses").column("expires_at").execute();
}
