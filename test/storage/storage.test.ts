import { execFile } from "node:child_process";
import { chmod, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Kysely, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openDatabase, SQLITE_FILE } from "../../app/platform/database.server.ts";
import { isReady } from "../../app/platform/database-state.server.ts";
import { isDatabaseUnavailable } from "../../app/platform/errors.ts";
import { createLog } from "../../app/platform/log.server.ts";
import { migrate } from "../../app/platform/migrate.server.ts";
import { nodeSqliteDialect, TURN_TIMEOUT_CODE } from "../../app/platform/sqlite-dialect.server.ts";
import { copyDatabaseTo } from "../../tools/database-copy.ts";
import { insertRows } from "../support/insert-rows.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import {
  createPostgresDatabase,
  ENGINES,
  openTestSite,
  openTestSiteBeforeEach,
  testConfig,
} from "../support/test-services.ts";

const MOMENT = "2026-11-21T05:00:00.000Z";

/** Why work fails. */
const reasonOf = (work: Promise<unknown>) => work.catch((reason: unknown) => reason);

function entry(slug: string) {
  return { type: "thing", slug, position: 1, body: "{}", updated_at: MOMENT, updated_by: "test" };
}

describe.each(ENGINES)("storage on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  test("concurrent transactions don't mix, and none is lost", async () => {
    const { db } = site.services;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        db.transaction().execute(async (transaction) => {
          await insertRows(transaction, "entries", [entry(`entry-${index}`)]);
          await new Promise((resolve) => setTimeout(resolve, index % 3));
          await transaction.updateTable("content_version").set({ version: sql`version + 1` }).execute();
          if (index % 4 === 0) throw new Error("every fourth fails");
        }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(30);
    expect(await db.selectFrom("entries").selectAll().execute()).toHaveLength(30);
    expect(await db.selectFrom("content_version").select("version").execute()).toEqual([{ version: 31 }]);
  });
});

describe("SQLite", () => {
  const site = openTestSiteBeforeEach("sqlite");

  // `e2e/starting.spec.ts` does this on PostgreSQL.
  test("is migrated once by three instances that start concurrently on an empty database", async () => {
    const environment = { PATH: process.env.PATH, DATA_DIR: await temporaryFolder() };
    const instance = fileURLToPath(new URL("./migrating-instance.ts", import.meta.url));
    const ran = await Promise.all(
      [1, 2, 3].map(() => promisify(execFile)(process.execPath, [instance], { env: environment })),
    );
    expect(ran.map(({ stdout }) => JSON.parse(stdout)).filter((names) => names.length > 0)).toHaveLength(1);
  });

  test("uses a write-ahead log, full sync and foreign keys", async () => {
    const { db, close } = await openDatabase(site.services.config, site.services.log);
    const settings = ["journal_mode", "synchronous", "foreign_keys", "busy_timeout"].map(async (name) => {
      return Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {});
    });
    expect((await Promise.all(settings)).flat()).toEqual(["wal", 2, 1, 1000]);
    await close();
  });

  test("lets only the owner read the file and its log, in a folder that others may enter", async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o755);
    const { db, close } = await openDatabase({ ...site.services.config, dataDir: folder }, site.services.log);
    await migrate(db, "sqlite");
    const modes = await Promise.all(
      ["", "-wal", "-shm"].map(async (suffix) => (await stat(join(folder, SQLITE_FILE + suffix))).mode & 0o777),
    );
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    await close();
    const copy = await copyDatabaseTo({ dataDir: folder }, folder, new Date());
    expect((await stat(copy)).mode & 0o777).toBe(0o600);
  });

  test.each([
    ["a date", new Date()],
    ["an object", { a: 1 }],
    ["a list", [1]],
    ["a boolean", true],
    ["undefined", undefined],
    ["NaN", Number.NaN],
  ])("rejects %s as a parameter instead of storing something else", async (_, value) => {
    await expect(sql`select ${value} as value`.execute(site.services.db)).rejects.toThrow(/can't store parameter 1/);
  });

  test("a transaction takes the write lock when it begins, so no other process writes meanwhile", async () => {
    const other = new DatabaseSync(join(site.services.config.dataDir, SQLITE_FILE));
    await site.services.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom("content_version").selectAll().execute();
      expect(() => other.exec("begin immediate")).toThrow("database is locked");
    });
    other.close();
  });

  test("while another process has the write lock, a transaction waits, a migration waits longer, and readers are served", async () => {
    const { db } = site.services;
    const other = new DatabaseSync(join(site.services.config.dataDir, SQLITE_FILE));
    other.exec("begin immediate");
    let hasBegun = false;
    const waiting = db.transaction().execute(async () => {
      hasBegun = true;
    });
    await db.selectFrom("content_version").selectAll().execute();
    expect(hasBegun).toBe(false);
    other.exec("commit");
    await waiting;
    expect(hasBegun).toBe(true);

    other.exec("begin immediate");
    const migrating = migrate(db, "sqlite");
    expect(isDatabaseUnavailable(await reasonOf(db.transaction().execute(async () => {})))).toBe(true);
    other.close();
    expect(await migrating).toEqual([]);
    await db.transaction().execute((transaction) => transaction.selectFrom("content_version").selectAll().execute());
  });

  test("a transaction that fails on a full database reports that", async () => {
    await sql`pragma max_page_count = 1`.execute(site.services.db);
    const full = site.services.db.transaction().execute((to) => insertRows(to, "entries", [entry("x".repeat(1e6))]));
    await expect(full).rejects.toThrow("database or disk is full");
  });

  test("other work runs during a long transaction", async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await site.services.db.transaction().execute(async (transaction) => {
      for (let reads = 0; turns < 5 && reads < 100_000; reads += 1) {
        await transaction.selectFrom("enquiries").select("id").execute();
      }
    });
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  test("a query outside its own transaction ends in an error, and the site recovers", async () => {
    const db = new Kysely({ dialect: nodeSqliteDialect(":memory:", { queueTimeoutMs: 50 }) });
    const error = await reasonOf(db.transaction().execute(() => sql`select 1`.execute(db)));
    expect(error).toMatchObject({
      code: TURN_TIMEOUT_CODE,
      message: "Timed out after 50 ms waiting for the SQLite connection",
    });
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await db.destroy();
  });

  test("sees a column that another process has added in a cached statement", async () => {
    const { db } = site.services;
    const all = sql`select * from content_version`;
    await all.execute(db);
    const other = new DatabaseSync(join(site.services.config.dataDir, SQLITE_FILE));
    other.exec("alter table content_version add column note text");
    other.close();
    expect((await all.execute(db)).rows).toEqual([{ id: 1, version: 1, note: null }]);
  });
});

describe("PostgreSQL", () => {
  test("has timeouts for statements, locks and idle transactions", async () => {
    const site = await openTestSite("postgres");
    const { rows } = await sql`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(site.services.db);
    expect(rows).toEqual([{ statement: "10s", lock: "5s", idle: "15s" }]);
    await site.close();
  });

  test("counts as unavailable after each timeout, and never hangs", async () => {
    const fresh = await createPostgresDatabase();
    const config = await testConfig({ databaseUrl: fresh.url, dataDir: await temporaryFolder() });
    // Far apart, so that on a busy machine the right timeout comes first.
    const queries = { statementMs: 1000, lockMs: 300, idleTransactionMs: 1500 };
    const limits = { ...queries, socketTimeoutMs: 3000, connectionMs: 1000, connections: 2 };
    const { db, close } = await openDatabase(config, createLog("silent"), limits);
    const statement = await reasonOf(sql`select pg_sleep(5)`.execute(db));
    expect(statement).toMatchObject({ code: "57014" });

    await sql`create table held (x text)`.execute(db);
    const lock = await db.transaction().execute(async (transaction) => {
      await sql`lock table held`.execute(transaction);
      return reasonOf(sql`insert into held values ('x')`.execute(db));
    });
    expect(lock).toMatchObject({ code: "55P03" });

    const idle = await reasonOf(
      db.transaction().execute(async (transaction) => {
        await sql`insert into held values ('x')`.execute(transaction);
        await pause(2500);
        await sql`insert into held values ('y')`.execute(transaction);
      }),
    );
    const response = await reasonOf(
      db.connection().execute(async (connection) => {
        await sql`set statement_timeout = 0`.execute(connection);
        await sql`select pg_sleep(5)`.execute(connection);
      }),
    );
    expect(response).toMatchObject({ message: "Connection terminated unexpectedly" });

    const turn = await db.transaction().execute((first) =>
      db.transaction().execute(async (second) => {
        const third = reasonOf(sql`select 1`.execute(db));
        await Promise.all([first, second].map((transaction) => sql`select pg_sleep(0.8)`.execute(transaction)));
        return third;
      }),
    );
    expect(turn).toMatchObject({ message: expect.stringContaining("timeout exceeded when trying to connect") });

    for (const reason of [statement, lock, idle, response, turn])
      expect(isDatabaseUnavailable(reason), String(reason)).toBe(true);
    expect((await sql`select * from held`.execute(db)).rows).toEqual([]);
    await close();
    await fresh.drop();
  }, 40_000);
});

test("a stopped PostgreSQL ends queries in errors, not the process, and the site recovers when it is back", async () => {
  const server = await startPostgres();
  const logged: string[] = [];
  const config = await testConfig({ databaseUrl: server.url, dataDir: await temporaryFolder() });
  const { db, kind, state, close } = await openDatabase(
    config,
    createLog("info", { write: (line) => void logged.push(line) }),
  );
  await migrate(db, kind);
  // Between two statements of a transaction no query is running: without a listener its error would end the process.
  const inTransaction = db.transaction().execute(async (transaction) => {
    await insertRows(transaction, "entries", [entry("one")]);
    await server.stop();
    await insertRows(transaction, "entries", [entry("two")]);
  });
  await expect(inTransaction).rejects.toThrow();
  expect(await isReady({ db, databaseState: state })).toBe(false);
  await server.start();
  expect(await isReady({ db, databaseState: state })).toBe(true);
  expect(await db.selectFrom("entries").selectAll().execute()).toEqual([]);
  await close();
  await server.remove();
});
