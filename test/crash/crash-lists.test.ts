import { expect, test } from "vitest";
import { ENGINES } from "../support/test-services.ts";
import { crashLists } from "./crash-lists.ts";

/** The long form is `npm run crash:lists`. */
const KILLS = 2;

test.each(ENGINES)(
  "all of a list is there or nothing, when an instance is killed meanwhile, on %s",
  async (kind) => {
    const figures = await crashLists(KILLS, kind);
    expect(figures.wrong).toEqual([]);
    expect(figures.kills).toBe(KILLS);
  },
  60_000,
);
