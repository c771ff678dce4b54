/** What each week was like, in numbers without names: bookings are deleted after a year, and places of a class change. */
import { type Kysely, sql } from "kysely";

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("weekly_figures")
    .addColumn("week", "text", (column) => column.primaryKey())
    .addColumn("active", "integer", (column) => column.notNull())
    .addColumn("began", "integer", (column) => column.notNull())
    .addColumn("ended", "integer", (column) => column.notNull())
    .addColumn("days", "text", (column) => column.notNull())
    .addColumn("sessions", "text", (column) => column.notNull())
    .addColumn("counted_on", "text", (column) => column.notNull())
    .execute();
  // Finds who came of an enquiry.
  await schema
    .createIndex("people_enquiry")
    .on("people")
    .column("enquiry_id")
    .where(sql<boolean>`enquiry_id is not null`)
    .execute();
}
