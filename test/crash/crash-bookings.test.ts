import { expect, test } from "vitest";
import { ENGINES } from "../support/test-services.ts";
import { crashBookings } from "./crash-bookings.ts";

/** One kill of each instance; `npm run crash:bookings` runs longer. */
const KILLS = 2;

test.each(ENGINES)(
  "no acknowledged booking is lost when an instance is killed, on %s",
  async (kind) => {
    const figures = await crashBookings(KILLS, kind);
    expect(figures.wrong).toEqual([]);
    expect(figures.acknowledged).toBeGreaterThan(KILLS);
    expect(figures.unanswered).toBeGreaterThan(0);
  },
  60_000,
);
