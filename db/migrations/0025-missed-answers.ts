/**
 * Missed classes: when somebody was told that theirs was recorded, when they said that they were there, and when the desk had looked
 * again. Null for all that was recorded before.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["missed_told_at", "disputed_at", "dispute_settled_at"]) {
    await db.schema.alterTable("bookings").addColumn(column, "text").execute();
  }
  // Those that wait for the desk: a handful at any time, of hundreds of thousands.
  await db.schema
    .createIndex("bookings_disputed")
    .on("bookings")
    .column("disputed_at")
    .where(sql.ref("disputed_at"), "is not", null)
    .where(sql.ref("dispute_settled_at"), "is", null)
    .execute();
}
