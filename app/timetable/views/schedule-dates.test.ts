import { describe, expect, it } from "vitest";
import {
  datesOfDay,
  dayOfPattern,
  dayPath,
  mondaysOfWeeks,
  pageOfDate,
  shownDate,
  tabPath,
  weekPath,
} from "./schedule-dates.server.ts";

// A Wednesday.
const TODAY = "2026-11-25";
const MORNING = new Date("2026-11-25T06:00:00Z");

describe("the dates of the schedule", () => {
  it("are four of each weekday from today on, and four weeks from the current week on", () => {
    expect(datesOfDay("wednesday", TODAY)).toEqual(["2026-11-25", "2026-12-02", "2026-12-09", "2026-12-16"]);
    expect(datesOfDay("tuesday", TODAY)).toEqual(["2026-12-01", "2026-12-08", "2026-12-15", "2026-12-22"]);
    expect(mondaysOfWeeks(TODAY)).toEqual(["2026-11-23", "2026-11-30", "2026-12-07", "2026-12-14"]);
  });

  it("have their own page, except the first, which is the default", () => {
    const page = (path: string, value: string, now = MORNING) => pageOfDate(value, { path, now });
    expect(page("/schedule/monday", "2026-11-30")).toBe("ignore");
    for (const date of ["2026-12-07", "2026-12-21"]) expect(page("/schedule/monday", date), date).toBe("keep");
    expect(page("/schedule/week", "2026-11-23")).toBe("ignore");
    expect(page("/schedule/week", "2026-12-14")).toBe("keep");
  });

  it.each([
    ["another weekday's", "2026-12-01"],
    ["past", "2026-11-23"],
    ["too far ahead", "2026-12-28"],
    ["no calendar date", "2026-02-31"],
    ["with a time", "2026-12-07T00:00"],
    ["10 MB", "2026-12-07".repeat(1_000_000)],
  ])("have no page if the value is %s", (_name, value) => {
    expect(pageOfDate(value, { path: "/schedule/monday", now: MORNING })).toBe("invalid");
    if (value !== "2026-11-23") expect(pageOfDate(value, { path: "/schedule/week", now: MORNING })).toBe("invalid");
  });

  it("change at midnight in Nairobi", () => {
    const at = (now: string) => pageOfDate("2026-12-23", { path: "/schedule/wednesday", now: new Date(now) });
    expect(at("2026-11-25T20:59:59Z")).toBe("invalid");
    expect(at("2026-11-25T21:00:00Z")).toBe("keep");
  });

  it("are shown as requested, otherwise the first is shown", () => {
    const dates = datesOfDay("monday", TODAY);
    expect(shownDate("http://localhost/schedule/monday?date=2026-12-07", dates)).toBe("2026-12-07");
    for (const query of ["", "?date=", "?date=2026-12-08", "?day=2026-12-07"]) {
      expect(shownDate(`http://localhost/schedule/monday${query}`, dates), query).toBe("2026-11-30");
    }
    expect(() => shownDate("http://localhost/schedule/monday", [])).toThrow("at least one date");
  });
});

it("addresses have a date after the next seven days, within the weeks that are shown", () => {
  expect(dayPath("2026-11-25", TODAY)).toBe("/schedule/wednesday");
  expect(dayPath("2026-12-01", TODAY)).toBe("/schedule/tuesday");
  expect(dayPath("2026-12-02", TODAY)).toBe("/schedule/wednesday?date=2026-12-02");
  expect(dayPath("2026-12-22", TODAY)).toBe("/schedule/tuesday?date=2026-12-22");
  for (const date of ["2026-11-24", "2026-12-23"]) expect(dayPath(date, TODAY), date).toBeUndefined();
  expect(weekPath("2026-11-29", TODAY)).toBe("/schedule/week");
  expect(weekPath("2026-11-30", TODAY)).toBe("/schedule/week?date=2026-11-30");
  expect(weekPath("2026-12-22", TODAY)).toBe("/schedule/week?date=2026-12-14");
  expect(tabPath("friday", "2026-11-25", TODAY)).toBe("/schedule/friday");
  // Monday's page shows the 30th, and the coming Friday is the 27th.
  expect(tabPath("friday", "2026-11-30", TODAY)).toBe("/schedule/friday");
  expect(tabPath("friday", "2026-12-02", TODAY)).toBe("/schedule/friday?date=2026-12-04");
  for (const date of ["2026-12-04", "2026-11-25"]) expect(tabPath("monday", date, TODAY)).toBe("/schedule/monday");
  expect(tabPath("friday", "2026-12-21", TODAY)).toBe("/schedule/friday?date=2026-12-18");
});

it("a route of the schedule ends in its weekday", () => {
  expect(dayOfPattern("/schedule/friday")).toBe("friday");
  expect(() => dayOfPattern("/schedule/week")).toThrow("The route /schedule/week does not end in a weekday");
});
