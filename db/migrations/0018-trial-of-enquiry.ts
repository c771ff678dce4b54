/**
 * The booking that the desk has made for an enquiry. No foreign key: bookings are deleted sooner than enquiries, many at a time, and
 * each deletion would look for its enquiry. An id that nothing has any more is as good as none.
 */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("enquiries").addColumn("trial_booking_id", "text").execute();
}
