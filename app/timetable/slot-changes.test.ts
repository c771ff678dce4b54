import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedGym } from "../../test/bookings/booking-gym.ts";
import { ACTOR, OTHER_ACTOR } from "../../test/content/content-changes.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { addWeeklySlot, changeWeeklySlot, removeWeeklySlot, seenOf } from "../../test/timetable/weekly-slots.ts";
import { addDays, comingDate, dateInNairobi } from "../time/dates.server.ts";
import { findClassSession, sessionsBetween } from "./class-sessions.server.ts";
import { changeSlot, undoSlots } from "./slot-changes.server.ts";
import type { SlotValues } from "./slot-periods.server.ts";
import { storePastSessions } from "./timetable-change.server.ts";

const DAY_MS = 24 * 60 * 60_000;

const FIRST: SlotValues = {
  ...{ day: "monday", time: { from: "9:10am", to: "10:10am" } },
  ...{ gymClass: "fitness", trainer: "wanjiru-kamau" },
};
const NOON = { from: "12:00pm", to: "1:00pm" };

describe.each(ENGINES)("a change of a weekly slot on %s", (kind) => {
  let site: TestSite;
  let monday: string;
  let slot: string;
  beforeAll(async () => {
    site = await openTestSite(kind);
    await seedGym(site.services);
    monday = comingDate("monday", dateInNairobi(site.services.now()));
  });
  beforeEach(async () => {
    monday = addDays(monday, 14);
    slot = await addWeeklySlot(site.services, FIRST);
  });
  afterEach(() => removeWeeklySlot(site.services, slot));
  afterAll(() => site.close());

  const find = (id: string) => findClassSession(site.services, id);
  const edit = (values: Partial<SlotValues>, how = {}) =>
    changeWeeklySlot(site.services, slot, { ...FIRST, ...values }, how);
  test("is refused for a stale form, and made once when sent several times", async () => {
    const { services } = site;
    const seen = await seenOf(services, slot);
    const send = (values: Partial<SlotValues> | null, actor = ACTOR) =>
      changeSlot(services, slot, { values: values && { ...FIRST, ...values }, from: null, seen }, actor);
    const codes = (await Promise.all([1, 2, 3].map(() => send({ time: NOON })))).map(({ code }) => code);
    expect(codes.sort()).toEqual(["done", "same", "same"]);
    expect(await send({ trainer: "amina-yusuf" }, OTHER_ACTOR)).toMatchObject({ code: "conflict", by: "Wanjiru" });
    expect(await send(null, OTHER_ACTOR)).toMatchObject({ code: "conflict" });
    expect(await changeSlot(services, "nothing", { values: FIRST, from: null, seen: "" }, ACTOR)).toEqual({
      code: "unknown",
    });
    expect(await undoSlots(services, "nothing", ACTOR)).toEqual({ code: "unknown" });
    expect(await edit({ gymClass: "chess" })).toEqual({ code: "class-unknown" });
    expect(await edit({ trainer: "nobody" })).toEqual({ code: "trainer-unknown" });
  });

  test("recovers from a clock that was a year ahead for a minute", async () => {
    const yearMs = 365 * DAY_MS;
    const dates = [addDays(monday, 7), addDays(monday, 14)] as const;
    const before = await sessionsBetween(site.services, ...dates);
    site.passTime(yearMs);
    await storePastSessions(site.services);
    site.passTime(-yearMs);
    expect(await sessionsBetween(site.services, ...dates)).toEqual(before);
    await edit({ time: NOON });
    expect(await find(`${slot}.${dates[0]}`)).toMatchObject({ time: NOON, isStored: false });
  });
});
