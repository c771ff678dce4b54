/**
 * Requests of trainers for cover, what colleagues answered, and the calendar feeds of trainers. A request has no foreign key to its
 * session, which is computed from the week until somebody changes it, and none to the staff: it is the class that needs cover, and an
 * account that goes meanwhile changes nothing about that.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("cover_requests")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("trainer_slug", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("starts_at", "text", (column) => column.notNull())
    .addColumn("ends_at", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("asked_at", "text", (column) => column.notNull())
    .addColumn("asked_by_id", "text", (column) => column.notNull())
    .addColumn("asked_by", "text", (column) => column.notNull())
    .addColumn("desk_told_at", "text")
    .addColumn("ended_at", "text")
    .addColumn("ended_how", "text")
    .addColumn("covered_by", "text")
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`cover_requests_${name}`).on("cover_requests").columns(columns);
  // Of a session one is open at a time.
  await index("open", ["session_id"]).unique().where(sql<boolean>`ended_at is null`).execute();
  await index("waiting", ["starts_at"]).where(sql<boolean>`ended_at is null`).execute();
  await index("session", ["session_id", "asked_at"]).execute();
  await index("asker", ["asked_by_id"]).execute();
  await index("asked", ["asked_at"]).execute();

  await db.schema
    .createTable("cover_answers")
    .addColumn("request_id", "text", (column) => column.notNull().references("cover_requests.id").onDelete("cascade"))
    .addColumn("trainer_slug", "text", (column) => column.notNull())
    .addColumn("answer", "text")
    .addColumn("answered_at", "text")
    .addPrimaryKeyConstraint("cover_answers_key", ["request_id", "trainer_slug"])
    .execute();

  await db.schema
    .createTable("trainer_feeds")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("nonce", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("made_at", "text", (column) => column.notNull())
    .execute();
}
