import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { slots } from "../../seed/weekly-slots.ts";
import { seedGym } from "../../test/bookings/booking-gym.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { changeWeeklySlot, removeWeeklySlot } from "../../test/timetable/weekly-slots.ts";
import { addDays, comingDate, dateInNairobi } from "../time/dates.server.ts";
import { findClassSession, sessionsBetween } from "./class-sessions.server.ts";

describe.each(ENGINES)("the dated timetable on %s", (kind) => {
  let site: TestSite;
  let monday: string;
  beforeEach(async () => {
    site = await openTestSite(kind);
    await seedGym(site.services);
    monday = addDays(comingDate("monday", dateInNairobi(site.services.now())), 7);
  });
  afterEach(() => site.close());

  const outline = async (from: string, to = from) =>
    (await sessionsBetween(site.services, from, to)).map(({ id, time }) => `${id} ${time.from}`);

  test("has a session for each weekly slot", async () => {
    const ids = slots.filter(({ day }) => day === "monday").map(({ slug }) => `${slug}.${monday}`);
    expect((await outline(monday)).sort()).toHaveLength(ids.length);
    expect(await outline(monday)).toEqual([
      `monday-1.${monday} 9:00am`,
      `monday-3.${monday} 4:00pm`,
      `monday-4.${monday} 6:00pm`,
      `monday-2.${monday} 10:00pm`,
    ]);
    expect(await sessionsBetween(site.services, monday, addDays(monday, 6))).toHaveLength(slots.length);
    const first = await findClassSession(site.services, `monday-1.${monday}`);
    expect(first).toMatchObject({
      startsAt: `${monday}T06:00:00.000Z`,
      endsAt: `${monday}T07:00:00.000Z`,
      className: "Fitness",
      trainerName: "Wanjiru Kamau",
      state: "scheduled",
      isStored: false,
      sequence: 0,
    });
    for (const id of [`monday-1.${addDays(monday, 1)}`, "monday-1.2020-01-06", "monday-1", "x.2026-02-31", ""]) {
      expect(await findClassSession(site.services, id), id).toBeUndefined();
    }
  });

  test("skips and logs a session whose trainer is missing", async () => {
    await changeWeeklySlot(site.services, "monday-1", { trainer: "brian-otieno" });
    await site.services.db.deleteFrom("entries").where("slug", "=", "wanjiru-kamau").execute();
    await removeWeeklySlot(site.services, "monday-2");
    expect(await outline(monday)).toEqual([`monday-1.${monday} 9:00am`, `monday-3.${monday} 4:00pm`]);
    expect(site.logged).toContainEqual(expect.objectContaining({ event: "broken-reference", slot: "monday-4" }));
  });
});
