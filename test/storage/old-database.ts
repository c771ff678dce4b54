/** Databases of earlier versions, which tests fill with rows and then migrate. */
import { rm } from "node:fs/promises";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll } from "vitest";
import { type DatabaseKind, openDatabase } from "../../app/platform/database.server.ts";
import { createLog } from "../../app/platform/log.server.ts";
import { migrate } from "../../app/platform/migrate.server.ts";
import { createPostgresDatabase, testConfig } from "../support/test-services.ts";
import { migrateUntil } from "./version-0-1.ts";

/** A row of any version's table. */
export type OldRow = Record<string, string | number | null>;

export type OldDatabase = Awaited<ReturnType<typeof openOldDatabase>>["old"];

export const MOMENT = "2026-11-21T05:00:00.000Z";

/** An account. */
export function oldUser(id: string, email = `${id}@nguvu.example`): OldRow {
  return { id, name: "", email, emailVerified: 0, image: null, createdAt: MOMENT, updatedAt: MOMENT };
}

/** An upcoming class session without a weekly slot. */
export function addedSession(id: string, columns: OldRow = {}): OldRow {
  return {
    ...{ id, slot: null, slot_date: null, date: "2036-11-24", time_from: "9:00am", time_to: "10:00am" },
    ...{ planned_date: "2036-11-24", planned_from: "9:00am", planned_to: "10:00am", trainer_slug: "amina-yusuf" },
    ...{ trainer_name: "Amina Yusuf", planned_trainer_slug: "amina-yusuf", planned_trainer_name: "Amina Yusuf" },
    ...{ class_slug: "yoga", class_name: "Yoga", state: "scheduled", reason: null, closed_note: null },
    ...{ starts_at: "2036-11-24T06:00:00.000Z", ends_at: "2036-11-24T07:00:00.000Z", decided: '["added"]' },
    ...{ sequence: 1, changed_at: MOMENT, changed_by_id: null, changed_by: "test", ...columns },
  };
}

/** A month's pass, without the column of its person. */
export function oldPass(id: string): OldRow {
  return {
    ...{ id, first_day: "2026-11-21", plan_slug: "mwanzo", plan_name: "Mwanzo", terms: "{}", price_kes: 4500 },
    ...{ days: 30, grace_days: 3, visits: null, behind_id: null, paid_how: "cash", paid_note: "" },
    ...{ given_at: MOMENT, given_by_id: "1", given_by: "Mercy" },
  };
}

/** Columns of the call list, of a person who was told or who has to be. */
export const TOLD: OldRow = { told_at: MOMENT, told_by_id: "1", told_by: "Mercy", told_what: "moved", way: "call" };
export const UNTOLD: OldRow = { told_at: null, told_by_id: null, told_by: null, told_what: null, way: null };

/** Opens a database with the migrations up to one of them, whose tables today's types may lack. `remove` deletes it. */
export async function openOldDatabase(kind: DatabaseKind, last: string) {
  const fresh = kind === "postgres" ? await createPostgresDatabase() : undefined;
  const config = await testConfig({ databaseUrl: fresh?.url });
  const database = await openDatabase(config, createLog("silent"));
  const db = database.db as unknown as Kysely<Record<string, OldRow>>;
  await migrateUntil(db, last);
  const remove = async () => {
    await database.close();
    await fresh?.drop();
    await rm(config.dataDir, { recursive: true });
  };
  const old = {
    ...database,
    config,
    migrateUntil: (next: string) => migrateUntil(db, next),
    insert: (table: string, ...rows: OldRow[]) =>
      db.transaction().execute(async (transaction) => {
        for (const row of rows) await transaction.insertInto(table).values(row).execute();
      }),
    /** The values of some columns of all rows, in the order of the first column. */
    valuesOf: async (table: string, ...columns: string[]) => {
      const selected = db.selectFrom(table).select(columns);
      const rows = await selected.orderBy(columns[0] ?? "").execute();
      return rows.map((row) => columns.map((column) => row[column] ?? null));
    },
    rowsOf: async (table: string) => (await sql<OldRow>`select * from ${sql.table(table)}`.execute(db)).rows,
  };
  return { old, remove };
}

/**
 * Fills a database of earlier versions and migrates it before the tests of a `describe`, which only read it.
 * @param fills run after their migration, in order
 */
export function upgradeBeforeAll(
  kind: DatabaseKind,
  fills: Readonly<Record<string, (old: OldDatabase) => Promise<unknown>>>,
): OldDatabase {
  const upgraded = {} as OldDatabase;
  let remove = async () => {};
  beforeAll(async () => {
    const opened = await openOldDatabase(kind, Object.keys(fills)[0] ?? "");
    remove = opened.remove;
    Object.assign(upgraded, opened.old);
    for (const [last, fill] of Object.entries(fills)) {
      await opened.old.migrateUntil(last);
      await fill(upgraded);
    }
    await migrate(upgraded.db, kind);
  });
  afterAll(() => remove());
  return upgraded;
}
