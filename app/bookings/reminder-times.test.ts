/** Reminders come while cancelling is free of charge, and not at night. Times are in Nairobi. */
import { describe, expect, test } from "vitest";
import { MAX_LATE_HOURS } from "../content-types/class.ts";
import { nairobiInputValue, parseNairobiMoment } from "../time/dates.server.ts";
import { cancellationDeadline, isNight } from "./booking-times.server.ts";
import {
  EARLIEST_REMINDER_MS,
  isReminderUseful,
  REMINDER_TIMES,
  remindedByNews,
  reminderMoment,
} from "./reminder-times.server.ts";

const MONDAY = "2026-11-23";

/** A session of Monday that starts at a time. @param lateHours hours of free cancellation */
function remindable(time: string, lateHours: number) {
  const startsAt = parseNairobiMoment(`${MONDAY}T${time}`)?.toISOString() ?? "";
  return { date: MONDAY, startsAt, deadline: cancellationDeadline(startsAt, lateHours) };
}

describe("the moment of a reminder", () => {
  test.each([
    ["18:00", 4, "2026-11-23T12:00"],
    ["18:00", 2, "2026-11-23T14:00"],
    ["18:00", 1, "2026-11-23T15:00"],
    ["18:00", 0, "2026-11-23T15:00"],
    ["18:00", 48, "2026-11-21T16:00"],
    ["12:00", 4, "2026-11-22T18:00"],
    ["12:00", 1, "2026-11-23T09:00"],
    ["23:30", 0, "2026-11-23T20:30"],
    ["09:00", 4, "2026-11-22T18:00"],
    ["06:00", 4, "2026-11-22T18:00"],
    ["06:00", 0, "2026-11-22T18:00"],
    ["06:00", 12, "2026-11-22T16:00"],
    ["08:00", 24, "2026-11-21T18:00"],
  ])("of a class at %s that is free to cancel until %i hours before is %s", (time, lateHours, expected) => {
    expect(nairobiInputValue(new Date(reminderMoment(remindable(time, lateHours))))).toBe(expected);
  });

  test("is never at night, too early, or within two hours of the deadline, for all starts and late hours", () => {
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
      for (let lateHours = 0; lateHours <= MAX_LATE_HOURS; lateHours += 1) {
        const reminder = remindable(time, lateHours);
        const moment = Date.parse(reminderMoment(reminder));
        const about = `${time}, ${lateHours} hours`;
        expect(isNight(new Date(moment)), about).toBe(false);
        expect(Date.parse(reminder.deadline) - moment, about).toBeGreaterThanOrEqual(2 * 3_600_000);
        expect(Date.parse(reminder.startsAt) - moment, about).toBeLessThanOrEqual(EARLIEST_REMINDER_MS);
      }
    }
  });

  test("is useless to people who book after it, or have just booked", () => {
    const moment = "2026-11-23T09:00:00.000Z";
    const atSeven = new Date("2026-11-23T16:00:00.000Z");
    expect(isReminderUseful("2026-11-23T09:00:01.000Z", moment, atSeven)).toBe(false);
    expect(isReminderUseful("2026-11-23T08:00:00.000Z", moment, atSeven)).toBe(true);
    expect(isReminderUseful("2026-11-23T08:00:00.000Z", moment, new Date(moment))).toBe(false);
    expect(isReminderUseful(moment, moment, new Date("2026-11-23T13:00:00.000Z"))).toBe(true);
    expect(isReminderUseful(moment, moment, new Date("2026-11-23T12:59:59.999Z"))).toBe(false);
  });

  test("is the evening before a deadline at night, which a late booking can have", () => {
    const late = { ...remindable("18:00", 4), deadline: "2026-11-22T20:10:00.000Z" };
    expect(nairobiInputValue(new Date(reminderMoment(late)))).toBe("2026-11-22T18:00");
  });

  test("is past if an email about the booking comes after it", () => {
    const noon = "2026-11-23T09:00:00.000Z";
    const afternoon = "2026-11-23T10:00:00.000Z";
    const remindedAt = (news: string) => remindedByNews(remindable("18:00", 4), new Date(news));
    expect([remindedAt(noon), remindedAt(afternoon)]).toEqual([noon, afternoon]);
    expect(remindedAt("2026-11-23T08:59:59.999Z")).toBeNull();
  });

  test("is explained to visitors", () => {
    expect(REMINDER_TIMES).toMatch(/the evening before a morning class, and three hours.*less than two hours/);
  });
});
