import { expect, test } from "vitest";
import { readEffectiveFrom } from "./effective-from.server.ts";

/** Wednesday, 10:00 in Nairobi. */
const NOW = new Date("2026-11-18T07:00:00.000Z");

test.each([
  [{}, "2026-11-18", undefined],
  [{ effectiveFrom: "2026-11-18" }, "2026-11-18", undefined],
  [{ effectiveFrom: " 2026-11-19 " }, "2026-11-19", "2026-11-18T21:00:00.000Z"],
  [{ effectiveFrom: "2026-11-19", effectiveTime: "06:00" }, "2026-11-19", "2026-11-19T03:00:00.000Z"],
  [{ effectiveTime: "18:30" }, "2026-11-18", "2026-11-18T15:30:00.000Z"],
])("%o is from %s, due at %s", (controls, date, dueAt) => {
  expect(readEffectiveFrom(controls, NOW)).toEqual({ ok: true, date, dueAt: dueAt && new Date(dueAt) });
});

test.each([
  [{ effectiveFrom: "2026-02-31" }, /day of the calendar/],
  [{ effectiveFrom: "soon" }, /day of the calendar/],
  [{ effectiveFrom: "2026-11-17" }, /That day is past/],
  [{ effectiveFrom: "2026-11-19", effectiveTime: "25:00" }, /Write the time like 06:00/],
  [{ effectiveTime: "10:00" }, /That moment is past/],
])("%o is refused", (controls, problem) => {
  expect(readEffectiveFrom(controls, NOW)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
});
