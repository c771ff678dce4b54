/**
 * Where the gym's own mail goes, once the owner has said so, and the links of open invitations, encrypted, so that the owner can pass one
 * on: an invitation of earlier has none. Mail that has not left is found by whom it is for.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("gym_mail")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("address", "text", (column) => column.notNull())
    .execute();
  await db.schema.alterTable("staff_invitations").addColumn("encrypted_link", "text").execute();
  await db.schema
    .createIndex("outbox_recipient")
    .on("outbox")
    .column("recipient")
    .where(sql.ref("sent_at"), "is", null)
    .execute();
}
