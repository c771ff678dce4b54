/**
 * Drafts, versions, schedules and removed entries. `entries` stays what visitors read, and nothing else is in it. Every
 * entry there becomes the first version of its history.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("entries")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex("entries_order").on("entries").columns(["type", "position", "slug"]).execute();
  await db.schema.createIndex("entries_updated").on("entries").column("updated_at").execute();

  await makeVersions(db);
  await makeDrafts(db);
  await makeSchedules(db);
  await makeBin(db);

  await sql`insert into entry_versions (type, slug, number, body, made_at, made_by, how)
    select type, slug, 1, body, updated_at, updated_by, case when updated_by = 'seed' then 'seed' else 'imported' end
    from entries`.execute(db);
}

async function makeVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("entry_versions")
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("slug", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("made_by_id", "text")
    .addColumn("made_by", "text", (column) => column.notNull())
    .addColumn("how", "text", (column) => column.notNull())
    .addColumn("draft_revision", "integer")
    .addPrimaryKeyConstraint("entry_versions_key", ["type", "slug", "number"])
    .execute();
}

async function makeDrafts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("entry_drafts")
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("slug", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("based_on", "integer", (column) => column.notNull())
    .addColumn("revision", "integer", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("updated_by_id", "text", (column) => column.notNull())
    .addColumn("updated_by", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("entry_drafts_key", ["type", "slug"])
    .execute();
  await db.schema
    .createIndex("entry_drafts_updated")
    .on("entry_drafts")
    .columns(["updated_at", "type", "slug"])
    .execute();
}

async function makeSchedules(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("entry_schedules")
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("slug", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("body", "text")
    .addColumn("based_on", "integer", (column) => column.notNull())
    .addColumn("due_at", "text", (column) => column.notNull())
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("made_by_id", "text", (column) => column.notNull())
    .addColumn("made_by", "text", (column) => column.notNull())
    .addColumn("failed_at", "text")
    .addColumn("failed_why", "text")
    .addPrimaryKeyConstraint("entry_schedules_key", ["type", "slug", "action"])
    .execute();
  await db.schema
    .createIndex("entry_schedules_due")
    .on("entry_schedules")
    .columns(["due_at", "type", "slug"])
    .execute();
}

async function makeBin(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("entry_bin")
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("slug", "text", (column) => column.notNull())
    .addColumn("removed_at", "text", (column) => column.notNull())
    .addColumn("removed_by_id", "text")
    .addColumn("removed_by", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("last_number", "integer", (column) => column.notNull())
    .addColumn("act_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("entry_bin_key", ["type", "slug"])
    .execute();
  await db.schema.createIndex("entry_bin_removed").on("entry_bin").columns(["type", "removed_at", "slug"]).execute();
  await db.schema.createIndex("entry_bin_act").on("entry_bin").column("act_id").execute();
  // For the newest removal from the site; a draft that was never published is no such thing.
  await sql`create index entry_bin_newest on entry_bin (removed_at) where last_number > 0`.execute(db);
}
