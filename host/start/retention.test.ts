import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestSite } from "../../test/support/test-services.ts";
import { RETENTION } from "./jobs.ts";

/** Tables without a retention, with the reason. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  "Deleted with the account or the staff membership.": [
    ...["users", "accounts", "calendar_feeds", "staff", "passkeys", "totp_keys", "recovery_codes"],
  ],
  "One row, or one row of each kind.": [
    ...["content_version", "schedule_state", "members_state", "sales_state", "backup_state", "sealed_secret"],
    ...["gym_mail", "owner_link", "first_steps", "seeded_types", "alerts"],
  ],
  "Texts of the gym, until they are published or discarded.": ["entry_drafts", "entry_schedules"],
  "The gym must be able to show them.": ["consents"],
  "A number is never used again.": ["door_numbers"],
  "Passes are computed with them.": ["given_days", "given_closed_days"],
  "The site never writes to it.": ["verifications"],
};

test("each table has a retention, is deleted with rows of another, or has a reason to stay", async () => {
  const { services, close } = await openTestSite("sqlite");
  const tables = (await services.db.introspection.getTables()).map(({ name }) => name);
  const deleted = new Set<string>(RETENTION.flatMap(({ table, parts }) => [table, ...Object.keys(parts ?? {})]));
  const { rows } = await sql<{ name: string; parent: string }>`select m.name, f."table" as "parent"
    from sqlite_schema m, pragma_foreign_key_list(m.name) f where f.on_delete = 'CASCADE'`.execute(services.db);
  const isDeleted = (name: string): boolean =>
    deleted.has(name) || rows.some((row) => row.name === name && row.parent !== name && isDeleted(row.parent));
  const kept = tables.filter((name) => !name.startsWith("kysely") && !isDeleted(name));
  expect(kept.sort()).toEqual(Object.values(REASONS).flat().sort());
  await close();
});
