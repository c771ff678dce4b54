import { describe, expect, test } from "vitest";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { MAX_LATE_HOURS } from "../content-types/class.ts";
import { runBookingJobs } from "./jobs.server.ts";

describe.each(ENGINES)("reminders on %s", (kind) => {
  const week = BookingWeek.on(kind);

  test("the reminder of a class with the earliest deadline comes before that deadline", async () => {
    await week.setPlaces("running", { places: 5, lateHours: MAX_LATE_HOURS });
    week.setClock(week.day(-1), 9);
    await week.book(0, week.other);
    week.setClock(week.day(-1), 14);
    await runBookingJobs(week.services);
    expect((await week.mailsTo(0)).map(({ subject }) => subject)).toEqual([
      expect.any(String),
      expect.stringMatching(/: On Monday \d+ \w+ at 4:00pm; free to cancel until 4:00pm today$/),
    ]);
  });
});
