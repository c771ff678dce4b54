import { expect, test } from "vitest";
import { ENGINES } from "../support/test-services.ts";
import { crashLists } from "./crash-lists.ts";

/** `npm run crash:lists` runs longer. */
const KILLS = 2;

test.each(ENGINES)(
  "a list is imported completely or not at all when an instance is killed, on %s",
  async (kind) => {
    const figures = await crashLists(KILLS, kind);
    expect(figures.wrong).toEqual([]);
    expect(figures.kills).toBe(KILLS);
  },
  60_000,
);
