import { expect, test } from "vitest";
import { SalesRun } from "../../test/sales/random-sales.ts";
import { openSales } from "../../test/sales/sales-gym.ts";
import { openGym } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";

/** For more, run `SEEDS=50 npm test -- app/sales/random-sales`. */
const SEEDS = Number(process.env.SEEDS ?? 1);

test.each(ENGINES)(
  "a month of random sales matches accounts kept by hand, to the shilling, on %s",
  async (kind) => {
    const done = new Set<string>();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { services, clock, close } = await openGym(kind, { now: "2026-12-16T04:00:00.000Z", hasMembers: true });
      await openSales(services);
      const run = new SalesRun(services, clock, seed);
      await run.play();
      for (const outcome of run.outcomes) done.add(outcome);
      await close();
    }
    expect([...done]).toEqual(
      expect.arrayContaining(["sell done", "sell code-used", "take done", "undo done", "refund done", "close done"]),
    );
  },
  120_000 * SEEDS,
);
