/** The cache of the timetable's records. */
import { expect, test } from "vitest";
import { insertRows } from "../../test/support/insert-rows.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { countRows } from "../../test/support/query-plans.ts";
import { addDays } from "../time/dates.server.ts";
import { sessionsBetween } from "./class-sessions.server.ts";
import { rowOfSession } from "./session-rows.server.ts";
import { cachedRecords } from "./timetable-records.server.ts";

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
});
