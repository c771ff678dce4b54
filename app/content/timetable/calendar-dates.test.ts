import { describe, expect, it } from "vitest";
import {
  addDays,
  comingDate,
  dateInNairobi,
  datesBetween,
  dayAndDate,
  dayAndTime,
  dayOfDate,
  daysFrom,
  isCalendarDate,
  longDateText,
  mondayOf,
  shortDate,
  startOfDate,
} from "./calendar-dates.ts";

describe("a calendar date", () => {
  it("changes at midnight in Nairobi, three hours before UTC's", () => {
    expect(dateInNairobi(new Date("2026-11-22T20:59:59.999Z"))).toBe("2026-11-22");
    expect(dateInNairobi(new Date("2026-11-22T21:00:00.000Z"))).toBe("2026-11-23");
    expect(startOfDate("2026-11-23").toISOString()).toBe("2026-11-22T21:00:00.000Z");
  });

  it("is one of the calendar", () => {
    expect(["2026-11-23", "2028-02-29"].every(isCalendarDate)).toBe(true);
    for (const text of [
      "",
      "2026-02-29",
      "2026-13-01",
      "2026-00-10",
      "23.11.2026",
      "2026-11-23T00:00",
      "99999-01-01",
    ]) {
      expect(isCalendarDate(text), text).toBe(false);
    }
  });

  it("is counted on and back, over months and years", () => {
    expect(addDays("2026-12-30", 3)).toBe("2027-01-02");
    expect(addDays("2027-03-01", -1)).toBe("2027-02-28");
    expect(daysFrom("2026-11-23", "2026-12-01")).toBe(8);
    expect(datesBetween("2026-11-30", "2026-12-02")).toEqual(["2026-11-30", "2026-12-01", "2026-12-02"]);
    expect(datesBetween("2026-12-02", "2026-11-30")).toEqual([]);
  });

  it("has a day of the week, and a week that begins on Monday", () => {
    expect(dayOfDate("2026-11-23")).toBe("monday");
    expect(dayOfDate("1969-12-31")).toBe("wednesday");
    expect(mondayOf("2026-11-29")).toBe("2026-11-23");
    expect(mondayOf("2026-11-23")).toBe("2026-11-23");
    expect(() => dayOfDate("soon")).toThrow(RangeError);
  });

  it("is found for a day: today, or the next with that day", () => {
    expect(comingDate("monday", "2026-11-23")).toBe("2026-11-23");
    expect(comingDate("sunday", "2026-11-23")).toBe("2026-11-29");
    expect(comingDate("monday", "2026-11-24")).toBe("2026-11-30");
  });

  it("is written out", () => {
    expect(longDateText("2026-11-23")).toBe("23 November 2026");
    expect(dayAndDate("2026-11-03")).toBe("Tuesday 3 November");
    expect(shortDate("2026-11-03")).toBe("Tue 3 Nov");
  });

  it.each([
    ["2026-11-22T18:00:00.000Z", "Sunday 22 November, 9:00pm"],
    ["2026-11-22T21:05:00.000Z", "Monday 23 November, 12:05am"],
    ["2026-11-23T06:30:59.999Z", "Monday 23 November, 9:30am"],
    ["2026-11-23T09:00:00.000Z", "Monday 23 November, 12:00pm"],
  ])("says the moment %s in Nairobi", (moment, words) => {
    expect(dayAndTime(new Date(moment))).toBe(words);
  });
});
