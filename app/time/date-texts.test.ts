import { expect, test } from "vitest";
import {
  dayAndDate,
  dayAndMonth,
  dayAndTime,
  fullDateAndTime,
  listMoment,
  longDate,
  monthName,
  sheetMoment,
  shortDate,
  shortDayAndMonth,
  shortMoment,
  timeSince,
} from "./date-texts.server.ts";

/** Tuesday 24 November 2026, 9:20 in Nairobi. */
const NOW = new Date("2026-11-24T06:20:00Z");

test("dates are written out", () => {
  expect([longDate("2026-11-23"), dayAndMonth("2026-11-23"), shortDayAndMonth("2026-11-03")]).toEqual([
    "23 November 2026",
    "23 November",
    "3 Nov",
  ]);
  expect([dayAndDate("2026-11-03"), shortDate("2026-11-03"), monthName("2026-11")]).toEqual([
    "Tuesday 3 November",
    "Tue 3 Nov",
    "November 2026",
  ]);
});

test.each([
  ["2026-11-22T18:00:00.000Z", "Sunday 22 November, 9:00pm"],
  ["2026-11-22T21:05:00.000Z", "Monday 23 November, 12:05am"],
  ["2026-11-23T06:30:59.999Z", "Monday 23 November, 9:30am"],
  ["2026-11-23T09:00:00.000Z", "Monday 23 November, 12:00pm"],
])("the moment %s is %s", (moment, text) => {
  expect(dayAndTime(new Date(moment))).toBe(text);
});

test.each([
  ["2026-11-24T06:08:00Z", "9:08am"],
  ["2026-11-23T21:00:00Z", "12:00am"],
  ["2026-11-23T20:59:00Z", "Mon, 11:59pm"],
  ["2026-11-18T06:20:00Z", "Wed, 9:20am"],
  ["2026-11-17T06:20:00Z", "Tue 17 Nov"],
  ["2026-05-26T06:20:00Z", "Tue 26 May"],
  ["2025-11-24T06:20:00Z", "24 Nov 2025"],
  ["2026-11-24T06:21:00Z", "9:21am"],
])("a list shows %s as %s", (moment, text) => {
  expect(listMoment(new Date(moment), NOW)).toBe(text);
});

test.each([
  ["2026-11-24T06:19:30Z", "just now"],
  ["2026-11-24T06:08:00Z", "12 min ago"],
  ["2026-11-24T03:00:00Z", "3 h ago"],
  ["2026-11-23T14:20:00Z", "yesterday, 5:20pm"],
  ["2026-11-20T03:00:00Z", "Fri 20 Nov, 6:00am"],
  ["2025-11-24T06:20:00Z", "Mon 24 Nov 2025, 9:20am"],
])("%s was %s", (moment, text) => {
  expect(timeSince(new Date(moment), NOW)).toBe(text);
});

test("a moment has formats for staff, for spreadsheets and in full", () => {
  expect(shortMoment(new Date("2027-01-01T03:05:00Z"), NOW)).toBe("Fri 1 Jan 2027, 6:05am");
  expect(sheetMoment(NOW)).toBe("2026-11-24 09:20");
  expect(fullDateAndTime(new Date("2026-11-21T05:00:00.000Z"))).toMatch(/^Saturday.*21 November 2026.*8:00/);
});
