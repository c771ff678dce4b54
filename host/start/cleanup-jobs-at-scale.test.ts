/** The clean-up jobs on years of data: each query has its index, and no statement deletes more than a portion. */
import type { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookFor } from "../../app/bookings/desk-actions.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { addDays, dateInNairobi } from "../../app/time/dates.server.ts";
import { findClassSession, sessionsBetween } from "../../app/timetable/class-sessions.server.ts";
import { closeDays } from "../../app/timetable/closures.server.ts";
import { cancelSession } from "../../app/timetable/session-actions.server.ts";
import { seedGym, setPlaces } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { analyze, fillConsole } from "../../test/support/console-pages.ts";
import { insertRows } from "../../test/support/insert-rows.ts";
import { fullScans, recordQueries } from "../../test/support/query-plans.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { CLEANUP_JOBS } from "./jobs.ts";

const DAY_MS = 24 * 60 * 60_000;

/** The most rows that a statement may delete, and more than two such portions. */
const PORTION = 50;
const COUNT = 2 * PORTION + 50;

/** Adds rows that the jobs delete with what refers to them: a booking by name of a class that is then cancelled, and a closed day. */
async function addBookings(services: Services): Promise<void> {
  const today = dateInNairobi(services.now());
  await setPlaces(services, "fitness", { places: 5 });
  const week = await sessionsBetween(services, addDays(today, 1), addDays(today, 7));
  const session = week.find(({ classSlug }) => classSlug === "fitness") ?? expect.unreachable();
  await bookFor(services, session.id, { name: "Otieno" }, ACTOR);
  const seen = (await findClassSession(services, session.id))?.sequence ?? 0;
  await cancelSession(services, { id: session.id, seen, reason: "Rain" }, ACTOR);
  await closeDays(services, { from: addDays(today, 8), to: addDays(today, 8), note: "Holiday" }, ACTOR);
}

/** Adds counts of requests. */
async function addCounts({ db, now }: Services): Promise<void> {
  const rows = Array.from({ length: COUNT }, (_, index) => {
    return { key: `test/${index}`, count: 1, resets_at: now().toISOString() };
  });
  await insertRows(db, "rate_limits", rows);
}

/** Tables whose three-year-old rows the jobs delete. */
const EMPTIED = [
  ...["sessions", "rate_limits", "enquiries", "enquiry_words", "bookings", "booking_events"],
  ...["schedule_closures", "outbox", "people_to_tell", "audit_log"],
] as const;

describe.each(ENGINES)("the clean-up jobs on %s", (kind) => {
  let site: TestSite;
  /** The services three years later. */
  let later: Services;
  beforeAll(async () => {
    site = await openTestSite(kind);
    const { services } = site;
    await seedGym(services);
    await fillConsole(services, { entries: 150, enquiries: COUNT, people: COUNT, payments: 0 });
    await addBookings(services);
    await addCounts(services);
    if (kind === "postgres") await analyze(services.db);
    later = { ...services, now: () => new Date(services.now().getTime() + 3 * 365 * DAY_MS) };
  });
  afterAll(() => site.close());

  test("scan no whole table, delete at most a portion at once, and leave no rows that are too old", async () => {
    const { services, queries } = recordQueries(later);
    const sizes: { sql: string; rows: number }[] = [];
    const executor = services.db.getExecutor();
    let last: CompiledQuery | undefined;
    const db = services.db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        last = executor.compileQuery(node, queryId);
        return node;
      },
      transformResult: async ({ result }) => {
        const rows = Math.max(Number(result.numAffectedRows ?? 0), result.rows.length);
        if (last !== undefined && /^(delete|update)/.test(last.sql)) sizes.push({ sql: last.sql, rows });
        return result;
      },
    });
    for (const job of CLEANUP_JOBS) await job.run({ ...services, db });
    expect(sizes.filter(({ rows }) => rows > PORTION)).toEqual([]);
    const full = sizes.filter(({ rows }) => rows === PORTION).map(({ sql }) => /^delete from "(\w+)"/.exec(sql)?.[1]);
    expect(full).toEqual(expect.arrayContaining(["sessions", "rate_limits", "enquiries", "audit_log"]));
    const checked = [...queries.values()].filter(({ sql }) => /^(select|update|delete|with)/.test(sql));
    expect(checked.length).toBeGreaterThan(CLEANUP_JOBS.length);
    expect(await fullScans(site, checked)).toEqual([]);
    for (const table of EMPTIED) {
      expect(await site.services.db.selectFrom(table).selectAll().limit(3).execute(), table).toEqual([]);
    }
    const people = site.services.db.selectFrom("people").select("name");
    expect(await people.where("name", "=", "Otieno").execute()).toEqual([]);
    expect((await people.execute()).length).toBeGreaterThan(0);
    const sessions = site.services.db.selectFrom("class_sessions").select("id");
    expect(await sessions.where("reason", "=", "Rain").execute()).toEqual([]);
  });
});

/** On SQLite, where all requests share one connection. */
test("other requests can read while a job deletes", async () => {
  const site = await openTestSite("sqlite");
  const { db } = site.services;
  await addCounts(site.services);
  site.passTime(1000);
  const seen = new Set<number>();
  let isDone = false;
  const reading = (async () => {
    while (!isDone) {
      seen.add((await db.selectFrom("rate_limits").select("key").execute()).length);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (const job of CLEANUP_JOBS.filter(({ name }) => name === "rate_limits")) await job.run(site.services);
  isDone = true;
  await reading;
  expect([...seen]).toContain(COUNT - PORTION);
  expect([...seen]).toContain(COUNT - 2 * PORTION);
  await site.close();
});
