/** Makers of real services for tests: each on a fresh, migrated database of one of the two engines. */
import { randomBytes } from "node:crypto";
import { constants, copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import type { Config } from "../../app/platform/config.ts";
import { type DatabaseKind, SQLITE_FILE } from "../../app/platform/database.server.ts";
import { errorCode } from "../../app/platform/errors.ts";
import type { Services } from "../../app/platform/services.ts";
import { MIGRATED_DATABASE } from "./global-setup.ts";
import { openInstance, type TestSite, testConfig } from "./open-instance.ts";

export { type TestSite, testConfig } from "./open-instance.ts";

/** Both engines the site runs on, for `describe.each`. */
export const ENGINES: readonly DatabaseKind[] = ["sqlite", "postgres"];

/** Services on a fresh, migrated database. Close it when the test is done. */
export async function openTestSite(kind: DatabaseKind, overrides: Partial<Config> = {}): Promise<TestSite> {
  const config = await testConfig(overrides);
  if (kind === "sqlite") {
    await copyMigratedFile(join(config.dataDir, SQLITE_FILE));
    const remove = () => rm(config.dataDir, { recursive: true, force: true });
    return openInstance(config, kind, remove, { isMigrated: true });
  }
  const used = usedDatabases.pop();
  const databaseUrl = used ?? (await createPostgresDatabase(MIGRATED_DATABASE)).url;
  const remove = async () => {
    usedDatabases.push(databaseUrl);
    await rm(config.dataDir, { recursive: true, force: true });
  };
  const site = await openInstance({ ...config, databaseUrl }, kind, remove, { isMigrated: true });
  if (used === undefined || (await isEmptied(site.services))) return site;
  // A test has changed its tables: nobody uses it any more.
  await site.close();
  usedDatabases.pop();
  return openTestSite(kind, overrides);
}

/** Databases of sites that were closed. To copy the migrated one takes 65 ms of processor time, and to empty one 5. */
const usedDatabases: string[] = [];

async function isEmptied({ db }: Services): Promise<boolean> {
  const { rows } = await sql<{ is_emptied: boolean }>`select emptied() as is_emptied`.execute(db);
  return rows[0]?.is_emptied ?? false;
}

/** A file that is there already, of a site that a test opens again, stays. */
async function copyMigratedFile(path: string): Promise<void> {
  try {
    await copyFile(inject("migratedFile"), path, constants.COPYFILE_EXCL);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/**
 * A database on the test run's PostgreSQL, to be dropped when the test is done.
 * @param template the database that it is a copy of; PostgreSQL's own when absent, which is empty
 */
export async function createPostgresDatabase(
  template = "template1",
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Of files that are copied one by one and not block by block: half of the processor time, where no other database is written.
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await onServer(`drop database ${name} with (force)`)) };
}

let server: pg.Pool | undefined;

/** On a connection that stays open: to open one takes 20 ms of processor time, and most tests need two statements. */
async function onServer(statement: string): Promise<void> {
  server ??= new pg.Pool({ connectionString: inject("postgresUrl"), max: 1, allowExitOnIdle: true });
  await server.query(statement);
}
