import { describe, expect, onTestFinished, test } from "vitest";
import { MIGRATED_DATABASE } from "../support/global-setup.ts";
import { createPostgresDatabase, ENGINES } from "../support/test-services.ts";
import { CRASH_LISTS } from "./crash-lists.ts";
import { CRASH_MEMBERS } from "./crash-members.ts";
import { CRASH_SALES } from "./crash-sales.ts";
import { runKillTest } from "./killed-instances.ts";

/** Kills each instance once, or one of them; `npm run crash:members`, `crash:sales` and `crash:lists` run longer. */
const KILLS = { sqlite: 2, postgres: 1 };

describe.each(ENGINES)("when an instance is killed, on %s", (kind) => {
  test.each([
    ["acknowledged pass, freeze, booking or cancellation is lost or doubled", CRASH_MEMBERS, 1],
    ["acknowledged sale, payment or undo is lost or doubled", CRASH_SALES, 1],
    ["list is imported in part", CRASH_LISTS, 0],
  ])(
    "no %s",
    async (_, killTest, leastUnanswered) => {
      const database = kind === "postgres" ? await createPostgresDatabase(MIGRATED_DATABASE) : undefined;
      onTestFinished(async () => database?.drop());
      const figures = await runKillTest(killTest, KILLS[kind], database?.url);
      expect(figures.wrong).toEqual([]);
      expect(figures.kills).toBe(KILLS[kind]);
      expect(figures.acknowledged + figures.unanswered).toBeGreaterThanOrEqual(KILLS[kind]);
      expect(figures.unanswered).toBeGreaterThanOrEqual(leastUnanswered);
    },
    120_000,
  );
});
