/** A month of a gym: 30 classes a week, 300 members, holidays and substitutes, with all rules checked after every action. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { runMonth } from "../../test/bookings/booking-month.ts";
import { ENGINES, openTestSite } from "../../test/support/test-services.ts";

/** PostgreSQL runs a few days: the code is the same, apart from the engine's SQL. */
const DAYS = { sqlite: 30, postgres: 3 };

test.each(ENGINES)(
  "the rules of places, order, deadlines and emails hold for a month on %s",
  async (kind) => {
    const site = await openTestSite(kind);
    if (kind === "sqlite") await sql`pragma synchronous = off`.execute(site.services.db);
    try {
      const figures = await runMonth(site.services, { seed: 1, days: DAYS[kind] });
      if (process.env.FIGURES) console.log(figures);
      expect(figures.actions).toBeGreaterThan(50 * DAYS[kind]);
      expect(figures.outcomes["book booked"]).toBeGreaterThan(10 * DAYS[kind]);
      expect(figures.outcomes["rebook moved"]).toBeGreaterThan(0);
      expect(figures.outcomes["book waiting"]).toBeGreaterThan(0);
    } finally {
      await site.close();
    }
  },
  240_000,
);
