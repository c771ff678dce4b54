import { describe, expect, test } from "vitest";
import { startOfDate } from "../time/dates.server.ts";
import {
  availabilityOf,
  bookingDeadline,
  cancellationDeadline,
  checkInOpensAt,
  checkInWindow,
  correctionEndsAt,
  disputeEndsAt,
  isNight,
  isShortNotice,
  lastBookableDate,
  opensAt,
  promotedDeadline,
  promotionsEnd,
} from "./booking-times.server.ts";

/** The moment of an hour on a date in Nairobi; minutes are a fraction of the hour. */
function momentAt(date: string, hour: number): string {
  return new Date(startOfDate(date).getTime() + Math.round(hour * 3_600_000)).toISOString();
}

test.each([
  [4, "PPPfF"],
  [3, "PPPF"],
  [1, "PF"],
  [8, "PPPPPPffF"],
  [12, "PPPPPPPPPfffF"],
  [20, "PPPPPPPPPPPPPPPPPfffF"],
])("the availability of %i places, from none to all taken, is %s", (capacity, levels) => {
  const letters = { places: "P", few: "f", full: "F" };
  const sequence = Array.from({ length: capacity + 1 }, (_, taken) => letters[availabilityOf(capacity, taken)]);
  expect(sequence.join("")).toBe(levels);
});

describe("a place that becomes free", () => {
  const [SUNDAY, MONDAY, WEDNESDAY] = ["2026-11-22", "2026-11-23", "2026-11-25"];
  const sunday = (hour: number) => momentAt(SUNDAY, hour);
  const monday = (hour: number) => momentAt(MONDAY, hour);

  /** Now, the start, the late hours; until when a promotion can be declined, undefined: first come, first served. */
  test.each<[string, string, number, string | undefined]>([
    // An evening class, by day.
    [monday(10), monday(18), 4, monday(14)],
    [monday(13), monday(18), 4, monday(15)],
    // After the class's deadline, there is still time to decline.
    [monday(15.9), monday(18), 4, monday(17.9)],
    [monday(16), monday(18), 4, undefined],
    [monday(16), monday(18), 0, undefined],
    [monday(15), monday(18), 0, monday(18)],
    // Promotions at night.
    [sunday(20.5), monday(11), 4, monday(8.5)],
    [sunday(23), monday(11), 4, monday(9)],
    [monday(3), monday(11), 4, monday(9)],
    [monday(6.99), monday(11), 0, monday(11)],
    [monday(8.9), monday(11), 4, monday(10.9)],
    [monday(9), monday(11), 4, undefined],
    // No deadline is at nine in the evening: the next moment is seven.
    [sunday(19), monday(11), 4, monday(7)],
    [sunday(19.5), monday(11), 4, monday(7.5)],
    // The two hours would end as the class begins.
    [sunday(20.9), monday(9), 0, monday(9)],
    [sunday(21), monday(9), 0, undefined],
    [monday(6), monday(9), 4, undefined],
    // A class early in the morning is decided the evening before.
    [sunday(18.9), monday(6), 0, monday(6)],
    [sunday(18.9), monday(6), 4, sunday(21)],
    [sunday(19), monday(6), 4, undefined],
    [sunday(20), monday(8), 0, undefined],
    [sunday(19.9), monday(8), 4, monday(7.9)],
    // Three days ahead everybody has time to read it.
    [sunday(3), momentAt(WEDNESDAY, 18), 4, momentAt(WEDNESDAY, 14)],
    [sunday(3), momentAt(WEDNESDAY, 9), 12, momentAt("2026-11-24", 21)],
  ])("at %s, for a class at %s with %i hours, can be declined until %s", (now, startsAt, hours, until) => {
    const deadline = cancellationDeadline(startsAt, hours);
    expect(promotedDeadline(startsAt, deadline, new Date(now))).toBe(until);
  });

  test("promotes exactly until promotions end, whenever the class begins", () => {
    for (let start = 24; start < 48; start += 0.25) {
      const startsAt = sunday(start);
      const end = promotionsEnd(startsAt);
      for (let now = 0; now < start; now += 0.25) {
        const isPromoted = promotedDeadline(startsAt, startsAt, new Date(sunday(now))) !== undefined;
        expect([startsAt, sunday(now), isPromoted]).toEqual([startsAt, sunday(now), sunday(now) < end]);
      }
    }
  });

  test.each<[string | null, string, boolean]>([
    [null, monday(9), false],
    [monday(10), monday(12), false],
    [monday(10), monday(11.9), true],
    [sunday(23), monday(9), false],
    [sunday(23), monday(8.9), true],
    [sunday(12), monday(6), false],
  ])("at %s gives short notice of a class at %s: %s", (promotedAt, startsAt, isShort) => {
    expect(isShortNotice(promotedAt, startsAt)).toBe(isShort);
  });
});

test("booking opens a week ahead, at six in the morning", () => {
  expect(opensAt("2026-11-30")).toBe(momentAt("2026-11-23", 6));
  expect(lastBookableDate("2026-11-23")).toBe("2026-11-30");
});

describe("a booking can be cancelled", () => {
  test.each([
    ["until the start of a class without late hours", 10, 0, momentAt("2026-11-23", 10)],
    ["until some hours before the start", 18, 4, momentAt("2026-11-23", 14)],
    ["until nine in the evening before, if the deadline would be at night", 10, 4, momentAt("2026-11-22", 21)],
    ["until nine in the evening of the day, if the deadline would be later", 24, 2, momentAt("2026-11-23", 21)],
    ["until seven in the morning, when the night is over", 11, 4, momentAt("2026-11-23", 7)],
  ])("%s", (_, hour, lateHours, deadline) => {
    expect(cancellationDeadline(momentAt("2026-11-23", hour), lateHours)).toBe(deadline);
  });

  test.each([
    ["until the deadline of the session", 9, 14, 14],
    ["for ten minutes if the deadline is past", 15, 14, 15 + 1 / 6],
    ["for ten minutes if the deadline is sooner", 13.9, 14, 13.9 + 1 / 6],
    ["until the start at most", 17.9, 14, 18],
  ])("%s", (_, now, deadline, expected) => {
    const at = (hour: number) => momentAt("2026-11-23", hour);
    expect(bookingDeadline(at(18), at(deadline), new Date(at(now)))).toBe(at(expected));
  });
});

describe("a session from ten to eleven", () => {
  const at = (hour: number) => momentAt("2026-11-23", hour);
  const [startsAt, endsAt] = [at(10), at(11)];

  test("has times for check-in, corrections and disputes", () => {
    expect(checkInOpensAt(startsAt)).toBe(at(8.5));
    expect(correctionEndsAt(endsAt)).toBe(momentAt("2026-11-25", 11));
    expect(disputeEndsAt(endsAt)).toBe(momentAt("2026-11-30", 11));
  });

  test.each([
    [at(8.49), "too-early"],
    [at(8.5), "open"],
    [momentAt("2026-11-25", 11), "open"],
    [momentAt("2026-11-25", 11.01), "too-late"],
  ])("at %s is %s for attendance", (now, window) => {
    expect(checkInWindow({ startsAt, endsAt }, new Date(now))).toBe(window);
  });
});

test("it is night from nine in the evening until seven", () => {
  const isNightAt = (hour: number) => isNight(new Date(momentAt("2026-11-23", hour)));
  expect([21, 24, 30.99].map(isNightAt)).toEqual([true, true, true]);
  expect([20.99, 31].map(isNightAt)).toEqual([false, false]);
});
