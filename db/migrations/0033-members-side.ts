/** What members do and get by themselves: they ask for a freeze, and are mailed about the end of a pass. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whether somebody wants mails about passes, and the key of the link that switches them off; made with the first mail.
  await db.schema
    .alterTable("members")
    .addColumn("mails", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable("members").addColumn("mails_key", "text").execute();
  await db.schema
    .createIndex("members_mails_key")
    .unique()
    .on("members")
    .column("mails_key")
    .where(sql.ref("mails_key"), "is not", null)
    .execute();

  await db.schema
    .createTable("freeze_requests")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("member_id", "text", (column) => column.notNull().references("members.id").onDelete("cascade"))
    .addColumn("pass_id", "text", (column) => column.notNull().references("passes.id").onDelete("cascade"))
    .addColumn("first_day", "text", (column) => column.notNull())
    .addColumn("last_day", "text", (column) => column.notNull())
    .addColumn("word", "text", (column) => column.notNull())
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("answer", "text")
    .addColumn("sentence", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("answered_at", "text")
    .addColumn("answered_by", "text")
    .execute();
  await db.schema
    .createIndex("freeze_requests_member")
    .on("freeze_requests")
    .columns(["member_id", "made_at"])
    .execute();
  await db.schema.createIndex("freeze_requests_pass").on("freeze_requests").column("pass_id").execute();
  await db.schema.createIndex("freeze_requests_open").on("freeze_requests").columns(["answer", "made_at"]).execute();
  await db.schema
    .createIndex("freeze_requests_answered")
    .on("freeze_requests")
    .column("answered_at")
    .where(sql.ref("answered_at"), "is not", null)
    .execute();

  // Of which end of a pass its person was told: once of each last day.
  await db.schema
    .createTable("pass_mails")
    .addColumn("pass_id", "text", (column) => column.notNull().references("passes.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("last_day", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("pass_mails_key", ["pass_id", "kind", "last_day"])
    .execute();
  await db.schema.createIndex("pass_mails_at").on("pass_mails").column("at").execute();

  // The record that a mail is about: it goes with the record.
  await db.schema.alterTable("outbox").addColumn("member_id", "text").execute();
  await db.schema
    .createIndex("outbox_member")
    .on("outbox")
    .column("member_id")
    .where(sql.ref("member_id"), "is not", null)
    .execute();
}
