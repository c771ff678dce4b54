import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { pollVersions } from "../../host/cache/page-versions.ts";
import { insertRows } from "../../test/support/insert-rows.ts";
import { ENGINES, openTestSite, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { openDatabase } from "./database.server.ts";
import { createDatabaseState, isReady } from "./database-state.server.ts";
import { startWorker } from "./worker.server.ts";

const MOMENT = "2026-11-21T05:00:00.000Z";

const REFUSED = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

describe.each(ENGINES)("the state of the database on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;

  const events = () => site.logged.map(({ event }) => event).filter((event) => event !== undefined);

  test("is not ready after a refused write, until a write succeeds", async () => {
    const { db } = services;
    const url =
      services.config.databaseUrl && `${services.config.databaseUrl}?options=-c%20default_transaction_read_only%3Don`;
    const readOnly = url && (await openDatabase({ ...services.config, databaseUrl: url }, services.log));
    // SQLite has one connection, which is made read-only and writable again.
    const setWritable = (isWritable: boolean) =>
      kind === "sqlite" && sql.raw(`pragma query_only = ${!isWritable}`).execute(db);
    const refused = { ...services, ...(readOnly && { db: readOnly.db, databaseState: readOnly.state }) };
    // As a process leaves it that is killed while it tries to write.
    const moments = { createdAt: MOMENT, updatedAt: MOMENT, expiresAt: MOMENT };
    await insertRows(db, "verifications", [{ id: "room for writes", identifier: "", value: "", ...moments }]);
    await setWritable(false);
    expect(await isReady(refused)).toBe(true);
    await expect(refused.db.deleteFrom("rate_limits").execute()).rejects.toThrow();
    expect(await isReady(refused)).toBe(false);
    await pollVersions(refused);
    await expect(refused.db.transaction().execute((t) => t.deleteFrom("outbox").execute())).rejects.toThrow();
    expect(events()).toEqual(["writes-refused"]);
    await setWritable(true);
    const writable = { ...refused, db };
    if (kind === "sqlite") {
      // Room for a row, and not for a form.
      await sql`pragma max_page_count = 1`.execute(db);
      await pollVersions(writable);
      expect(await isReady(writable)).toBe(false);
      await sql`pragma max_page_count = 1000000`.execute(db);
    }
    await pollVersions(writable);
    expect(await isReady(writable)).toBe(true);
    expect(events()).toEqual(["writes-refused", "writes-succeed"]);
    expect(await site.rows("verifications")).toEqual([]);
    if (readOnly) await readOnly.close();
  });
});

test("an outage and its end are logged once each, without stacks, however many queries fail", async () => {
  const site = await openTestSite("sqlite");
  const { services } = site;
  const config = { ...services.config, databaseUrl: "postgres://nobody@127.0.0.1:1/none" };
  const away = await openDatabase(config, services.log);
  const cutOff = { ...services, db: away.db };
  for (let second = 0; second < 3; second++) await pollVersions(cutOff);
  const worker = startWorker(cutOff, { intervalMs: 1, failure: "not-done" }, async () => {
    await away.db.selectFrom("outbox").select("id").execute();
  });
  await worker.stop();
  await pollVersions(services);
  await pollVersions(services);
  const outage = { event: "database-unavailable", code: "ECONNREFUSED" };
  expect(site.logged).toMatchObject([outage, { event: "database-back" }]);
  expect(JSON.stringify(site.logged)).not.toContain("stack");
  services.log.error({ event: "request", err: REFUSED }, "a page that nobody has seen yet");
  expect(JSON.stringify(site.logged)).not.toContain("stack");
  await away.close();
  await site.close();
});

test("an outage is logged once a minute, also if it is intermittent; a timeout of a busy start only if it persists", () => {
  let now = 0;
  const logged: { event: string }[] = [];
  const note = (line: { event: string }) => logged.push(line);
  // A logger has more methods; these two are called.
  const state = createDatabaseState({ warn: note, info: note } as never, () => now);
  // pg's error: its timers fire before it reads the server's response.
  const cause = new Error("Connection terminated unexpectedly");
  const SLOW = new Error("Connection terminated due to connection timeout", { cause });
  for (let worker = 0; worker < 8; worker++) expect(state.noteFailure(SLOW)).toBe(true);
  now += 100;
  state.noteSuccess("response");
  expect(logged).toEqual([]);
  // The timeouts don't prevent a real outage from being logged.
  now += 15_000;
  state.noteFailure(REFUSED);
  expect(logged).toMatchObject([{ event: "database-unavailable", code: "ECONNREFUSED" }]);
  state.noteSuccess("response");
  now += 60_000;
  for (let second = 0; second < 4; second++) {
    state.noteFailure(SLOW);
    now += 1000;
  }
  expect(logged.slice(2)).toMatchObject([{ event: "database-unavailable", code: SLOW.message, seconds: 2 }]);

  state.noteSuccess("response");
  now += 60_000;
  const [begun, lines] = [now, logged.length];
  const later = () => logged.slice(lines).map(({ event }) => event);
  for (; now < begun + 150_000; now += 1000) state.noteFailure(REFUSED);
  expect(later()).toEqual(["database-unavailable", "database-unavailable", "database-unavailable"]);
  for (; now < begun + 179_000; now += 1000) {
    state.noteSuccess("response");
    state.noteFailure(REFUSED);
  }
  expect(later().slice(3)).toEqual(["database-back"]);
  expect(state.noteFailure(new Error("a bug"))).toBe(false);

  // A new outage after a while is logged at once.
  state.noteSuccess("response");
  now += 20_000;
  state.noteFailure(REFUSED);
  expect(later().slice(4)).toEqual(["database-unavailable"]);
});
