import { expect, test } from "vitest";
import { ENGINES } from "../support/test-services.ts";
import { crashDesk } from "./crash-desk.ts";

/** `npm run crash:desk` runs longer. */
const KILLS = 2;

test.each(ENGINES)(
  "nothing acknowledged at the desk is lost, doubled or stored in part when an instance is killed, on %s",
  async (kind) => {
    const figures = await crashDesk(KILLS, kind);
    expect(figures.wrong).toEqual([]);
    expect(figures.kills).toBe(KILLS);
    expect(figures.acknowledged).toBeGreaterThanOrEqual(KILLS);
    expect(figures.unanswered).toBeGreaterThan(0);
  },
  180_000,
);
