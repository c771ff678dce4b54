import { expect, test } from "vitest";
import {
  clockTime,
  comingDay,
  dateWithYear,
  dayAndDate,
  dayAndMonth,
  dayAndTime,
  dayRangeWords,
  dayText,
  dayWords,
  fullDateAndTime,
  listMoment,
  longDate,
  monthName,
  relativeDay,
  relativeTime,
  sheetMoment,
  shortDate,
  shortDayAndMonth,
  shortDayAndTime,
  shortDayWords,
  shortMoment,
  shortRelativeDay,
  timeSince,
} from "./dates.server.ts";
import { dayNumber } from "./days.ts";

/** Tuesday 24 November 2026, 9:20 in Nairobi. */
const NOW = new Date("2026-11-24T06:20:00Z");

test("dates are written out", () => {
  expect(longDate("2026-11-23")).toBe("23 November 2026");
  expect(dayAndMonth("2026-11-23")).toBe("23 November");
  expect(shortDayAndMonth("2026-11-03")).toBe("3 Nov");
  expect(dayAndDate("2026-11-03")).toBe("Tuesday 3 November");
  expect(shortDate("2026-11-03")).toBe("Tue 3 Nov");
  expect(monthName("2026-11")).toBe("November 2026");
  const [first, last] = [dayNumber("2026-11-27"), dayNumber("2026-12-26")];
  expect(dayRangeWords(first, last, dayNumber("2026-11-24"))).toBe("27 November to 26 December");
});

test.each([
  ["2026-11-22T18:00:00.000Z", "Sunday 22 November", "9:00pm"],
  ["2026-11-22T21:05:00.000Z", "Monday 23 November", "12:05am"],
  ["2026-11-23T09:00:00.000Z", "Monday 23 November", "12:00pm"],
  ["2026-11-23T21:00:00.000Z", "Tuesday 24 November", "12:00am"],
  ["2026-11-24T08:59:00.000Z", "Tuesday 24 November", "11:59am"],
  ["2026-11-24T10:00:00.000Z", "Tuesday 24 November", "1:00pm"],
])("the moment %s is on %s at %s", (text, day, time) => {
  const moment = new Date(text);
  expect([dayAndTime(moment), clockTime(moment)]).toEqual([`${day}, ${time}`, time]);
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
  ["2026-11-25T06:20:00Z", "9:20am"],
  ["2026-05-25T06:20:00Z", "25 May 2026"],
])("a list shows %s as %s", (moment, text) => {
  expect(listMoment(new Date(moment), NOW)).toBe(text);
});

test.each([
  ["2026-11-24T06:19:30Z", "just now"],
  ["2026-11-24T06:19:00Z", "1 min ago"],
  ["2026-11-24T05:20:01Z", "59 min ago"],
  ["2026-11-24T05:20:00Z", "1 h ago"],
  ["2026-11-23T14:20:00Z", "yesterday, 5:20pm"],
  ["2026-11-22T14:20:00Z", "Sun 22 Nov, 5:20pm"],
  ["2026-11-20T03:00:00Z", "Fri 20 Nov, 6:00am"],
  ["2025-11-24T06:20:00Z", "Mon 24 Nov 2025, 9:20am"],
])("%s was %s", (moment, text) => {
  expect(timeSince(new Date(moment), NOW)).toBe(text);
});

test("a moment has formats for staff and for spreadsheets", () => {
  expect(shortMoment(new Date("2027-01-01T03:05:00Z"), NOW)).toBe("Fri 1 Jan 2027, 6:05am");
  expect(sheetMoment(NOW)).toBe("2026-11-24 09:20");
});

test.each([
  ["2026-11-22", "on Sunday 22 November", "Sun 22 Nov"],
  ["2026-11-23", "yesterday", "yesterday"],
  ["2026-11-24", "today", "today"],
  ["2026-11-25", "tomorrow", "tomorrow"],
  ["2026-11-26", "on Thursday 26 November", "Thu 26 Nov"],
])("on 24 November, %s is %s, or %s", (date, sentence, short) => {
  expect([relativeDay(date, "2026-11-24"), shortRelativeDay(date, "2026-11-24")]).toEqual([sentence, short]);
});

test.each([
  ["2026-11-24", "today"],
  ["2026-11-25", "tomorrow"],
  ["2026-11-26", "Thursday"],
  ["2026-12-01", "Tuesday"],
  ["2026-12-02", "Wednesday 2 December"],
])("on 24 November, %s comes %s", (date, text) => {
  expect(comingDay(date, "2026-11-24")).toBe(text);
});

test.each([
  ["2026-05-26", "Tue 26 May", "Tuesday 26 May", "26 May"],
  ["2026-05-25", "25 May 2026", "25 May 2026", "25 May 2026"],
  ["2027-05-25", "Tue 25 May", "Tuesday 25 May", "25 May"],
  ["2027-05-26", "26 May 2027", "26 May 2027", "26 May 2027"],
])("half a year and more from 24 November, days have a year: %s", (date, text, words, short) => {
  const [day, today] = [dayNumber(date), dayNumber("2026-11-24")];
  expect([dayText(day, today), dayWords(day, today), shortDayWords(day, today)]).toEqual([text, words, short]);
});

test("a moment in a sentence is relative, and in a short text unbreakable", () => {
  const evening = new Date("2026-11-22T18:00:00.000Z");
  expect(relativeTime(evening, "2026-11-22")).toBe("9:00pm today");
  expect(relativeTime(evening, "2026-11-24")).toBe("9:00pm on Sunday 22 November");
  expect(shortDayAndTime(evening)).toBe("Sun\u00a022\u00a0Nov,\u00a09:00pm");
  expect(fullDateAndTime(evening)).toBe("Sunday 22 November 2026, 9:00pm");
  expect(dateWithYear("2026-11-03")).toBe("3 Nov 2026");
});
