/** The cache of the timetable's records. */
import { afterEach, describe, expect, test } from "vitest";
import { seedGym } from "../../test/bookings/booking-gym.ts";
import { countRows } from "../../test/support/query-plans.ts";
import { openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { addDays } from "../time/dates.server.ts";
import { sessionsBetween } from "./class-sessions.server.ts";
import { rowOfSession } from "./session-rows.server.ts";
import { cachedRecords } from "./timetable-records.server.ts";

const FIRST = "2026-01-05";
const WEEKS = 52;

describe("the records of ranges of dates", () => {
  let site: TestSite;
  afterEach(() => site.close());

  test("are cached up to a total size, and the least recently used are evicted", async () => {
    site = await openTestSite("sqlite");
    await seedGym(site.services);
    const last = addDays(FIRST, WEEKS * 7 - 1);
    const sessions = await sessionsBetween(site.services, FIRST, last);
    for (let start = 0; start < sessions.length; start += 100) {
      const rows = sessions.slice(start, start + 100).map(rowOfSession);
      await site.services.db.insertInto("class_sessions").values(rows).execute();
    }
    const { services, read } = countRows(site.services, "class_sessions");
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
  });
});
