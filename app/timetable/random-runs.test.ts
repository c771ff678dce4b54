/** Random weeks of the timetable and its bookings. For more, run `SEEDS=50 npm test -- app/timetable/random-runs`. */
import { expect, onTestFinished, test } from "vitest";
import { fullScans } from "../../test/support/query-plans.ts";
import { ENGINES, openTestSite } from "../../test/support/test-services.ts";
import { runTimetable } from "../../test/timetable/timetable-simulation.ts";

/** Every fourth run has no bookings, and a clock that is set back. */
const SEEDS = { sqlite: [1, 4], postgres: [2] };
const MORE_SEEDS = Array.from({ length: Number(process.env.SEEDS ?? 0) }, (_, index) => index + 5);
const DAYS = { sqlite: 30, postgres: 20 };

test.each(ENGINES)(
  "no booked or past session changes by itself, reappears, is lost or is shown twice, and each query has an index, on %s",
  async (kind) => {
    const site = await openTestSite(kind);
    onTestFinished(site.close);
    for (const seed of [...SEEDS[kind], ...MORE_SEEDS]) {
      site.logged.length = 0;
      const { actions, compared, mails, toTell, queries } = await runTimetable(site.services, seed, DAYS[kind]);
      const hasBookings = seed % 4 !== 0;
      expect(actions).toBeGreaterThan(2 * DAYS[kind]);
      expect(mails > actions / 4).toBe(hasBookings);
      expect(toTell > actions / 2).toBe(hasBookings);
      expect(compared).toBeGreaterThan(10 * actions);
      expect(await fullScans(site, queries.values())).toEqual([]);
    }
  },
  240_000 + 60_000 * MORE_SEEDS.length,
);
