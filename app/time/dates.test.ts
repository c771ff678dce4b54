import { describe, expect, it, test } from "vitest";
import {
  addDays,
  addMonths,
  comingDate,
  dateInNairobi,
  datesBetween,
  dayOfDate,
  daysFrom,
  isCalendarDate,
  mondayOf,
  monthBefore,
  monthBounds,
  monthOf,
  nairobiInputValue,
  parseNairobiMoment,
  startOfDate,
} from "./dates.server.ts";

describe("a calendar date", () => {
  it("changes at midnight in Nairobi, three hours before UTC's", () => {
    expect(dateInNairobi(new Date("2026-11-22T20:59:59.999Z"))).toBe("2026-11-22");
    expect(dateInNairobi(new Date("2026-11-22T21:00:00.000Z"))).toBe("2026-11-23");
    expect(startOfDate("2026-11-23").toISOString()).toBe("2026-11-22T21:00:00.000Z");
  });

  it("exists in the calendar", () => {
    expect(["2026-11-23", "2028-02-29"].every(isCalendarDate)).toBe(true);
    expect(["2026-02-29", "2026-13-01", "2026-00-10"].filter(isCalendarDate)).toEqual([]);
    const years = ["99999-01-01", "+002026-11-23"];
    const others = ["", "23.11.2026", "2026-11-23T00:00", "2026-11-23!", "2026-1-23"];
    expect([...years, ...others].filter(isCalendarDate)).toEqual([]);
  });

  it("is counted on and back, over months and years", () => {
    expect(addDays("2026-12-30", 3)).toBe("2027-01-02");
    expect(addDays("2027-03-01", -1)).toBe("2027-02-28");
    expect(daysFrom("2026-11-23", "2026-12-01")).toBe(8);
    expect(daysFrom("2026-12-01", "2025-12-01")).toBe(-365);
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
    expect(comingDate("monday", "2026-11-24")).toBe("2026-11-30");
  });
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

  test.each(
    Object.entries({
      "without a time, or without a date": ["", "2026-12-01", "soon"],
      "that does not exist": ["2026-02-30T06:30", "2026-12-01T24:00", "2026-12-01T06:30:60", "2026-12-01T06:30:99"],
      "with a digit left out of the time": ["2026-12-01T6:30", "2026-12-01T06:30:5", "2026-12-01T06:3"],
      "with a digit left out of the date": ["2026-12-1T06:30", "2026-1-01T06:30"],
      "with a time zone or a long year": ["2026-12-01T06:30Z", "+002026-12-01T06:30"],
    }),
  )("is invalid %s", (_, texts) => {
    expect(texts.filter((typed) => parseNairobiMoment(typed) !== undefined)).toEqual([]);
  });
});

describe("a month", () => {
  it("begins and ends at midnight in Nairobi", () => {
    const { from, to } = monthBounds("2026-12");
    expect([from, to]).toEqual([new Date("2026-11-30T21:00:00Z"), new Date("2026-12-31T21:00:00Z")]);
    expect(monthOf(new Date("2026-11-30T21:00:00Z"))).toBe("2026-12");
    expect([monthBefore("2026-01", 1), monthBefore("2026-12", -1)]).toEqual(["2025-12", "2027-01"]);
  });

  it("that is too short for a date gives its last day", () => {
    const noon = (date: string) => new Date(`${date}T09:00:00Z`);
    expect(addMonths(noon("2026-01-31"), 1)).toEqual(noon("2026-02-28"));
    expect(addMonths(noon("2028-02-29"), -24)).toEqual(noon("2026-02-28"));
    // 31 March in Nairobi begins while it is still 30 March in UTC.
    expect(addMonths(new Date("2026-03-30T22:00:00Z"), -1)).toEqual(new Date("2026-02-27T22:00:00Z"));
  });
});
