/** A few of the random runs of `npm run timetable:runs`, from fixed seeds. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { ENGINES, openTestSite } from "../../test/support/test-services.ts";
import { runTimetable } from "../../test/timetable/timetable-simulation.ts";

/** As many as run in a few seconds. Every fourth run has no bookings, and a clock that is set back. */
const SEEDS = { sqlite: [1, 2, 3, 4], postgres: [1, 4] };
const DAYS = 30;

test.each(ENGINES)(
  "no booked or past session changes by itself, reappears, is lost or is shown twice on %s",
  async (kind) => {
    const site = await openTestSite(kind);
    if (kind === "sqlite") await sql`pragma synchronous = off`.execute(site.services.db);
    try {
      for (const seed of SEEDS[kind]) {
        const { actions, compared, mails, toTell } = await runTimetable(site.services, seed, DAYS);
        expect(actions).toBeGreaterThan(50);
        expect(mails > 50).toBe(seed !== 4);
        expect(toTell > 500).toBe(seed !== 4);
        expect(compared).toBeGreaterThan(2000);
      }
    } finally {
      await site.close();
    }
  },
  120_000,
);
