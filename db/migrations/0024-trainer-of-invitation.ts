/** The trainer of the site that somebody is who is invited: an invitation of earlier has none. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("staff_invitations").addColumn("trainer_slug", "text").execute();
}
