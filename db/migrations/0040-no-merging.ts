/** A scheduled change is about the site as it is: it was kept so by merging, which ends. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update entry_schedules set based_on = (select version from entries as e
      where e.type = entry_schedules.type and e.slug = entry_schedules.slug)
    where action = 'publish' and exists (select 1 from entries as e
      where e.type = entry_schedules.type and e.slug = entry_schedules.slug)`.execute(db);
  await db.schema.alterTable("entry_schedules").dropColumn("changes").execute();
  // Entries come back one by one, by their keys.
  await db.schema.dropIndex("entry_bin_act").execute();
}
