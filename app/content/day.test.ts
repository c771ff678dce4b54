import { expect, test } from "vitest";
import { calendarDay } from "./day.ts";

test("a calendar day begins at midnight in Nairobi, three hours before it does in UTC", () => {
  const before = calendarDay(new Date("2026-11-22T20:59:59.999Z"));
  expect(calendarDay(new Date("2026-11-21T21:00:00Z"))).toBe(before);
  expect(calendarDay(new Date("2026-11-22T21:00:00Z"))).toBe(before + 1);
  expect(new Date(before * 24 * 60 * 60 * 1000).toISOString()).toBe("2026-11-22T00:00:00.000Z");
});
