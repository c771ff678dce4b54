import { describe, expect, test } from "vitest";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { MAX_LATE_HOURS } from "../content-types/class.ts";
import { runBookingJobs } from "./jobs.server.ts";

describe.each(ENGINES)("reminders on %s", (kind) => {
  const week = BookingWeek.on(kind);

  const run = async (date: string, hour: number) => {
    week.setClock(date, hour);
    await runBookingJobs(week.services);
  };
  const subjects = async () => {
    const mails = await week.services.db
      .selectFrom("outbox")
      .select("subject")
      .where("kind", "=", "booking-reminder")
      .execute();
    return mails.map(({ subject }) => subject);
  };

  test("the reminder of a class at four is sent at ten, two hours before the deadline at noon", async () => {
    await week.book(0, week.other);
    await run(week.monday, 9.9);
    expect(await subjects()).toEqual([]);
    await run(week.monday, 10);
    await run(week.monday, 13);
    expect(await subjects()).toEqual([expect.stringMatching(/: Today at 4:00pm; free to cancel until 12:00pm$/)]);
  });

  test("the reminder of a class with the earliest deadline comes before that deadline", async () => {
    await week.setPlaces("running", { places: 5, lateHours: MAX_LATE_HOURS });
    week.setClock(week.day(-1), 9);
    await week.book(0, week.other);
    await run(week.day(-1), 14);
    expect(await subjects()).toEqual([
      expect.stringMatching(/: On Monday \d+ \w+ at 4:00pm; free to cancel until 4:00pm today$/),
    ]);
  });
});
