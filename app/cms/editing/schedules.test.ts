import { expect, test } from "vitest";
import { readEffectiveFrom } from "./schedules.server.ts";

/** Wednesday, 10:00 in Nairobi. */
const NOW = new Date("2026-11-18T07:00:00.000Z");

test.each([
  [{}, "2026-11-18", undefined],
  [{ effectiveFrom: "2026-11-18" }, "2026-11-18", undefined],
  [{ effectiveFrom: " 2026-11-19 " }, "2026-11-19", "2026-11-18T21:00:00.000Z"],
  [{ effectiveFrom: "2026-11-19", effectiveTime: "06:00" }, "2026-11-19", "2026-11-19T03:00:00.000Z"],
  [{ effectiveTime: "18:30" }, "2026-11-18", "2026-11-18T15:30:00.000Z"],
])("%o is from %s, due at %s", (controls, date, dueAt) => {
  expect(readEffectiveFrom(controls, NOW)).toEqual({ code: "read", date, dueAt: dueAt && new Date(dueAt) });
});

test.each([
  [{ effectiveFrom: "2026-02-31" }, "day-unreadable"],
  [{ effectiveFrom: "soon" }, "day-unreadable"],
  [{ effectiveFrom: "2026-11-17" }, "day-past"],
  [{ effectiveFrom: "2026-11-19", effectiveTime: "25:00" }, "time-unreadable"],
  [{ effectiveTime: "10:00" }, "past"],
])("%o is refused", (controls, code) => {
  expect(readEffectiveFrom(controls, NOW)).toEqual({ code });
});
