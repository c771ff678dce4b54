/** The clean-up jobs on a site of years: each query has its index, and no statement deletes more than a portion. */

import { randomUUID } from "node:crypto";
import type { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WORDS_VERSION } from "../../app/people/person-words.ts";
import { PORTION } from "../../app/platform/portions.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { addDays, dateInNairobi } from "../../app/time/dates.server.ts";
import { sessionsBetween } from "../../app/timetable/class-sessions.server.ts";
import { rowOfSession } from "../../app/timetable/session-rows.server.ts";
import { seedGym } from "../../test/bookings/booking-gym.ts";
import { analyze, fillConsole } from "../../test/support/console-pages.ts";
import { fullScans, recordQueries } from "../../test/support/query-plans.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { CLEANUP_JOBS } from "./jobs.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Rows of each table that a job deletes: more than two portions. */
const COUNT = 2 * PORTION + 50;

const numbers = Array.from({ length: COUNT }, (_, index) => index);

/** Inserts rows in portions that both engines accept. */
async function insertAll<Row>(rows: Row[], insert: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += 100) await insert(rows.slice(start, start + 100));
}

/** Inserts rows for the jobs that `fillConsole` doesn't insert. */
async function fillMore(services: Services): Promise<void> {
  const { db, now } = services;
  const at = now().toISOString();
  const today = dateInNairobi(now());
  await insertAll(numbers, (some) =>
    db
      .insertInto("rate_limits")
      .values(some.map((index) => ({ key: `test/${index}`, count: 1, resets_at: at })))
      .execute(),
  );
  await insertAll(numbers, (some) =>
    db
      .insertInto("enquiry_fingerprints")
      .values(some.map((index) => ({ fingerprint: `f${index}`, seen_at: at })))
      .execute(),
  );
  const users = await db.selectFrom("users").select("id").execute();
  await insertAll(users, (some) =>
    db
      .insertInto("password_resets")
      .values(some.map(({ id }) => ({ user_id: id, token_hash: id, expires_at: at })))
      .execute(),
  );
  const mail = { created_at: at, recipient: "a@example.com", reply_to: "", subject: "", body_text: "", due_at: at };
  await insertAll(numbers, (some) =>
    db
      .insertInto("outbox")
      .values(
        some.map((index) => ({
          ...{ ...mail, id: randomUUID(), message_id: `given-up-${index}`, sent_at: null, last_error: "550" },
          ...{ attempts: 125, given_up_at: at },
        })),
      )
      .execute(),
  );
  const [session] = await sessionsBetween(services, addDays(today, 1), addDays(today, 7));
  if (session === undefined) throw new Error("The week has no class");
  const sessions = numbers.map((index) => {
    const date = addDays(today, -1 - index);
    return rowOfSession({ ...session, id: `old-${index}`, slot: null, slotDate: null, date, startsAt: at });
  });
  await insertAll(sessions, (some) => db.insertInto("class_sessions").values(some).execute());
  // Old walk-ins without any reference once their bookings are deleted.
  const walkIns = numbers.map((index) => ({
    ...{ id: `walk-in-${index}`, name: "Otieno", plain_name: "otieno", phone: "", email: "", heard_of: "" },
    ...{ made_at: at, made_by_id: "user-1", made_by: "Wanjiru", words_version: WORDS_VERSION },
  }));
  await insertAll(walkIns, (some) => db.insertInto("people").values(some).execute());
  const booking = { state: "attended" as const, booked_at: at };
  await insertAll(sessions, (some) =>
    db
      .insertInto("bookings")
      .values(
        some.map(({ id }, index) => ({
          ...{
            person_id: id.replace("old", "walk-in"),
            ...booking,
            id: randomUUID(),
            session_id: id,
            ticket: index,
            free_until: at,
            promoted_at: null,
          },
          ...{
            ended_at: at,
            checked_in_at: at,
            reminded_at: null,
            price_kes: null,
            host_id: null,
          },
        })),
      )
      .execute(),
  );
  const bookings = await db.selectFrom("bookings").select(["id", "session_id"]).execute();
  const untold = {
    kind: "substitute",
    before: "",
    made_at: at,
    told_at: null,
    told_by_id: null,
    told_by: null,
    told_what: null,
    way: null,
  };
  const toTell = [
    ...bookings.map(({ id, session_id }) => ({ session_id, person: id, booking_id: id, trainer_slug: null })),
    ...sessions.map(({ id }) => ({
      session_id: id,
      person: "amina-yusuf",
      booking_id: null,
      trainer_slug: "amina-yusuf",
    })),
  ];
  await insertAll(toTell, (some) =>
    db
      .insertInto("people_to_tell")
      .values(some.map((row) => ({ id: randomUUID(), ...row, ...untold })))
      .execute(),
  );
  const made = { made_at: at, made_by_id: "user-1", made_by: "Wanjiru" };
  await insertAll(numbers, (some) =>
    db
      .insertInto("schedule_closures")
      .values(some.map((index) => ({ date: addDays(today, -1 - index), note: "Holiday", ...made })))
      .execute(),
  );
  const removed = numbers.slice(0, 50).map((index) => ({ type: "trainer", slug: `gone-${index}` }));
  const body = '{"name":"Somebody","job":"Trainer"}';
  await insertAll(removed, (some) =>
    db
      .insertInto("entry_versions")
      .values(some.map((key) => ({ ...key, ...made, number: 1, body, how: "published" })))
      .execute(),
  );
  const bin = { removed_at: at, removed_by_id: "user-1", removed_by: "Wanjiru", position: 1, last_number: 1 };
  await insertAll(removed, (some) =>
    db
      .insertInto("entry_bin")
      .values(some.map((key) => ({ ...key, ...bin, act_id: key.slug })))
      .execute(),
  );
}

/** Tables whose three-year-old rows the jobs delete. */
const EMPTIED = [
  ...["sessions", "password_resets", "rate_limits", "enquiry_fingerprints", "enquiries", "enquiry_words"],
  ...["bookings", "schedule_closures", "outbox", "people_to_tell"],
] as const;

describe.each(ENGINES)("the clean-up jobs on %s", (kind) => {
  let site: TestSite;
  /** The services three years later. */
  let later: Services;
  beforeAll(async () => {
    site = await openTestSite(kind);
    const { services } = site;
    await seedGym(services);
    await fillConsole(services, { entries: 150, enquiries: COUNT, payments: 0 });
    await fillMore(services);
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
    expect(sizes.filter(({ rows }) => rows === PORTION).length).toBeGreaterThan(EMPTIED.length);
    const checked = [...queries.values()].filter(({ sql }) => /^(select|update|delete|with)/.test(sql));
    expect(checked.length).toBeGreaterThan(CLEANUP_JOBS.length);
    expect(await fullScans(site, checked)).toEqual([]);
    for (const table of EMPTIED) {
      expect(await site.services.db.selectFrom(table).selectAll().limit(3).execute(), table).toEqual([]);
    }
    const { db: stored, now } = site.services;
    expect(await stored.selectFrom("people").select("id").where("id", "like", "walk-in-%").execute()).toEqual([]);
    expect((await stored.selectFrom("people").select("id").execute()).length).toBeGreaterThan(0);
    const tomorrow = new Date(now().getTime() + DAY_MS).toISOString();
    expect(await stored.selectFrom("audit_log").select("at").where("at", "<", tomorrow).execute()).toEqual([]);
    expect(await stored.selectFrom("class_sessions").select("id").where("date", "<", tomorrow).execute()).toEqual([]);
  });
});

/** On SQLite, where all requests share one connection. */
test("other requests can read while a job deletes", async () => {
  const site = await openTestSite("sqlite");
  const { db } = site.services;
  const at = site.services.now().toISOString();
  await insertAll(numbers, (some) =>
    db
      .insertInto("rate_limits")
      .values(some.map((index) => ({ key: `test/${index}`, count: 1, resets_at: at })))
      .execute(),
  );
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
