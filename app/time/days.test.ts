import { describe, expect, test } from "vitest";
import { calendarDay, dayNumber, dayOfWeek, minuteOfDay, mondayBefore } from "./days.ts";

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
  });

  test("is an error for an invalid date", () => {
    expect(() => dayOfWeek(calendarDay(new Date(Number.NaN)))).toThrow(RangeError);
  });
});

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

  test.each(["24:00pm", "9:60am", "nine", "9:00", ""])("%j is invalid", (written) => {
    expect(minuteOfDay(written)).toBeNaN();
  });
});
