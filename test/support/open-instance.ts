/** Real services for tests and commands, on an existing database; `test-services.ts` builds on this for Vitest. */
import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Selectable } from "kysely";
import { catalogue } from "../../app/content-types/catalogue.ts";
import { createImageEncoder } from "../../app/pictures/encoder.server.ts";
import { type Config, readConfig } from "../../app/platform/config.ts";
import { type DatabaseKind, openDatabase } from "../../app/platform/database.server.ts";
import { createLog } from "../../app/platform/log.server.ts";
import { migrate } from "../../app/platform/migrate.server.ts";
import type { Tables } from "../../app/platform/schema.ts";
import type { Services } from "../../app/platform/services.ts";
import { seeds } from "../../seed/content.ts";
import "../../app/wiring.ts";

export type TestSite = {
  services: Services;
  kind: DatabaseKind;
  /** Every line the site logged, oldest first. */
  logged: Record<string, unknown>[];
  /** Moves the site's clock forward, but not the system's clock that libraries read. */
  passTime: (milliseconds: number) => void;
  /** All rows of a table. */
  rows: <Table extends keyof Tables>(table: Table) => Promise<Selectable<Tables[Table]>[]>;
  /** A second instance on the same database, as behind a load balancer. It is closed with this one. */
  secondInstance: () => Promise<TestSite>;
  /** A second instance that writes at the same time. On SQLite this one: in one process, two connections would block each other. */
  secondWriter: () => Promise<TestSite>;
  /** Closes the database and removes it. */
  close: () => Promise<void>;
};

/** Test settings, with a data folder of their own. */
export async function testConfig(overrides: Partial<Config> = {}): Promise<Config> {
  const outcome = readConfig({});
  if (!outcome.ok) throw new Error("The settings' own defaults were refused");
  const dataDir = overrides.dataDir ?? (await mkdtemp(join(tmpdir(), "nguvu-test-")));
  return { ...outcome.config, secret: "a secret for tests that is long enough 4c1f9a", ...overrides, dataDir };
}

/**
 * Services on a database, which is migrated first.
 * @param remove runs after closing the database
 * @param isMigrated skips migrations on a migrated copy: checking for them takes longer than most tests
 */
export async function openInstance(
  config: Config,
  kind: DatabaseKind,
  remove: () => Promise<void>,
  { isMigrated = false } = {},
): Promise<TestSite> {
  const logged: Record<string, unknown>[] = [];
  const requestId = new AsyncLocalStorage<string>();
  const events: Services["events"] = new EventEmitter();
  const log = createLog("debug", { write: (line) => void logged.push(JSON.parse(line)) }, requestId, events);
  const database = await openDatabase(config, log);
  if (!isMigrated) await migrate(database.db, kind);
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const others: TestSite[] = [];
  const site: TestSite = {
    services: {
      config,
      db: database.db,
      databaseState: database.state,
      version: "0.0.0 (tests)",
      log,
      requestId,
      now,
      events,
      imageEncoder: createImageEncoder(log),
      content: { types: Object.values(catalogue), version: 1, olderReads: 0, seeds },
      timetable: { version: 1, places: 1 },
    },
    kind,
    logged,
    passTime: (milliseconds) => {
      offsetMs += milliseconds;
    },
    // Kysely can't follow the type of a table that is only named here.
    rows: (table) => database.db.selectFrom(table).selectAll().execute() as never,
    secondInstance: async () => {
      const other = await openInstance(config, kind, async () => {}, { isMigrated });
      others.push(other);
      return other;
    },
    secondWriter: async () => (kind === "postgres" ? site.secondInstance() : site),
    close: async () => {
      for (const each of [...others, database]) await each.close();
      await remove();
    },
  };
  return site;
}
