/** The matter of several mails to one person, so that they arrive in the order in which they were queued. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null in mails from before, and in those of an instance of the version before: they wait for none.
  await db.schema.alterTable("outbox").addColumn("about", "text").execute();
  await db.schema.alterTable("outbox").addColumn("about_order", "integer").execute();
  await db.schema
    .createIndex("outbox_about")
    .on("outbox")
    .columns(["about", "recipient", "about_order"])
    .where(sql.ref("sent_at"), "is", null)
    .execute();
}
