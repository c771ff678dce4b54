import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Services } from "../../app/platform/services.ts";
import { addMembers, seedGym } from "../bookings/booking-gym.ts";
import { openTestSite } from "./test-services.ts";

/** The rows of each table, as text. */
async function allRows({ db }: Services): Promise<Map<string, string>> {
  const tables = await db.introspection.getTables();
  const rows = new Map<string, string>();
  for (const { name } of tables) {
    const result = await sql`select row_to_json(one)::text as text from ${sql.table(name)} one order by 1`.execute(db);
    rows.set(name, JSON.stringify(result.rows));
  }
  return rows;
}

const nameOf = async ({ db }: Services) =>
  (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name;

test("a reused PostgreSQL database has the rows of a new one, and databases with changed tables are not reused", async () => {
  const first = await openTestSite("postgres");
  const asNew = await allRows(first.services);
  await seedGym(first.services);
  await addMembers(first.services, 500);
  const name = await nameOf(first.services);
  expect(await allRows(first.services)).not.toEqual(asNew);
  await first.close();

  const second = await openTestSite("postgres");
  expect(await nameOf(second.services)).toBe(name);
  expect(await allRows(second.services)).toEqual(asNew);
  await sql`alter table users add column shoe_size integer`.execute(second.services.db);
  await second.close();

  const third = await openTestSite("postgres");
  expect(await nameOf(third.services)).not.toBe(name);
  expect(await allRows(third.services)).toEqual(asNew);
  await third.close();
});
