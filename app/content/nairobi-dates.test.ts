import { expect, test } from "vitest";
import {
  listMomentInNairobi,
  longDate,
  monthBefore,
  monthBounds,
  monthName,
  monthOf,
  sheetMoment,
} from "./nairobi-dates.ts";

/** Tuesday 24 November 2026, 9:20 in Nairobi. */
const NOW = new Date("2026-11-24T06:20:00Z");

test.each([
  ["2026-11-24T06:08:00Z", "9:08"],
  ["2026-11-23T21:00:00Z", "0:00"],
  ["2026-11-23T20:59:00Z", "Mon, 23:59"],
  ["2026-11-18T06:20:00Z", "Wed, 9:20"],
  ["2026-11-17T06:20:00Z", "Tue 17 Nov"],
  ["2026-05-26T06:20:00Z", "Tue 26 May"],
  ["2025-11-24T06:20:00Z", "24 Nov 2025"],
  ["2026-11-24T06:21:00Z", "9:21"],
])("a list shows %s as %s", (moment, shown) => {
  expect(listMomentInNairobi(new Date(moment), NOW)).toBe(shown);
});

test("a month begins and ends at midnight in Nairobi", () => {
  expect(monthBounds("2026-12")).toEqual({
    from: new Date("2026-11-30T21:00:00Z"),
    to: new Date("2026-12-31T21:00:00Z"),
  });
  expect([monthOf(new Date("2026-11-30T21:00:00Z")), monthBefore("2026-01", 1), monthBefore("2026-12", -1)]).toEqual([
    "2026-12",
    "2025-12",
    "2027-01",
  ]);
});

test("dates are written for people, and moments for spreadsheets", () => {
  expect([monthName("2026-11"), longDate(NOW), sheetMoment(NOW)]).toEqual([
    "November 2026",
    "24 November 2026",
    "2026-11-24 09:20",
  ]);
});
