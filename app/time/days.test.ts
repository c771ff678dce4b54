import { describe, expect, test } from "vitest";
import {
  calendarDay,
  DAYS,
  dateOfDay,
  dayName,
  dayNumber,
  dayOfWeek,
  isDay,
  minuteOfDay,
  minutesOf,
  modulo,
  mondayBefore,
  monthsAfter,
  sameDayMonthsAfter,
} from "./days.ts";

test("a calendar day begins at midnight in Nairobi, three hours before it does in UTC", () => {
  expect(calendarDay(new Date("2026-11-22T20:59:59.999Z"))).toBe(dayNumber("2026-11-22"));
  expect(calendarDay(new Date("2026-11-22T21:00:00Z"))).toBe(dayNumber("2026-11-23"));
});

describe("the day of the week", () => {
  test("agrees with the time zone database at every hour of a year", () => {
    const inZone = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "Africa/Nairobi" });
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const moment = new Date(Date.UTC(2026, 0, 1, hour));
      expect(dayOfWeek(calendarDay(moment))).toBe(inZone.format(moment).toLowerCase());
    }
  });

  test("is counted before 1970 too, and its week begins on Monday", () => {
    expect(dayOfWeek(dayNumber("1969-12-28"))).toBe("sunday");
    expect(mondayBefore(dayNumber("1969-12-28"))).toBe(dayNumber("1969-12-22"));
    expect(mondayBefore(dayNumber("2026-11-23"))).toBe(dayNumber("2026-11-23"));
    const invalid = calendarDay(new Date(Number.NaN));
    expect(() => dayOfWeek(invalid)).toThrow(new RangeError("An invalid date has no day of the week"));
  });
});

describe("a time of day", () => {
  test.each([
    ["9:00am", 9 * 60],
    ["10:00pm", 22 * 60],
    ["12:00am", 0],
    ["12:30pm", 12 * 60 + 30],
    ["1:05am", 65],
    ["12:59am", 59],
    ["13:00am", 13 * 60],
    ["23:59pm", 23 * 60 + 59],
  ])("%s is minute %i", (written, minute) => {
    expect(minuteOfDay(written)).toBe(minute);
  });

  const INVALID = ["24:00pm", "9:60am", "9:00xm", "nine", "9:00", "", "119:00am", "9:00am!", "at 9:00am", "9:0am"];
  test.each([...INVALID, ":00am"])("%j is invalid", (written) => {
    expect(minuteOfDay(written)).toBeNaN();
  });
});

test("minutes are counted between two times, over midnight too", () => {
  expect(minutesOf({ from: "9:00am", to: "10:00am" })).toBe(60);
  expect(minutesOf({ from: "11:30pm", to: "12:15am" })).toBe(45);
  expect(minutesOf({ from: "9:00am", to: "9:00am" })).toBe(0);
});

test("a remainder is never negative", () => {
  expect([7, 8, -1, -7, -15].map((dividend) => modulo(dividend, 7))).toEqual([0, 1, 6, 0, 6]);
});

test("days have names and numbers", () => {
  expect(DAYS.map(dayName).join(" ")).toBe("Monday Tuesday Wednesday Thursday Friday Saturday Sunday");
  expect(["monday", "sunday", "Monday", "", undefined].map(isDay)).toEqual([true, true, false, false, false]);
  expect([dayNumber("1970-01-01"), dayNumber("1970-02-01"), dayNumber("1969-12-31")]).toEqual([0, 31, -1]);
  expect(dayNumber("2026-11-25T23:59:59Z")).toBe(dayNumber("2026-11-25"));
  expect([dateOfDay(0), dateOfDay(dayNumber("2026-11-25"))]).toEqual(["1970-01-01", "2026-11-25"]);
});

test.each([
  ["2026-11-23", 1, "2026-12-23", false],
  ["2026-11-23", 14, "2028-01-23", false],
  ["2027-01-31", 1, "2027-02-28", true],
  ["2028-01-30", 1, "2028-02-29", true],
  ["2026-11-30", 3, "2027-02-28", true],
  ["2027-02-28", 12, "2028-02-28", false],
  ["2026-10-31", 2, "2026-12-31", false],
])("%s, %i months later, is %s, moved to the month’s last day: %s", (from, months, date, isLast) => {
  expect(monthsAfter(dayNumber(from), months)).toEqual({ day: dayNumber(date), isLast });
  expect(sameDayMonthsAfter(dayNumber(from), months)).toBe(dayNumber(date));
});
