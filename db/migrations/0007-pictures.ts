/** Uploaded pictures with their files, and the register of consents. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pictures")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("recipe", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("width", "integer", (column) => column.notNull())
    .addColumn("height", "integer", (column) => column.notNull())
    .addColumn("colour", "text", (column) => column.notNull())
    .addColumn("alt", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("decorative", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("focus_x", "integer", (column) => column.notNull().defaultTo(50))
    .addColumn("focus_y", "integer", (column) => column.notNull().defaultTo(50))
    .addColumn("subjects", "text", (column) => column.notNull().defaultTo("undecided"))
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("due_at", "text")
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("made_by", "text", (column) => column.notNull())
    .addColumn("made_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("pictures_made").on("pictures").columns(["made_at", "hash"]).execute();
  await db.schema
    .createIndex("pictures_due")
    .on("pictures")
    .column("due_at")
    .where(sql.ref("due_at"), "is not", null)
    .execute();

  await db.schema
    .createTable("picture_files")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("picture", "text", (column) => column.notNull().references("pictures.hash").onDelete("cascade"))
    .addColumn("content_type", "text", (column) => column.notNull())
    // SQLite stores bytes as bytes, whatever the column's type.
    .addColumn("bytes", "bytea", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("picture_files_picture").on("picture_files").column("picture").execute();

  await db.schema
    .createTable("consents")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("subject_kind", "text", (column) => column.notNull())
    .addColumn("subject_key", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("given_on", "text")
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("how", "text", (column) => column.notNull())
    .addColumn("guardian", "text", (column) => column.notNull())
    .addColumn("recorded_at", "text", (column) => column.notNull())
    .addColumn("recorded_by", "text", (column) => column.notNull())
    .addColumn("withdrawn_at", "text")
    .addColumn("withdrawn_by", "text")
    .execute();
  await db.schema.createIndex("consents_subject").on("consents").columns(["subject_kind", "subject_key"]).execute();
}
