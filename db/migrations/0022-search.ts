/**
 * The words by which people who book are found: parts of their names and numbers, made by the site. Those without an account are
 * one person for each name and number.
 */
import { type Kysely, PostgresAdapter, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // A search is a range of words with one beginning, which PostgreSQL finds in an index by bytes only.
  await db.schema
    .createTable("person_words")
    .addColumn("word", isPostgres ? sql`text collate "C"` : "text", (column) => column.notNull())
    .addColumn("person", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("person_words_key", ["word", "person"])
    .$call((table) => (isPostgres ? table : table.modifyEnd(sql`without rowid`)))
    .execute();
  await db.schema.createIndex("person_words_person").on("person_words").columns(["person", "word"]).execute();
  await db.schema
    .createIndex("person_words_user")
    .on("person_words")
    .column("user_id")
    .where(sql.ref("user_id"), "is not", null)
    .execute();

  await db.schema
    .alterTable("booking_profiles")
    .addColumn("words_version", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("booking_profiles_words_version")
    .on("booking_profiles")
    .column("words_version")
    .execute();

  await db.schema.alterTable("bookings").addColumn("guest_key", "text").execute();
  await db.schema
    .createIndex("bookings_guest")
    .on("bookings")
    .columns(["guest_key", "booked_at"])
    .where(sql.ref("guest_key"), "is not", null)
    .execute();
  // Those that the site has yet to make words of.
  await db.schema
    .createIndex("bookings_guest_unindexed")
    .on("bookings")
    .column("id")
    .where(sql<boolean>`guest_name is not null and guest_key is null`)
    .execute();

  // Accounts that the desk has booked for and that have no name: by the beginning of their address.
  await sql`insert into person_words (word, person, user_id)
    select distinct users.email, users.id, users.id from bookings
    inner join users on users.id = bookings.user_id
    left join booking_profiles on booking_profiles.user_id = users.id
    where booking_profiles.user_id is null`.execute(db);
}
