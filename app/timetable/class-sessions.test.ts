/** The stored timetable: its rows, their retention and their cache; random runs compare sessions with a model. */
import { expect, onTestFinished, test } from "vitest";
import { currentVersion, pollVersions } from "../../host/cache/page-versions.ts";
import { addMembers, type Member, momentAt, seedGym } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { insertRows } from "../../test/support/insert-rows.ts";
import { openGym, openGymBeforeAll } from "../../test/support/open-gym.ts";
import { countRows } from "../../test/support/query-plans.ts";
import { ENGINES, openTestSite } from "../../test/support/test-services.ts";
import { changeWeeklySlot, removeWeeklySlot } from "../../test/timetable/weekly-slots.ts";
import { bookPlace } from "../bookings/book.server.ts";
import { BOOKING_RETENTION } from "../bookings/erasure.server.ts";
import { DAY_MS } from "../platform/durations.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { transact } from "../platform/transact.server.ts";
import { addDays, comingDate, dateInNairobi } from "../time/dates.server.ts";
import { sessionsBetween } from "./class-sessions.server.ts";
import { closeDays, listClosureLines } from "./closures.server.ts";
import { TIMETABLE_RETENTION } from "./retention.server.ts";
import { rowOfSession } from "./session-rows.server.ts";
import { storePastSessions } from "./timetable-change.server.ts";
import { cachedRecords } from "./timetable-records.server.ts";

test("a session whose trainer is missing is skipped and logged", async () => {
  const { services, logged, close } = await openTestSite("sqlite");
  onTestFinished(close);
  await seedGym(services);
  await changeWeeklySlot(services, "monday-1", { trainer: "brian-otieno" });
  await services.db.deleteFrom("entries").where("slug", "=", "wanjiru-kamau").execute();
  await removeWeeklySlot(services, "monday-2");
  const monday = addDays(comingDate("monday", dateInNairobi(services.now())), 7);
  const sessions = await sessionsBetween(services, monday, monday);
  const read = sessions.map(({ id, time }) => `${id} at ${time.from}`);
  expect(read).toEqual([`monday-1.${monday} at 9:00am`, `monday-3.${monday} at 4:00pm`]);
  expect(logged).toContainEqual(expect.objectContaining({ event: "broken-reference", slot: "monday-4" }));
});

test("the version of the closures grows with each change of their lines, on every instance, and never decreases", async () => {
  const site = await openTestSite("sqlite");
  const other = await site.secondInstance();
  onTestFinished(async () => {
    await other.close();
    await site.close();
  });
  let known = 0;
  /** Whether the version has grown since the last call. */
  const hasGrown = () => {
    const before = known;
    known = currentVersion(site.services, "closures");
    expect(known).toBeGreaterThanOrEqual(before);
    return known > before;
  };
  const changeElsewhere = async () => {
    await transact(other.services, async (change) => change.timetableChanged(), { lock: "timetable" });
    await pollVersions(site.services);
  };
  await pollVersions(site.services);
  hasGrown();
  await changeElsewhere();
  expect(hasGrown()).toBe(false);

  const date = addDays(dateInNairobi(site.services.now()), 15);
  await closeDays(other.services, { from: date, to: date, note: "holiday" }, ACTOR);
  await pollVersions(site.services);
  expect([hasGrown(), await listClosureLines(site.services)]).toEqual([true, []]);
  const growthAndLinesAfter = async (days: number) => {
    site.passTime(days * DAY_MS);
    return [hasGrown(), (await listClosureLines(site.services)).length];
  };
  // Within two weeks, on the day, and after it.
  expect(await growthAndLinesAfter(1)).toEqual([false, 0]);
  expect(await growthAndLinesAfter(1)).toEqual([true, 1]);
  expect(await growthAndLinesAfter(13)).toEqual([false, 1]);
  expect(await growthAndLinesAfter(1)).toEqual([true, 0]);
  // The list is read again without the past day.
  await changeElsewhere();
  expect(hasGrown()).toBe(true);
});

const FIRST = "2026-01-05";
const WEEKS = 52;

const { services: stored } = openGymBeforeAll("sqlite", { now: `${FIRST}T09:00:00.000Z` });

test("records of ranges of dates are cached up to a total size, and the least recently used are evicted", async () => {
  const last = addDays(FIRST, WEEKS * 7 - 1);
  const sessions = await sessionsBetween(stored, FIRST, last);
  await insertRows(stored.db, "class_sessions", sessions.map(rowOfSession));
  const { services, read } = countRows(stored, "class_sessions");
  const rowsRead = async (from: string, to: string) => {
    read.rows = 0;
    await cachedRecords(services, from, to);
    return read.rows;
  };
  const today = addDays(FIRST, 100);
  expect(await rowsRead(today, today)).toBeGreaterThan(40);
  expect(await rowsRead(today, addDays(today, 27))).toBeGreaterThan(100);
  expect(await rowsRead(today, today)).toBe(0);
  // As many rows as years of a gym four times as large.
  for (let days = 1; days <= 10; days += 1) {
    expect(await rowsRead(addDays(FIRST, days), last)).toBeGreaterThan(1200);
  }
  expect(await rowsRead(addDays(FIRST, 10), last)).toBe(0);
  expect(await rowsRead(today, today)).toBeGreaterThan(40);
  expect(await rowsRead(addDays(FIRST, 1), last)).toBeGreaterThan(1200);

  const early = cachedRecords(services, FIRST, FIRST);
  // Records that were read during a change may be older.
  stored.timetable.version += 1;
  await early;
  expect(await rowsRead(FIRST, FIRST)).toBeGreaterThan(0);
});

const MONDAY = "2026-11-23";
const TUESDAY = addDays(MONDAY, 1);

test.each(ENGINES)(
  "sessions and closed days are kept for two years, booked ones as long as the bookings, on %s",
  async (kind) => {
    const now = momentAt("2026-11-22", 9);
    const { services, clock, close } = await openGym(kind, { now, places: { fitness: 2 } });
    onTestFinished(close);
    const [member] = (await addMembers(services, 1)) as [Member];
    await bookPlace(services, member, { sessionId: `monday-1.${MONDAY}` });
    await removeWeeklySlot(services, "friday-1");
    await closeDays(services, { from: TUESDAY, to: TUESDAY, note: "Holiday" }, ACTOR);
    clock.now = momentAt(TUESDAY, 23);
    await storePastSessions(services);
    const before = (await sessionsBetween(services, MONDAY, TUESDAY)).length;
    expect(before).toBeGreaterThan(3);
    const stored = async (...retentions: Parameters<typeof applyRetention>[1][]) => {
      await applyRetention(services, ...retentions, ...TIMETABLE_RETENTION);
      const closures = await services.db.selectFrom("schedule_closures").select("date").execute();
      const rows = services.db.selectFrom("class_sessions").select("id").where("date", "in", [MONDAY, TUESDAY]);
      return { sessions: (await rows.execute()).length, closures: closures.length };
    };
    clock.now = momentAt(addDays(MONDAY, 2 * 365), 12);
    expect(await stored()).toEqual({ sessions: before, closures: 1 });
    clock.now = momentAt(addDays(TUESDAY, 2 * 365 + 1), 12);
    expect(await stored()).toEqual({ sessions: 1, closures: 0 });
    expect(await stored(...BOOKING_RETENTION)).toEqual({ sessions: 0, closures: 0 });
    const acts = services.db.selectFrom("weekly_slot_changes").select(["made_by", "made_by_id"]);
    expect(await acts.execute()).toEqual([{ made_by: "Staff", made_by_id: null }]);
    // Only the weekly slot that has ended so long ago is gone.
    const slots = services.db.selectFrom("weekly_slots").select("slot").where("slot", "in", ["monday-1", "friday-1"]);
    expect(await slots.execute()).toEqual([{ slot: "monday-1" }]);
    await storePastSessions(services);
    expect(await sessionsBetween({ ...services, timetable: { version: 1, places: 0 } }, MONDAY, TUESDAY)).toEqual([]);
  },
);
