/** Guests whom somebody brings: bookings that refer to the booking of their host. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key: a guest has the session of the host, so both are deleted by one job, in portions and in any order.
  await db.schema.alterTable("bookings").addColumn("host_id", "text").execute();
  await db.schema
    .alterTable("bookings")
    .addColumn("one_first", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  const index = (name: string) => db.schema.createIndex(name).on("bookings").column("host_id");
  await index("bookings_host").where(sql.ref("host_id"), "is not", null).execute();
  // One guest at a time.
  await index("bookings_open_guest").unique().where(sql<boolean>`host_id is not null and ended_at is null`).execute();
}
