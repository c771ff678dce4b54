/**
 * Which content types have been seeded. The first version seeded all of its types at once, into an empty table, so a
 * database that holds entries has had every one of them; types added later are still to be filled.
 */
import { type Kysely, sql } from "kysely";

const FIRST_TYPES = [
  "settings",
  "place-picture",
  "trainer",
  "class",
  "featured-class",
  "slot",
  "plan",
  "testimonial",
  "partner",
  "gallery-picture",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("seeded_types")
    .addColumn("type", "text", (column) => column.primaryKey())
    .addColumn("seeded_at", "text", (column) => column.notNull())
    .execute();
  const { rows } = await sql<{ first: string | null }>`select min(updated_at) as first from entries`.execute(db);
  const seededAt = rows[0]?.first ?? null;
  if (seededAt === null) return;
  for (const type of FIRST_TYPES) {
    await sql`insert into seeded_types (type, seeded_at) values (${type}, ${seededAt})`.execute(db);
  }
}
