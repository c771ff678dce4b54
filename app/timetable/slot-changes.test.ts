import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedGym } from "../../test/bookings/booking-gym.ts";
import { ACTOR, OTHER_ACTOR, publishValues } from "../../test/content/content-changes.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { addWeeklySlot, changeWeeklySlot, removeWeeklySlot, seenOf } from "../../test/timetable/weekly-slots.ts";
import { findLive } from "../cms/editing/entry-rows.server.ts";
import { removeEntry } from "../cms/editing/removal.server.ts";
import { classType } from "../content-types/class.ts";
import { trainerType } from "../content-types/trainer.ts";
import { addDays, comingDate, dateInNairobi } from "../time/dates.server.ts";
import { MAX_REASON } from "./class-session.ts";
import { findClassSession, sessionsBetween } from "./class-sessions.server.ts";
import { cancelSession, substituteTrainer } from "./session-actions.server.ts";
import { type AffectedAnswer, addSlots, changeSlot, undoSlots } from "./slot-changes.server.ts";
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
  /** A session of the slot. */
  let id: string;
  let slot: string;
  beforeAll(async () => {
    site = await openTestSite(kind);
    await seedGym(site.services);
    monday = comingDate("monday", dateInNairobi(site.services.now()));
  });
  beforeEach(async () => {
    monday = addDays(monday, 14);
    slot = await addWeeklySlot(site.services, FIRST);
    id = `${slot}.${monday}`;
  });
  afterEach(() => removeWeeklySlot(site.services, slot));
  afterAll(() => site.close());

  const find = (sought = id) => findClassSession(site.services, sought);
  const edit = (values: Partial<SlotValues>, how = {}) =>
    changeWeeklySlot(site.services, slot, { ...FIRST, ...values }, how);
  const substitute = (session = id) => {
    const confirmed = ["trainer-busy"] as const;
    return substituteTrainer(site.services, { id: session, seen: 0, trainerSlug: "amina-yusuf", confirmed }, ACTOR);
  };
  const passTo = (moment: string) => site.passTime(Date.parse(moment) - site.services.now().getTime());
  const actOf = (outcome: Awaited<ReturnType<typeof changeSlot>>) => {
    if (outcome.code !== "done") throw new Error(JSON.stringify(outcome));
    return outcome.actId;
  };

  test("lists the affected sessions, and applies the choice to them", async () => {
    const [next, third] = [`${slot}.${addDays(monday, 7)}`, `${slot}.${addDays(monday, 14)}`];
    await substitute();
    await cancelSession(site.services, { id: next, seen: 0, reason: "Rain" }, ACTOR);
    await substitute(third);
    const seen = await seenOf(site.services, slot);
    const wednesday: SlotValues = { ...FIRST, day: "wednesday", time: NOON };
    const change = (values: SlotValues | null, from: string | null, answer?: AffectedAnswer) =>
      changeSlot(site.services, slot, { values, from, seen }, ACTOR, answer);
    const ids = (outcome: Awaited<ReturnType<typeof change>>) =>
      outcome.code === "affected" ? outcome.sessions.map((session) => session.id) : outcome.code;
    expect(ids(await change(FIRST, null))).toBe("same");
    expect(ids(await change({ ...FIRST, trainer: "brian-otieno" }, null))).toEqual([id, third]);
    expect(ids(await change(null, null))).toEqual([id, third]);
    expect(ids(await change(wednesday, addDays(monday, 1)))).toEqual([next, third]);
    const listed = [id, next, third];
    for (const unanswered of [
      { listed: [id, next], choice: "follow", reason: "" },
      { listed, choice: "cancel", reason: "" },
      { listed, choice: "cancel", reason: "x".repeat(MAX_REASON + 1) },
    ] as const) {
      expect(ids(await change(wednesday, null, unanswered))).toEqual(listed);
    }
    // A listed session that is no longer affected stays.
    actOf(await change(wednesday, addDays(monday, 1), { listed, choice: "follow", reason: "" }));
    expect(await find()).toMatchObject({ date: monday, insteadOf: "Wanjiru Kamau" });
    expect(await find(next)).toMatchObject({ date: addDays(monday, 9), state: "cancelled", reason: "Rain" });
    expect(await find(third)).toMatchObject({
      date: addDays(monday, 16),
      time: NOON,
      insteadOf: null,
      movedFrom: null,
    });
    const all = await sessionsBetween(site.services, monday, addDays(monday, 20));
    expect(all.filter((session) => session.slot === slot).map((session) => session.id)).toEqual([
      ...[id, `${slot}.${addDays(monday, 2)}`, next, third],
    ]);
  });

  test("does not change sessions that have begun", async () => {
    passTo(`${monday}T07:00:00.000Z`);
    const before = await find();
    await rename("wanjiru-kamau", "Wanjiru K.");
    expect(await find()).toEqual({ ...before, isStored: true });
    await rename("wanjiru-kamau", "Wanjiru Kamau");
    await edit({ time: { from: "11:00pm", to: "11:30pm" } });
    expect(await find()).toEqual({ ...before, isStored: true });
    await removeWeeklySlot(site.services, slot);
    expect(await find()).toEqual({ ...before, isStored: true });
  });

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

  const rename = async (slug: string, name: string) => {
    const trainer = await findLive(site.services.db, { type: trainerType.name, slug });
    await publishValues(site.services, trainerType, slug, { ...JSON.parse(trainer?.body ?? "{}"), name });
  };

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
