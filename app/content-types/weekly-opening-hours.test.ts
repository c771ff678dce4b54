import { describe, expect, test } from "vitest";
import { settings as seed } from "../../seed/settings.ts";
import { DAYS, type Day } from "../time/days.ts";
import { settingsType } from "./settings.ts";
import {
  hoursOnContactPage,
  isOpenAt,
  problemOfHoursLine,
  readHoursLine,
  readOpeningHours,
  splitHoursLine,
} from "./weekly-opening-hours.ts";

const HOUR = 60;
const opened = (days: readonly Day[], opens: number, closes: number) => days.map((day) => ({ day, opens, closes }));
const WEEKDAYS = DAYS.slice(0, 5);

test.each([
  ["Monday-Friday 7:00am-21:00pm", "Monday-Friday", "7:00am-21:00pm"],
  ["Monday to Friday 7:00am-9:00pm", "Monday to Friday", "7:00am-9:00pm"],
  ["Public holidays Closed", "Public holidays", "Closed"],
  ["Early till late", "Early till late", ""],
])("%s is split into days and times", (line, days, times) => {
  expect(splitHoursLine(line)).toEqual([days, times]);
});

describe("a line of opening hours", () => {
  test.each([
    ["Monday-Friday 7:00am-21:00pm", opened(WEEKDAYS, 7 * HOUR, 21 * HOUR)],
    ["Saturday 7:00am-21:00pm", opened(["saturday"], 7 * HOUR, 21 * HOUR)],
    ["Mon to Fri 7:30 am to 1:00 am", opened(WEEKDAYS, 7.5 * HOUR, 25 * HOUR)],
    ["Mon – Fri: 7.30 a.m. – 9 p.m.", opened(WEEKDAYS, 7.5 * HOUR, 21 * HOUR)],
    ["Sat & Sun 08:00-18:00", opened(["saturday", "sunday"], 8 * HOUR, 18 * HOUR)],
    ["Tues, Thurs and Sundays from 6am to 12:00pm", opened(["tuesday", "thursday", "sunday"], 6 * HOUR, 12 * HOUR)],
    ["Saturday-Monday 9am-5pm", opened(["saturday", "sunday", "monday"], 9 * HOUR, 17 * HOUR)],
    ["Daily 12:00am-12:00am", opened(DAYS, 0, 24 * HOUR)],
    ["Weekdays 05:00-24:00", opened(WEEKDAYS, 5 * HOUR, 24 * HOUR)],
    ["Sunday - 8am-2pm", opened(["sunday"], 8 * HOUR, 14 * HOUR)],
    ["Sunday closed", []],
    ["Sunday: Closed", []],
    ["Public holidays 8:00am-2:00pm", []],
  ])("is read: %s", (line, hours) => {
    expect(readHoursLine(line)).toEqual(hours);
    expect(problemOfHoursLine(line)).toBeUndefined();
  });

  test.each([
    ["no times", "", "Monday", "Monday 7:00am", "Early till late"],
    ["no days", "7:00am-9:00pm", "Constructor 7:00am-9:00pm"],
    ["unknown days", "Moonday 7:00am-9:00pm", "Monday-Someday 7:00am-9:00pm", "Monday-Tuesday-Friday 7:00am-9:00pm"],
    ["ambiguous times", "Monday 7-9", "Monday 7:00-9:00pm"],
    ["times that don't exist", "Monday 25:00-26:00", "Monday 7:60am-9:00pm"],
    ["two lines in one", "Monday 7:00am-9:00pm, Tuesday 9:00am-5:00pm"],
  ])("is unreadable with %s", (_, ...lines) => {
    for (const line of lines) {
      expect(readHoursLine(line), line).toBeUndefined();
      expect(problemOfHoursLine(line), line).toContain("Saturday 7:00am-9:00pm");
    }
  });
});

test("the opening hours are the specification's at first, unknown with an unreadable line, and Contact may have its own", () => {
  const hours = [...opened(DAYS.slice(0, 6), 7 * HOUR, 21 * HOUR), ...opened(["sunday"], 7 * HOUR, 18 * HOUR)];
  expect(seed.map(readOpeningHours)).toEqual([hours]);
  expect(readOpeningHours({ footerHours: ["Monday 7:00am-9:00pm", "Weekends by appointment"] })).toEqual([]);
  expect(isOpenAt([], "monday", 3 * HOUR, 4 * HOUR)).toBe(true);
  const footerHours = ["Daily 7:00am-9:00pm"];
  expect(hoursOnContactPage({ footerHours, contactHours: [] })).toBe(footerHours);
  expect(hoursOnContactPage({ footerHours, contactHours: ["Ring the bell"] })).toEqual(["Ring the bell"]);
});

const { slug: _, ...stored } = { ...seed[0], footerHours: ["Early till late"] };

test("the settings of an older site are readable despite unreadable lines, which can't be published again", () => {
  expect(settingsType.read(stored)).toMatchObject({ ok: true, values: { footerHours: ["Early till late"] } });
  const checked = settingsType.check({ ...stored, footerHours: ["Sunday closed", "Early till late"] });
  const problem = { field: "footerHours.1", message: problemOfHoursLine("Early till late") };
  expect(checked).toEqual({ ok: false, problems: [problem] });
});

describe("the gym is open", () => {
  const hours = [
    ...opened(WEEKDAYS, 7 * HOUR, 21 * HOUR),
    ...opened(["saturday"], 7 * HOUR, 26 * HOUR),
    ...opened(["sunday"], 2 * HOUR, 10 * HOUR),
    ...opened(["sunday"], 14 * HOUR, 18 * HOUR),
  ];

  test.each<[string, Day, number, number, boolean]>([
    ["within the hours", "monday", 9 * HOUR, 10 * HOUR, true],
    ["from the first minute to the last", "monday", 7 * HOUR, 21 * HOUR, true],
    ["not a minute earlier", "monday", 7 * HOUR - 1, 8 * HOUR, false],
    ["not a minute later", "monday", 20 * HOUR, 21 * HOUR + 1, false],
    ["after midnight, by the hours of the day before", "sunday", 1 * HOUR, 2 * HOUR, true],
    ["past midnight, as an hour of the next day", "saturday", 23 * HOUR, 1 * HOUR, true],
    ["past midnight, in minutes above 1440", "saturday", 23 * HOUR, 26 * HOUR, true],
    ["across adjoining hours", "saturday", 25 * HOUR, 28 * HOUR, true],
    ["not across a break", "sunday", 9 * HOUR, 15 * HOUR, false],
    ["not all night", "friday", 20 * HOUR, 8 * HOUR, false],
  ])("%s", (_, day, from, to, expected) => {
    expect(isOpenAt(hours, day, from, to)).toBe(expected);
  });
});
