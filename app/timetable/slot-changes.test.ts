import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedGym } from "../../test/bookings/booking-gym.ts";
import { ACTOR, OTHER_ACTOR, publishValues } from "../../test/content/content-changes.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { addWeeklySlot, changeWeeklySlot, removeWeeklySlot, seenOf } from "../../test/timetable/weekly-slots.ts";
import { findLive } from "../cms/editing/entry-rows.server.ts";
import { removeEntry } from "../cms/editing/removal.server.ts";
import { classType } from "../content-types/class.ts";
import { addDays, comingDate, dateInNairobi } from "../time/dates.server.ts";
import { findClassSession, sessionsBetween } from "./class-sessions.server.ts";
import { addSlots, changeSlot, undoSlots } from "./slot-changes.server.ts";
import { listChangesOfAct } from "./slot-history.server.ts";
import type { SlotValues } from "./slot-periods.server.ts";
import { readSlot } from "./slot-rows.server.ts";
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
  const actOf = (outcome: Awaited<ReturnType<typeof changeSlot>>) => {
    if (outcome.code !== "done") throw new Error(JSON.stringify(outcome));
    return outcome.actId;
  };

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

  test("adds several days at once, and undoes them together unless one was changed since", async () => {
    const { services } = site;
    const slots = { ...FIRST, time: NOON, days: ["tuesday", "friday"] as const, first: monday };
    const outcomes = await Promise.all([1, 2, 3].map(() => addSlots(services, slots, ACTOR)));
    expect(outcomes.map(({ code }) => code).sort()).toEqual(["done", "same", "same"]);
    const act = outcomes.flatMap((outcome) => (outcome.code === "done" ? outcome.actId : []))[0] ?? "";
    const added = (await listChangesOfAct(services.db, act)).map((change) => change.slot);
    expect(added).toHaveLength(2);
    const [tuesday = ""] = added;
    expect(await find(`${tuesday}.${addDays(monday, 1)}`)).toMatchObject({ time: NOON });
    expect(await find(`${tuesday}.${addDays(monday, -6)}`)).toBeUndefined();
    const later = actOf(await changeWeeklySlot(services, tuesday, { trainer: "brian-otieno" }));
    expect(await undoSlots(services, act, OTHER_ACTOR)).toMatchObject({ code: "conflict", by: "Wanjiru" });
    await undoSlots(services, later, ACTOR);
    expect(await undoSlots(services, act, OTHER_ACTOR)).toMatchObject({ code: "done" });
    expect(await undoSlots(services, act, OTHER_ACTOR)).toEqual({ code: "same" });
    expect(await Promise.all(added.map((each) => readSlot(services.db, each)))).toEqual([[], []]);
  });

  test("can't be undone if the earlier class was unpublished since", async () => {
    const { services } = site;
    const { body } = (await findLive(services.db, { type: classType.name, slug: "boxing" })) ?? { body: "{}" };
    await publishValues(services, classType, "chess", { ...JSON.parse(body), title: "Chess" });
    await edit({ gymClass: "chess" });
    expect(await removeEntry(services, classType, "chess", ACTOR)).toMatchObject({
      ...{ code: "referenced", references: [{ type: "slot", slug: slot, to: `/staff/timetable/rows/${slot}` }] },
    });
    site.passTime(DAY_MS);
    const act = actOf(await edit({ gymClass: "yoga" }));
    expect(await removeEntry(services, classType, "chess", ACTOR)).toEqual({ code: "removed" });
    expect(await undoSlots(services, act, ACTOR)).toEqual({ code: "class-unknown" });
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
