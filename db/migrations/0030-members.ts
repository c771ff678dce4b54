/**
 * People who train, and their passes. A pass as it was sold never changes: what happens to it are rows of `pass_acts`, which are added
 * and never changed. `pass_days` follows from both; it is there for lists by last day, and can be made anew at any time.
 */
import { type Kysely, PostgresAdapter, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await addMembers(db, isPostgres);
  await addPasses(db);
  await addToBookings(db);
}

async function addMembers(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  // The lock of passes: of two transactions that change some the second waits for the first.
  await db.schema
    .createTable("members_state")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("turn", "integer", (column) => column.notNull())
    .execute();
  await sql`insert into members_state (id, turn) values (1, 0)`.execute(db);

  await db.schema
    .createTable("members")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    // Names as they are compared and sorted.
    .addColumn("plain_name", isPostgres ? sql`text collate "C"` : "text", (column) => column.notNull())
    .addColumn("phone", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("is_child", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("born_on", "text")
    // What refers to a row of its own table has no foreign key, so that rows can be copied and deleted in any order.
    .addColumn("guardian_id", "text")
    .addColumn("heard_of", "text", (column) => column.notNull())
    .addColumn("enquiry_id", "text")
    // No foreign key: what is done when an account is deleted is not the database's to decide.
    .addColumn("user_id", "text", (column) => column.unique())
    .addColumn("joined_at", "text")
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("made_by_id", "text", (column) => column.notNull())
    .addColumn("made_by", "text", (column) => column.notNull())
    .addColumn("erased_at", "text")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  const index = (table: string, name: string, columns: string[]) =>
    db.schema.createIndex(`${table}_${name}`).on(table).columns(columns);
  await index("members", "name", ["plain_name", "id"]).execute();
  await index("members", "phone", ["phone"]).execute();
  await index("members", "guardian", ["guardian_id"]).where(sql<boolean>`guardian_id is not null`).execute();
  await index("members", "erased", ["erased_at"]).where(sql<boolean>`erased_at is not null`).execute();
  await index("members", "enquiry", ["enquiry_id"]).where(sql<boolean>`enquiry_id is not null`).execute();

  await db.schema
    .createTable("member_words")
    .addColumn("word", isPostgres ? sql`text collate "C"` : "text", (column) => column.notNull())
    .addColumn("member_id", "text", (column) => column.notNull().references("members.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("member_words_key", ["word", "member_id"])
    .$call((table) => (isPostgres ? table : table.modifyEnd(sql`without rowid`)))
    .execute();
  await index("member_words", "member", ["member_id", "word"]).execute();

  // Each number that was ever given: none is given again.
  await db.schema
    .createTable("door_numbers")
    .addColumn("number", "text", (column) => column.primaryKey())
    .addColumn("member_id", "text", (column) => column.notNull())
    .addColumn("given_at", "text", (column) => column.notNull())
    .addColumn("ended_at", "text")
    .execute();
  await index("door_numbers", "open", ["member_id"]).unique().where(sql<boolean>`ended_at is null`).execute();
  await index("door_numbers", "member", ["member_id"]).execute();

  const writtenOfMember = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("member_id", "text", (column) => column.notNull().references("members.id").onDelete("cascade"))
      .addColumn("at", "text", (column) => column.notNull())
      .addColumn("by_id", "text", (column) => column.notNull())
      .addColumn("by", "text", (column) => column.notNull());
  await writtenOfMember("member_notes")
    .addColumn("text", "text", (column) => column.notNull())
    .execute();
  await index("member_notes", "member", ["member_id", "at"]).execute();
  await writtenOfMember("member_consents")
    .addColumn("is_given", "integer", (column) => column.notNull())
    .addColumn("how", "text", (column) => column.notNull())
    .execute();
  await index("member_consents", "member", ["member_id", "id"]).execute();

  // By a link or a code somebody joins an account with the record that the desk has of them, once.
  await db.schema
    .createTable("member_invitations")
    .addColumn("member_id", "text", (column) => column.primaryKey().references("members.id").onDelete("cascade"))
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("code_hash", "text", (column) => column.notNull().unique())
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
}

async function addPasses(db: Kysely<unknown>): Promise<void> {
  const index = (table: string, name: string, columns: string[]) =>
    db.schema.createIndex(`${table}_${name}`).on(table).columns(columns);
  await db.schema
    .createTable("passes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("member_id", "text", (column) => column.notNull().references("members.id"))
    .addColumn("plan_slug", "text", (column) => column.notNull())
    .addColumn("plan_name", "text", (column) => column.notNull())
    .addColumn("terms", "text", (column) => column.notNull())
    .addColumn("price_kes", "integer", (column) => column.notNull())
    .addColumn("days", "integer", (column) => column.notNull())
    .addColumn("visits", "integer")
    .addColumn("grace_days", "integer", (column) => column.notNull())
    .addColumn("first_day", "text")
    .addColumn("behind_id", "text")
    .addColumn("paid_how", "text", (column) => column.notNull())
    .addColumn("paid_note", "text", (column) => column.notNull())
    .addColumn("given_at", "text", (column) => column.notNull())
    .addColumn("given_by_id", "text", (column) => column.notNull())
    .addColumn("given_by", "text", (column) => column.notNull())
    .execute();
  await index("passes", "member", ["member_id", "given_at"]).execute();

  await db.schema
    .createTable("pass_acts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("member_id", "text", (column) => column.notNull().references("members.id"))
    .addColumn("pass_id", "text", (column) => column.notNull().references("passes.id"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("of_id", "text")
    .addColumn("first_day", "text")
    .addColumn("last_day", "text")
    .addColumn("booking_id", "text")
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("by_id", "text")
    .addColumn("by", "text", (column) => column.notNull())
    .execute();
  await index("pass_acts", "member", ["member_id", "id"]).execute();
  await index("pass_acts", "pass", ["pass_id"]).execute();
  // Each is taken back once.
  await index("pass_acts", "once", ["of_id", "kind"]).unique().where(sql<boolean>`of_id is not null`).execute();
  await index("pass_acts", "booking", ["booking_id"]).where(sql<boolean>`booking_id is not null`).execute();

  await db.schema
    .createTable("pass_days")
    .addColumn("pass_id", "text", (column) => column.primaryKey().references("passes.id").onDelete("cascade"))
    .addColumn("member_id", "text", (column) => column.notNull())
    .addColumn("first_day", "text", (column) => column.notNull())
    .addColumn("last_day", "text", (column) => column.notNull())
    .addColumn("grace_day", "text", (column) => column.notNull())
    .addColumn("freezes", "text", (column) => column.notNull())
    .addColumn("visits_used", "integer", (column) => column.notNull())
    .addColumn("used_up_on", "text")
    .addColumn("days_cut", "integer", (column) => column.notNull())
    .addColumn("end_kind", "text")
    .execute();
  await index("pass_days", "member", ["member_id"]).execute();
  await index("pass_days", "grace", ["grace_day", "member_id"]).execute();

  await db.schema
    .createTable("given_days")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("first_day", "text", (column) => column.notNull())
    .addColumn("last_day", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("passes", "integer", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("by_id", "text", (column) => column.notNull())
    .addColumn("by", "text", (column) => column.notNull())
    .addColumn("taken_back_at", "text")
    .addColumn("taken_back_by", "text")
    .execute();
  // A closed day is given back once.
  await db.schema
    .createTable("given_closed_days")
    .addColumn("day", "text", (column) => column.primaryKey())
    .addColumn("given_id", "text", (column) => column.notNull().references("given_days.id"))
    .execute();
}

/** Who it is for, and what was said of it when it was made: which pass covers it, and how. */
async function addToBookings(db: Kysely<unknown>): Promise<void> {
  for (const column of ["member_id", "pass_id", "cover"]) {
    await db.schema.alterTable("bookings").addColumn(column, "text").execute();
  }
  await db.schema
    .createIndex("bookings_member")
    .on("bookings")
    .columns(["member_id", "booked_at"])
    .where(sql.ref("member_id"), "is not", null)
    .execute();
  await db.schema
    .createIndex("bookings_pass")
    .on("bookings")
    .column("pass_id")
    .where(sql.ref("pass_id"), "is not", null)
    .execute();
}
