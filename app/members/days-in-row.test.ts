import { expect, test } from "vitest";
import { daysInRow } from "./days-in-row.ts";
import type { PassDays } from "./passes.ts";

/** A pass from day 10 to day 19 with two grace days, frozen from day 13 to day 14. */
const PASS: PassDays = {
  ...{ pass: { id: "pass", days: 8, visits: null, graceDays: 2 }, firstDay: 10, lastDay: 19, graceDay: 21 },
  ...{ freezes: [{ passId: "pass", firstDay: 13, lastDay: 14 }], visitsUsed: 0, daysCut: 0 },
};

test.each([
  [9, {}, "3 open, 2 frozen, 5 open"],
  [17, {}, "3 gone, 2 frozen, 2 gone, 3 open"],
  [17, { marksToday: true }, "3 gone, 2 frozen, 2 gone, 1 today, 2 open"],
  [13, { marksToday: true }, "3 gone, 2 frozen, 5 open"],
  [19, { marksToday: true }, "3 gone, 2 frozen, 4 gone, 1 today"],
  [20, { grace: true, marksToday: true }, "3 gone, 2 frozen, 5 gone, 2 grace"],
] as const)("on day %i, with %o, the days of a pass are %s", (today, options, row) => {
  const days = daysInRow(PASS, today, options);
  expect(days.map(({ kind, days }) => `${days} ${kind}`).join(", ")).toBe(row);
});
