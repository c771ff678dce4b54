import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { slots } from "../../seed/weekly-slots.ts";
import { seedGym } from "../../test/bookings/booking-gym.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { addWeeklySlot, changeWeeklySlot, removeWeeklySlot } from "../../test/timetable/weekly-slots.ts";
import { pollContentVersion } from "../cms/content-version.server.ts";
import { addDays, comingDate, dateInNairobi } from "../time/dates.server.ts";
import type { TimetableRow } from "./class-session.ts";
import { daysBetween, findClassSession, sessionsBetween } from "./class-sessions.server.ts";
import { rowOfSession } from "./session-rows.server.ts";
import { pollTimetableVersions } from "./timetable-records.server.ts";

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

  /** Makes a change like another instance, then polls. */
  async function elsewhere(change: () => Promise<unknown>): Promise<void> {
    await change();
    await sql`update schedule_state set version = version + 1`.execute(site.services.db);
    await pollTimetableVersions(site.services);
    await pollContentVersion(site.services);
  }

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

  test("has the rows of a day by start", async () => {
    const [day] = await daysBetween(site.services, monday, monday);
    expect(day).toMatchObject({ date: monday, day: "monday", closure: null });
    expect(day?.rows.map(({ slot }) => slot)).toEqual(["monday-1", "monday-3", "monday-4", "monday-2"]);
  });

  test("follows the weekly timetable from the dates of its changes", async () => {
    const next = addDays(monday, 7);
    const row = { time: { from: "5:00am", to: "6:00am" }, gymClass: "yoga", trainer: "amina-yusuf" };
    await changeWeeklySlot(site.services, "monday-1", { ...row, day: "tuesday" }, { from: next });
    await removeWeeklySlot(site.services, "monday-3", { from: next });
    const added = await addWeeklySlot(site.services, { ...row, day: "monday" }, next);
    expect(await outline(monday)).toHaveLength(4);
    expect(await outline(next)).toEqual([
      `${added}.${next} 5:00am`,
      `monday-4.${next} 6:00pm`,
      `monday-2.${next} 10:00pm`,
    ]);
    expect((await outline(addDays(next, 1)))[0]).toBe(`monday-1.${addDays(next, 1)} 5:00am`);
  });

  test("shows the sessions of a closed day as cancelled", async () => {
    const closure = { date: monday, note: "Jamhuri Day", made_at: monday, made_by_id: "user-1", made_by: "Wanjiru" };
    await elsewhere(() => site.services.db.insertInto("schedule_closures").values(closure).execute());
    const [day, next] = await daysBetween(site.services, monday, addDays(monday, 1));
    expect([day?.closure, next?.closure]).toEqual(["Jamhuri Day", null]);
    for (const row of day?.rows ?? []) {
      expect(row).toMatchObject({ state: "cancelled", isClosed: true, reason: "Jamhuri Day" });
    }
    await elsewhere(() => site.services.db.deleteFrom("schedule_closures").execute());
    expect((await sessionsBetween(site.services, monday, monday)).map(({ state }) => state)).not.toContain("cancelled");
  });

  test("shows a moved session on both days, in the order of time", async () => {
    const [tuesday, session] = [addDays(monday, 1), await findClassSession(site.services, `monday-2.${monday}`)];
    if (session === undefined) throw new Error("No such session");

    const moved = { date: tuesday, time_from: "3:00pm", time_to: "4:00pm", starts_at: `${tuesday}T12:00:00.000Z` };
    const row = {
      ...rowOfSession(session),
      ...moved,
      ends_at: `${tuesday}T13:00:00.000Z`,
      decided: '["time"]',
      changed_at: monday,
    };
    await elsewhere(() => site.services.db.insertInto("class_sessions").values(row).execute());
    const [from, to] = await daysBetween(site.services, monday, tuesday);
    const seen = (rows: TimetableRow[] | undefined) =>
      rows?.map(({ slot, time, movedTo, movedFrom }) => [slot, time.from, movedTo?.date, movedFrom?.date]);
    expect(seen(from?.rows)).toEqual([
      ["monday-1", "9:00am", undefined, undefined],
      ["monday-3", "4:00pm", undefined, undefined],
      ["monday-4", "6:00pm", undefined, undefined],
      ["monday-2", "10:00pm", tuesday, undefined],
    ]);
    expect(seen(to?.rows)?.map(([slot]) => slot)).toEqual(["tuesday-1", "monday-2", "tuesday-3", "tuesday-2"]);
    expect(await outline(monday, tuesday)).toHaveLength(7);
    expect(await outline(tuesday)).toContain(`monday-2.${monday} 3:00pm`);
  });

  test("skips and logs a session whose trainer is missing", async () => {
    await changeWeeklySlot(site.services, "monday-1", { trainer: "brian-otieno" });
    await site.services.db.deleteFrom("entries").where("slug", "=", "wanjiru-kamau").execute();
    await removeWeeklySlot(site.services, "monday-2");
    expect(await outline(monday)).toEqual([`monday-1.${monday} 9:00am`, `monday-3.${monday} 4:00pm`]);
    expect(site.logged).toContainEqual(expect.objectContaining({ event: "broken-reference", slot: "monday-4" }));
  });
});
