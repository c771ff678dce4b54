/** A few of the random runs of `npm run timetable:runs`, from fixed seeds. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { ENGINES, openTestSite } from "../../../test/test-services.ts";
import { runTimetable } from "../../../test/timetable-simulation.ts";

/** As many as fit in some seconds; `npm run timetable:runs` has the rest. */
const RUNS = { sqlite: 3, postgres: 2 };
const DAYS = 30;

test.each(ENGINES)(
  "nothing that is relied on changes unasked, comes back, is lost or shown twice on %s",
  async (kind) => {
    const site = await openTestSite(kind);
    if (kind === "sqlite") await sql`pragma synchronous = off`.execute(site.services.db);
    try {
      for (let seed = 1; seed <= RUNS[kind]; seed += 1) {
        const { acts, compared } = await runTimetable(site.services, seed, DAYS);
        expect(acts).toBeGreaterThan(50);
        expect(compared).toBeGreaterThan(2000);
      }
    } finally {
      await site.close();
    }
  },
  120_000,
);
