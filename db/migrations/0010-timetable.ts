/**
 * The dated timetable: sessions that somebody relies on, and days on which the gym is closed. All other sessions are
 * computed from the weekly timetable.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("schedule_state")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("turn", "integer", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("written_until", "text")
    .execute();
  await sql`insert into schedule_state (id, turn, version) values (1, 0, 1)`.execute(db);

  await makeSessions(db);

  await db.schema
    .createTable("schedule_closures")
    .addColumn("date", "text", (column) => column.primaryKey())
    .addColumn("note", "text", (column) => column.notNull())
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("made_by_id", "text", (column) => column.notNull())
    .addColumn("made_by", "text", (column) => column.notNull())
    .execute();
}

async function makeSessions(db: Kysely<unknown>): Promise<void> {
  const required = ["date", "starts_at", "ends_at", "time_from", "time_to"] as const;
  const who = ["class_slug", "class_name", "trainer_slug", "trainer_name"] as const;
  const planned = [
    "planned_date",
    "planned_from",
    "planned_to",
    "planned_trainer_slug",
    "planned_trainer_name",
  ] as const;
  let table = db.schema
    .createTable("class_sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("slot", "text")
    .addColumn("slot_date", "text");
  for (const name of [...required, ...who, ...planned])
    table = table.addColumn(name, "text", (column) => column.notNull());
  await table
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("closed_note", "text")
    .addColumn("decided", "text", (column) => column.notNull())
    .addColumn("sequence", "integer", (column) => column.notNull())
    .addColumn("changed_at", "text")
    .addColumn("changed_by_id", "text")
    .addColumn("changed_by", "text")
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`class_sessions_${name}`).on("class_sessions").columns(columns);
  // Null is equal to nothing in a unique index: sessions without a slot are free of both.
  await index("slot_date", ["slot", "slot_date"]).unique().execute();
  await index("planned", ["slot", "planned_date"]).unique().execute();
  await index("planned_date", ["planned_date"]).execute();
  await index("date", ["date"]).execute();
  await index("starts", ["starts_at"]).execute();
  await index("class", ["class_slug", "starts_at"]).execute();
  await index("trainer", ["trainer_slug", "starts_at"]).execute();
}
