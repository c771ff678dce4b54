/**
 * The work of the desk on an enquiry: its state, who has it, notes and replies; the words it is found by; and which mails
 * quote it, so that they are deleted with it.
 */
import { type Kysely, PostgresAdapter, sql } from "kysely";

/** An enquiry from before the console counts as new for a week: the desk got it by mail, and older ones would hide what is new. */
const NEW_FOR_MS = 7 * 24 * 60 * 60_000;

export async function up(db: Kysely<unknown>): Promise<void> {
  await addStates(db);
  await makeNoteAndReplyTables(db);
  await makeWordTable(db);
  await linkMails(db);
}

async function addStates(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("enquiries")
    .addColumn("state", "text", (column) => column.notNull().defaultTo("new"))
    .execute();
  for (const column of ["state_before", "state_at", "state_by_id", "state_by"]) {
    await db.schema.alterTable("enquiries").addColumn(column, "text").execute();
  }
  await db.schema
    .alterTable("enquiries")
    .addColumn("assignee_id", "text", (column) => column.references("staff.user_id").onDelete("set null"))
    .execute();
  await db.schema
    .alterTable("enquiries")
    .addColumn("words_version", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  const weekAgo = new Date(Date.now() - NEW_FOR_MS).toISOString();
  await sql`update enquiries set state = 'suspect' where suspect = 1`.execute(db);
  await sql`update enquiries set state = 'answered' where suspect = 0 and received_at < ${weekAgo}`.execute(db);

  await db.schema.dropIndex("enquiries_received").execute();
  await db.schema.createIndex("enquiries_received").on("enquiries").columns(["received_at", "id"]).execute();
  await db.schema.createIndex("enquiries_state").on("enquiries").columns(["state", "received_at", "id"]).execute();
  await db.schema
    .createIndex("enquiries_assignee")
    .on("enquiries")
    .column("assignee_id")
    .where(sql.ref("assignee_id"), "is not", null)
    .execute();
  await db.schema.createIndex("enquiries_words_version").on("enquiries").column("words_version").execute();
}

async function makeNoteAndReplyTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("enquiry_notes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("enquiry_id", "text", (column) => column.notNull().references("enquiries.id").onDelete("cascade"))
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("by_id", "text", (column) => column.notNull())
    .addColumn("by_name", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("enquiry_notes_enquiry").on("enquiry_notes").columns(["enquiry_id", "at"]).execute();

  await db.schema
    .createTable("enquiry_replies")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("enquiry_id", "text", (column) => column.notNull().references("enquiries.id").onDelete("cascade"))
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("by_id", "text", (column) => column.notNull())
    .addColumn("by_name", "text", (column) => column.notNull())
    .addColumn("channel", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("mail_id", "text")
    .execute();
  await db.schema.createIndex("enquiry_replies_enquiry").on("enquiry_replies").columns(["enquiry_id", "at"]).execute();
  await db.schema.createIndex("enquiry_replies_mail").on("enquiry_replies").column("mail_id").execute();
}

/** A search is a range of words with one beginning, which PostgreSQL finds in an index by bytes only; SQLite has no other. */
async function makeWordTable(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable("enquiry_words")
    .addColumn("word", isPostgres ? sql`text collate "C"` : "text", (column) => column.notNull())
    .addColumn("enquiry_id", "text", (column) => column.notNull().references("enquiries.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("enquiry_words_key", ["word", "enquiry_id"])
    .execute();
  await db.schema.createIndex("enquiry_words_enquiry").on("enquiry_words").column("enquiry_id").execute();
}

/** The only mails with a reply address are those that notify the desk, written right after their enquiry. */
async function linkMails(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("outbox").addColumn("enquiry_id", "text").execute();
  await db.schema.createIndex("outbox_enquiry").on("outbox").column("enquiry_id").execute();
  await sql`update outbox set enquiry_id = (
    select id from enquiries where enquiries.email = outbox.reply_to and enquiries.received_at <= outbox.created_at
    order by received_at desc limit 1
  ) where reply_to <> ''`.execute(db);
}
