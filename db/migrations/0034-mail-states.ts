/** When a mail failed last and what the mail server said then, and an index that finds what became of the mails about a class session. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("outbox").addColumn("failed_at", "text").execute();
  await db.schema.alterTable("outbox").addColumn("last_answer", "text").execute();
  await db.schema
    .createIndex("outbox_about_all")
    .on("outbox")
    .columns(["about", "recipient", "created_at"])
    .where(sql.ref("about"), "is not", null)
    .execute();
}
