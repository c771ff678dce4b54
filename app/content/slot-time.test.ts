import { describe, expect, test } from "vitest";
import { isOnAt, minuteOfDay } from "./slot-time.ts";

describe("a time of day", () => {
  test.each([
    ["9:00am", 9 * 60],
    ["10:00pm", 22 * 60],
    ["12:00am", 0],
    ["12:30pm", 12 * 60 + 30],
    ["1:05am", 65],
    ["21:00pm", 21 * 60],
  ])("%s is minute %i", (written, minute) => {
    expect(minuteOfDay(written)).toBe(minute);
  });

  test.each(["24:00pm", "9:60am", "nine", "9:00", ""])("%j is none", (written) => {
    expect(minuteOfDay(written)).toBeNaN();
  });
});

describe("a row", () => {
  const evening = { from: "10:00pm", to: "11:00pm" };
  // 16 November 2026 is a Monday; 22:00 in Nairobi is 19:00 UTC.

  test("is on from its first minute to the minute before its end", () => {
    expect(isOnAt("monday", evening, new Date("2026-11-16T18:59:59Z"))).toBe(false);
    expect(isOnAt("monday", evening, new Date("2026-11-16T19:00:00Z"))).toBe(true);
    expect(isOnAt("monday", evening, new Date("2026-11-16T19:59:59Z"))).toBe(true);
    expect(isOnAt("monday", evening, new Date("2026-11-16T20:00:00Z"))).toBe(false);
  });

  test("written as 10:00pm-11:00pm is not on at ten in the morning", () => {
    expect(isOnAt("monday", evening, new Date("2026-11-16T07:30:00Z"))).toBe(false);
  });

  test("is not on at the same hour of another day", () => {
    expect(isOnAt("tuesday", evening, new Date("2026-11-16T19:30:00Z"))).toBe(false);
  });

  test("goes by the day it is in Nairobi, not by the day it is in London", () => {
    const early = { from: "1:00am", to: "2:00am" };
    // Monday 22:30 UTC is Tuesday 1:30 in Nairobi.
    expect(isOnAt("tuesday", early, new Date("2026-11-16T22:30:00Z"))).toBe(true);
    expect(isOnAt("monday", early, new Date("2026-11-16T22:30:00Z"))).toBe(false);
  });

  test("that ends after midnight runs on into the next day, and Sunday's into Monday", () => {
    const late = { from: "11:00pm", to: "1:00am" };
    expect(isOnAt("sunday", late, new Date("2026-11-22T20:30:00Z"))).toBe(true);
    expect(isOnAt("sunday", late, new Date("2026-11-22T21:59:00Z"))).toBe(true);
    expect(isOnAt("sunday", late, new Date("2026-11-22T22:00:00Z"))).toBe(false);
  });

  test("with times that can't be read is never on", () => {
    expect(isOnAt("monday", { from: "99:00pm", to: "11:00pm" }, new Date("2026-11-16T19:30:00Z"))).toBe(false);
  });
});
