import { expect, test } from "vitest";
import { ENGINES } from "../support/test-services.ts";
import { crashSales } from "./crash-sales.ts";

/** One kill of each instance; `npm run crash:sales` runs longer. */
const KILLS = 2;

test.each(ENGINES)(
  "no acknowledged sale, payment or undo is lost or doubled when an instance is killed, on %s",
  async (kind) => {
    const figures = await crashSales(KILLS, kind);
    expect(figures.wrong).toEqual([]);
    expect(figures.acknowledged).toBeGreaterThan(KILLS);
    expect(figures.unanswered).toBeGreaterThan(0);
  },
  60_000,
);
