/** A few of the random runs of `npm run timetable:runs`, from fixed seeds. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { ENGINES, openTestSite } from "../../test/support/test-services.ts";
import { runTimetable } from "../../test/timetable/timetable-simulation.ts";

/** As many as fit in some seconds; `npm run timetable:runs` has the rest. Every fourth has no bookings, and a clock put back. */
const SEEDS = { sqlite: [1, 2, 3, 4], postgres: [1, 4] };
const DAYS = 30;

test.each(ENGINES)(
  "nothing that is relied on changes unasked, comes back, is lost or shown twice on %s",
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
