/** Opens real services for tests, on a fresh, migrated database of either engine. */
import { randomBytes } from "node:crypto";
import { constants, copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, inject } from "vitest";
import type { Config } from "../../app/platform/config.ts";
import { type DatabaseKind, SQLITE_FILE } from "../../app/platform/database.server.ts";
import { errorCode } from "../../app/platform/errors.ts";
import type { Tables } from "../../app/platform/schema.ts";
import type { Services } from "../../app/platform/services.ts";
import { transact } from "../../app/platform/transact.server.ts";
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
    const site = await openInstance(config, kind, remove, { isMigrated: true });
    // No test in this process loses power, so no commit waits for the disk.
    await sql`pragma synchronous = off`.execute(site.services.db);
    return site;
  }
  const used = usedDatabases.pop();
  const databaseUrl = used ?? (await createPostgresDatabase(MIGRATED_DATABASE)).url;
  const remove = async () => {
    usedDatabases.push(databaseUrl);
    await rm(config.dataDir, { recursive: true, force: true });
  };
  const site = await openInstance({ ...config, databaseUrl }, kind, remove, { isMigrated: true });
  if (used === undefined) return site;
  const { rows } = await sql<{ isEmptied: boolean }>`select emptied() as "isEmptied"`.execute(site.services.db);
  if (rows[0]?.isEmptied) return site;
  // A test has changed its tables, so it is not reused.
  await site.close();
  usedDatabases.pop();
  return openTestSite(kind, overrides);
}

/**
 * Opens a site before each test of a `describe` or file, and closes it afterwards. Services that are read in the `describe` itself
 * have the parts of the current site. Accounts are bound to an object of services, so their tests read `site.services` in the test.
 */
export function openTestSiteBeforeEach(kind: DatabaseKind, overrides: Partial<Config> = {}): TestSite {
  const services = {} as Services;
  const site = { services } as TestSite;
  beforeEach(async () => {
    Object.assign(site, await openTestSite(kind, overrides));
    Object.assign(services, site.services);
  });
  afterEach(() => site.close());
  return site;
}

/** Databases of closed sites: emptying one takes 5 ms of processor time, copying the migrated one 65. */
const usedDatabases: string[] = [];

/** Keeps an existing file, of a site that a test reopens. */
export async function copyMigratedFile(path: string): Promise<void> {
  try {
    await copyFile(inject("migratedFile"), path, constants.COPYFILE_EXCL);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/**
 * A database on the test run's PostgreSQL, to be dropped when the test is done.
 * @param template the database to copy; by default PostgreSQL's own, which is empty
 */
export async function createPostgresDatabase(
  template = "template1",
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Copying files, not blocks, takes half the processor time when no other database is written to.
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await onServer(`drop database ${name} with (force)`)) };
}

let server: pg.Pool | undefined;

/** On a connection that stays open: opening one takes 20 ms of processor time, and most tests need two statements. */
async function onServer(statement: string): Promise<void> {
  server ??= new pg.Pool({ connectionString: inject("postgresUrl"), max: 1, allowExitOnIdle: true });
  await server.query(statement);
}

/** Sets the attempts that everybody has made within a rate limit. @param name the limit's, such as `sign-in/account` */
export async function setAttempts({ db }: Services, name: string, count: number): Promise<void> {
  await db.updateTable("rate_limits").set({ count }).where("key", "like", `${name}/%`).execute();
}

/** Waits until that many statements wait for locks, on PostgreSQL. */
export async function untilLocksAreAwaited({ db }: Services, count: number): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length, { timeout: 10_000 }).toBe(count);
}

/**
 * Starts changes that meet: on PostgreSQL a lock of the table holds their writes until all wait, each for it or for another
 * change. At most eight for one site, whose pool has ten connections.
 */
export async function race<T extends readonly Promise<unknown>[] | []>(
  services: Services,
  table: keyof Tables,
  start: () => T,
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  if (services.config.databaseUrl === undefined) return Promise.all(start());
  const { changes } = await transact(services, async ({ transaction }) => {
    await sql`lock table ${sql.table(table)} in exclusive mode`.execute(transaction);
    const changes = start();
    await untilLocksAreAwaited(services, changes.length);
    return { changes };
  });
  return Promise.all(changes);
}
