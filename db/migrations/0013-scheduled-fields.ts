/** The fields that a scheduled change is about, and the draft it was; drafts that only repeat what is scheduled go. */
import { type Kysely, sql } from "kysely";

type Scheduled = { type: string; slug: string; body: string; live: string };

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("entry_schedules").addColumn("changes", "text").execute();
  await db.schema.alterTable("entry_schedules").addColumn("draft_revision", "integer").execute();
  // Of an entry that is not on the site it stays null: all of it is new.
  const { rows } = await sql<Scheduled>`
    select s.type, s.slug, s.body, e.body as live from entry_schedules as s
    join entries as e on e.type = s.type and e.slug = s.slug where s.action = 'publish'`.execute(db);
  for (const { type, slug, body, live } of rows) {
    const changes = JSON.stringify(differingKeys(live, body));
    await sql`update entry_schedules set changes = ${changes}
      where type = ${type} and slug = ${slug} and action = 'publish'`.execute(db);
    // Until now it stayed beside the copy, so that a form made from it published at once what was scheduled.
    await sql`delete from entry_drafts where type = ${type} and slug = ${slug} and body = ${body}`.execute(db);
  }
}

/** The keys under which two stored bodies differ. */
function differingKeys(one: string, other: string): string[] {
  const [before, after]: Record<string, unknown>[] = [JSON.parse(one), JSON.parse(other)];
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...keys].filter((key) => JSON.stringify(before?.[key]) !== JSON.stringify(after?.[key]));
}
