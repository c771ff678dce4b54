import { describe, expect, test } from "vitest";
import { momentAt } from "../../test/bookings/booking-gym.ts";
import {
  availabilityOf,
  cancellationDeadline,
  isShortNotice,
  promotedDeadline,
  promotionsEnd,
} from "./booking-times.server.ts";

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
    [monday(7), monday(9), 4, undefined],
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
