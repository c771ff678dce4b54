/** What a visitor's list of sign-ins says of each: the kind of device, in words of the site's own, and the day of its last use. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null for those from before: nothing is known of their device, and the day comes with their next use.
  for (const column of ["device", "usedOn"]) {
    await db.schema.alterTable("sessions").addColumn(column, "text").execute();
  }
}
