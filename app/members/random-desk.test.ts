import { expect, test } from "vitest";
import { Desk } from "../../test/members/random-desk.ts";
import { openGym } from "../../test/support/open-gym.ts";
import { fullScans } from "../../test/support/query-plans.ts";
import { ENGINES } from "../../test/support/test-services.ts";

/** For more, run `SEEDS=50 npm test -- app/members/random-desk`. */
const SEEDS = Number(process.env.SEEDS ?? 1);

/** PostgreSQL runs four months: the code is the same, apart from the engine's SQL. */
const DAYS = { sqlite: 2 * 365, postgres: 122 };

test.each(ENGINES)(
  "after random acts of the desk over years, every day matches a day-by-day count, and each query has an index, on %s",
  async (kind) => {
    const done = new Set<string>();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const gym = { now: "2026-11-22T09:00:00.000Z", hasMembers: true, places: { fitness: 200 } };
      const { services, clock, close } = await openGym(kind, gym);
      const desk = new Desk(services, clock, seed);
      await desk.work(DAYS[kind]);
      for (const act of desk.acts) done.add(act);
      expect(await fullScans({ services, kind }, desk.queries.values())).toEqual([]);
      await close();
    }
    if (kind === "postgres") return;
    expect([...done].sort()).toEqual([
      ...["become a member", "book a stranger", "book a stranger again", "book by name", "buy behind", "buy today"],
      ...["come early", "correct a person", "end", "erase", "erase a stranger", "freeze, counted", "freeze, medical"],
      ...["give closed days back", "link an account", "merge", "take a freeze back", "take a pass back"],
      ...["take an account off", "take an end back", "take closed days back"],
    ]);
  },
  300_000 * SEEDS,
);
