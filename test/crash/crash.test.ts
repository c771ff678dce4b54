import { describe, expect, onTestFinished, test } from "vitest";
import { MIGRATED_DATABASE } from "../support/global-setup.ts";
import { createPostgresDatabase, ENGINES } from "../support/test-services.ts";
import { crashLists } from "./crash-lists.ts";
import { crashMembers } from "./crash-members.ts";
import { crashSales } from "./crash-sales.ts";

/** Kills each instance once, or one of them; `npm run crash:members`, `crash:sales` and `crash:lists` run longer. */
const KILLS = { sqlite: 2, postgres: 1 };

describe.each(ENGINES)("when an instance is killed, on %s", (kind) => {
  test.each([
    ["acknowledged pass, freeze, booking or cancellation is lost or doubled", crashMembers, 1],
    ["acknowledged sale, payment or undo is lost or doubled", crashSales, 1],
    ["list is imported in part", crashLists, 0],
  ])(
    "no %s",
    async (_, crash, leastUnanswered) => {
      const database = kind === "postgres" ? await createPostgresDatabase(MIGRATED_DATABASE) : undefined;
      onTestFinished(async () => database?.drop());
      const figures = await crash(KILLS[kind], database?.url);
      expect(figures.wrong).toEqual([]);
      expect(figures.kills).toBe(KILLS[kind]);
      expect(figures.acknowledged + figures.unanswered).toBeGreaterThanOrEqual(KILLS[kind]);
      expect(figures.unanswered).toBeGreaterThanOrEqual(leastUnanswered);
    },
    120_000,
  );
});
