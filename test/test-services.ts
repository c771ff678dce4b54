/** Makers of real services for tests: each on a fresh, migrated database of one of the two engines. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { createImageEncoder } from "../app/pictures/encoder.server.ts";
import { type Config, readConfig } from "../app/platform/config.ts";
import { type DatabaseKind, openDatabase } from "../app/platform/database.server.ts";
import { createLog } from "../app/platform/log.server.ts";
import { migrate } from "../app/platform/migrate.server.ts";
import type { Services } from "../app/platform/services.ts";
import { seeds } from "../seed/content.ts";
import { askPostgres } from "./postgres-server.ts";

/** Both engines the site runs on, for `describe.each`. */
export const ENGINES: readonly DatabaseKind[] = ["sqlite", "postgres"];

export type TestSite = {
  services: Services;
  kind: DatabaseKind;
  /** Every line the site logged, oldest first. */
  logged: Record<string, unknown>[];
  /** Moves the site's clock forward; libraries that read the system's clock don't notice. */
  passTime: (milliseconds: number) => void;
  /** A second instance on the same database, as behind a load balancer. */
  secondInstance: () => Promise<TestSite>;
  /** Closes the database and removes it. */
  close: () => Promise<void>;
};

/** The settings of a test, in a data folder of its own. */
export async function testConfig(overrides: Partial<Config> = {}): Promise<Config> {
  const outcome = readConfig({});
  if (!outcome.ok) throw new Error("The settings' own defaults were refused");
  const dataDir = overrides.dataDir ?? (await mkdtemp(join(tmpdir(), "nguvu-test-")));
  return { ...outcome.config, secret: "a secret for tests that is long enough 4c1f9a", ...overrides, dataDir };
}

/** Services on a fresh, migrated database. Close it when the test is done. */
export async function openTestSite(kind: DatabaseKind, overrides: Partial<Config> = {}): Promise<TestSite> {
  const config = await testConfig(overrides);
  if (kind === "sqlite") {
    return openInstance(config, kind, () => rm(config.dataDir, { recursive: true, force: true }));
  }
  const fresh = await createPostgresDatabase();
  return openInstance({ ...config, databaseUrl: fresh.url }, kind, async () => {
    await fresh.drop();
    await rm(config.dataDir, { recursive: true, force: true });
  });
}

/** An empty database on the test run's PostgreSQL. */
export async function createPostgresDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(`create database ${name}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await onServer(`drop database ${name} with (force)`)) };
}

const onServer = (statement: string) => askPostgres(inject("postgresUrl"), statement);

async function openInstance(config: Config, kind: DatabaseKind, remove: () => Promise<void>): Promise<TestSite> {
  const logged: Record<string, unknown>[] = [];
  const requestId = new AsyncLocalStorage<string>();
  const log = createLog("debug", { write: (line) => void logged.push(JSON.parse(line)) }, requestId);
  const database = await openDatabase(config, log);
  await migrate(database.db, kind);
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  return {
    services: {
      config,
      db: database.db,
      log,
      requestId,
      now,
      events: new EventEmitter(),
      imageEncoder: createImageEncoder(log),
      content: { version: 1, olderReads: 0, seeds },
      timetable: { version: 1 },
    },
    kind,
    logged,
    passTime: (milliseconds) => {
      offsetMs += milliseconds;
    },
    secondInstance: () => openInstance(config, kind, async () => {}),
    close: async () => {
      await database.close();
      await remove();
    },
  };
}
