import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ACTOR, OTHER_ACTOR } from "../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { addWeeklySlot, changeWeeklySlot, removeWeeklySlot, seenOf } from "../../test/timetable/weekly-slots.ts";
import { changeSlot, undoSlots } from "./slot-changes.server.ts";
import type { SlotValues } from "./slot-periods.server.ts";

const FIRST: SlotValues = {
  ...{ day: "monday", time: { from: "9:10am", to: "10:10am" } },
  ...{ gymClass: "fitness", trainer: "wanjiru-kamau" },
};
const NOON = { from: "12:00pm", to: "1:00pm" };

describe.each(ENGINES)("a change of a weekly slot on %s", (kind) => {
  const { services } = openGymBeforeAll(kind, { now: "2026-11-22T09:00:00.000Z" });
  let slot: string;
  beforeEach(async () => {
    slot = await addWeeklySlot(services, FIRST);
  });
  afterEach(() => removeWeeklySlot(services, slot));

  const edit = (values: Partial<SlotValues>) => changeWeeklySlot(services, slot, { ...FIRST, ...values });

  test("is refused for a stale form, and made once when sent several times", async () => {
    const seen = await seenOf(services, slot);
    const send = (values: Partial<SlotValues> | null, actor = ACTOR) =>
      changeSlot(services, slot, { values: values && { ...FIRST, ...values }, from: null, seen }, actor);
    const codes = (await Promise.all([1, 2, 3].map(() => send({ time: NOON })))).map(({ code }) => code);
    expect(codes.sort()).toEqual(["done", "same", "same"]);
    expect(await send({ trainer: "amina-yusuf" }, OTHER_ACTOR)).toMatchObject({ code: "conflict", by: "Wanjiru" });
    expect(await send(null, OTHER_ACTOR)).toMatchObject({ code: "conflict" });
    const change = { values: FIRST, from: null, seen: "" };
    expect(await changeSlot(services, "nothing", change, ACTOR)).toEqual({ code: "unknown" });
    expect(await undoSlots(services, "nothing", ACTOR)).toEqual({ code: "unknown" });
    expect(await edit({ gymClass: "chess" })).toEqual({ code: "class-unknown" });
    expect(await edit({ trainer: "nobody" })).toEqual({ code: "trainer-unknown" });
    const first = await edit({ gymClass: "yoga" });
    await edit({ gymClass: "boxing" });
    const act = first.code === "done" ? first.actId : "";
    expect(await undoSlots(services, act, ACTOR)).toMatchObject({ code: "conflict", by: "Wanjiru" });
    const removed = slot;
    await removeWeeklySlot(services, removed);
    // Bookings of its classes still name it.
    slot = await addWeeklySlot(services, FIRST);
    expect(slot).not.toBe(removed);
  });
});
