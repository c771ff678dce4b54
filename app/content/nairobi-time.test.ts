import { describe, expect, test } from "vitest";
import {
  calendarDay,
  dateAndTimeInNairobi,
  dayInNairobi,
  minuteOfWeek,
  nairobiInputValue,
  parseNairobiMoment,
} from "./nairobi-time.ts";

test("a calendar day begins at midnight in Nairobi, three hours before it does in UTC", () => {
  const before = calendarDay(new Date("2026-11-22T20:59:59.999Z"));
  expect(calendarDay(new Date("2026-11-21T21:00:00Z"))).toBe(before);
  expect(calendarDay(new Date("2026-11-22T21:00:00Z"))).toBe(before + 1);
  expect(new Date(before * 24 * 60 * 60 * 1000).toISOString()).toBe("2026-11-22T00:00:00.000Z");
});

describe("the day of the week", () => {
  test.each([
    ["2026-11-22T20:59:59.999Z", "sunday", 7 * 24 * 60 - 1],
    ["2026-11-22T21:00:00Z", "monday", 0],
    ["2026-11-25T20:59:00Z", "wednesday", 3 * 24 * 60 - 1],
    ["1970-01-01T00:00:00Z", "thursday", 3 * 24 * 60 + 180],
    ["1969-12-28T21:00:00Z", "monday", 0],
  ])("at %s is %s in Nairobi, minute %i of the week", (moment, day, minute) => {
    expect(dayInNairobi(new Date(moment))).toBe(day);
    expect(minuteOfWeek(new Date(moment))).toBe(minute);
  });

  test("is the one that the time zone database has, on every day of a year", () => {
    const inZone = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "Africa/Nairobi" });
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const moment = new Date(Date.UTC(2026, 0, 1, hour));
      expect(dayInNairobi(moment)).toBe(inZone.format(moment).toLowerCase());
    }
  });

  test("is an error for an invalid date", () => {
    expect(() => dayInNairobi(new Date(Number.NaN))).toThrow(RangeError);
  });
});

test("a date and time is written in Nairobi's time", () => {
  expect(dateAndTimeInNairobi(new Date("2026-11-21T05:00:00.000Z"))).toMatch(/^Saturday.*21 November 2026.*8:00/);
});

describe("a date and time as an input posts it", () => {
  test.each([
    ["2026-12-01T06:30", "2026-12-01T03:30:00.000Z"],
    ["2026-12-01T00:15", "2026-11-30T21:15:00.000Z"],
    ["2028-02-29T23:59:30", "2028-02-29T20:59:30.000Z"],
  ])("%s is %s", (typed, moment) => {
    const read = parseNairobiMoment(typed);
    expect(read?.toISOString()).toBe(moment);
    expect(read && nairobiInputValue(read)).toBe(typed.slice(0, 16));
  });

  test.each(["", "2026-12-01", "2026-02-30T06:30", "2026-12-01T24:00", "2026-12-01T6:30", "2026-12-01T06:30Z", "soon"])(
    "%j is none",
    (typed) => {
      expect(parseNairobiMoment(typed)).toBeUndefined();
    },
  );
});
