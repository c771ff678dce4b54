import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ACTOR, publishValues, replaceEverywhere } from "../../test/content/content-changes.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { saveDraft } from "../cms/editing/drafts.server.ts";
import { runDueSchedules } from "../cms/editing/due-schedules.server.ts";
import { findDraft, findLive } from "../cms/editing/entry-rows.server.ts";
import { type PublishOptions, publish } from "../cms/editing/publishing.server.ts";
import { removeEntry } from "../cms/editing/removal.server.ts";
import { cancelSchedule, schedulePublish } from "../cms/editing/schedules.server.ts";
import { putBack } from "../cms/editing/undo.server.ts";
import { seedNewTypes } from "../cms/entries.server.ts";
import { catalogue } from "../content-types/catalogue.ts";
import { trainerType } from "../content-types/trainer.ts";
import { weeklySlotType } from "../content-types/weekly-slot.ts";
import { addDays, comingDate, dateInNairobi, startOfDate } from "../time/dates.server.ts";
import { applyChoices, type Choice, sessionsAffectedBy, type WeeklySlotValues } from "./affected-sessions.server.ts";
import { findClassSession, sessionsBetween } from "./class-sessions.server.ts";
import { cancelSession, moveSession, restoreSession, substituteTrainer } from "./session-actions.server.ts";
import { writePastSessions } from "./timetable-change.server.ts";

const DAY_MS = 24 * 60 * 60_000;

const FIRST: WeeklySlotValues = {
  ...{ day: "monday", time: { from: "9:00am", to: "10:00am" } },
  ...{ gymClass: "fitness", trainer: "wanjiru-kamau" },
};
const NOON = { from: "12:00pm", to: "1:00pm" };

describe.each(ENGINES)("a change of the week on %s", (kind) => {
  let site: TestSite;
  let monday: string;
  /** The session of the slot that is changed. */
  let id: string;
  let slot: string;
  beforeAll(async () => {
    site = await openTestSite(kind);
    await seedNewTypes(site.services, Object.values(catalogue));
    monday = comingDate("monday", dateInNairobi(site.services.now()));
  });
  beforeEach(async () => {
    monday = addDays(monday, 14);
    const outcome = await publish(site.services, weeklySlotType, null, { values: FIRST, basedOn: 0 }, ACTOR);
    slot = "slug" in outcome ? outcome.slug : "";
    id = `${slot}.${monday}`;
  });
  afterAll(() => site.close());

  const find = (sought = id) => findClassSession(site.services, sought);
  const edit = async (values: Partial<WeeklySlotValues>, options: PublishOptions = {}) => {
    const live = await findLive(site.services.db, { type: weeklySlotType.name, slug: slot });
    const request = { values: { ...FIRST, ...values }, basedOn: live?.version ?? 0 };
    return publish(site.services, weeklySlotType, slot, request, ACTOR, options);
  };
  const substitute = () => substituteTrainer(site.services, { id, seen: 0, trainerSlug: "amina-yusuf" }, ACTOR);
  const applying = (choices: [string, Choice][]): PublishOptions => ({
    afterwards: async (change) => void (await applyChoices(change, new Map(choices), "Now on another day", ACTOR)),
  });
  // At noon the trainer has other sessions of these tests.
  const move = (date: string) => {
    const to = { date, time: NOON, confirmed: ["trainer-busy"] as const };
    return moveSession(site.services, { id: `${slot}.${date}`, seen: 0, ...to }, ACTOR);
  };
  const passTo = (moment: string) => site.passTime(Date.parse(moment) - site.services.now().getTime());

  test("moves sessions that nobody relies on, and leaves the time of a written one", async () => {
    await substitute();
    await edit({ time: NOON });
    expect(await find()).toMatchObject({ time: FIRST.time, trainerSlug: "amina-yusuf", movedFrom: null, sequence: 1 });
    expect(await find(`${slot}.${addDays(monday, 7)}`)).toMatchObject({ time: NOON, isWritten: false });
    expect(await restoreSession(site.services, { id, seen: 1 }, ACTOR)).toMatchObject({ session: { time: NOON } });
  });

  test("takes class and trainer along, except a trainer decided by hand", async () => {
    await move(monday);
    await edit({ gymClass: "boxing", trainer: "brian-otieno" });
    expect(await find()).toMatchObject({ classSlug: "boxing", trainerSlug: "brian-otieno", time: NOON, sequence: 2 });
    await substituteTrainer(site.services, { id, seen: 2, trainerSlug: "amina-yusuf" }, ACTOR);
    await edit({});
    expect(await find()).toMatchObject({
      ...{ classSlug: "fitness", trainerSlug: "amina-yusuf", insteadOf: "Wanjiru Kamau", sequence: 4 },
    });
  });

  test("names the sessions that it touches, and does with them what is chosen", async () => {
    const next = `${slot}.${addDays(monday, 7)}`;
    const third = `${slot}.${addDays(monday, 14)}`;
    await substitute();
    await cancelSession(site.services, { id: next, seen: 0, reason: "Rain" }, ACTOR);
    await substituteTrainer(site.services, { id: third, seen: 0, trainerSlug: "amina-yusuf" }, ACTOR);
    const wednesday: WeeklySlotValues = { ...FIRST, day: "wednesday", time: NOON };
    const affected = async (values: WeeklySlotValues | null, from = monday) =>
      (await sessionsAffectedBy(site.services, slot, values, from)).map((session) => session.id);
    expect(await affected(FIRST)).toEqual([]);
    expect(await affected({ ...FIRST, gymClass: "boxing" })).toEqual([]);
    expect(await affected({ ...FIRST, trainer: "brian-otieno" })).toEqual([id, third]);
    expect(await affected(null)).toEqual([id, third]);
    expect(await affected(wednesday, addDays(monday, 1))).toEqual([next, third]);
    await edit(
      wednesday,
      applying([
        [id, "follow"],
        [third, "cancel"],
      ]),
    );
    expect(await find()).toMatchObject({ date: addDays(monday, 2), time: NOON, insteadOf: null, movedFrom: null });
    expect(await find(next)).toMatchObject({ date: addDays(monday, 7), state: "cancelled", reason: "Rain" });
    expect(await find(third)).toMatchObject({ state: "cancelled", reason: "Now on another day" });
    const all = await sessionsBetween(site.services, monday, addDays(monday, 20));
    // That of the first week followed; the others stand beside the new day's.
    expect(all.filter((one) => one.slot === slot).map((one) => one.id)).toEqual([
      ...[id, next, `${slot}.${addDays(monday, 9)}`, third, `${slot}.${addDays(monday, 16)}`],
    ]);
  });

  test("leaves the sessions of a row that is removed where they are", async () => {
    await substitute();
    await removeEntry(site.services, weeklySlotType, slot, ACTOR);
    expect(await find()).toMatchObject({ state: "scheduled", date: monday });
    expect(await find(`${slot}.${addDays(monday, 7)}`)).toBeUndefined();
  });

  test("changes nothing of what has begun", async () => {
    passTo(`${monday}T06:00:00.000Z`);
    const before = await find();
    await rename("wanjiru-kamau", "Wanjiru K.");
    expect(await find()).toEqual({ ...before, isWritten: true });
    await rename("wanjiru-kamau", "Wanjiru Kamau");
    await edit({ time: { from: "11:00pm", to: "11:30pm" } });
    expect(await find()).toEqual({ ...before, isWritten: true });
    await removeEntry(site.services, weeklySlotType, slot, ACTOR);
    expect(await find()).toEqual({ ...before, isWritten: true });
  });

  test("for a date changes the sessions from that date on, and its cancelling changes them back", async () => {
    const next = addDays(monday, 7);
    await move(next);
    await saveDraft(site.services, weeklySlotType, slot, { ...FIRST, trainer: "brian-otieno" }, ACTOR);
    // Cancelled, it is a draft again.
    const schedule = async () => {
      const revision = (await findDraft(site.services.db, { type: weeklySlotType.name, slug: slot }))?.revision ?? 0;
      return schedulePublish(
        site.services,
        weeklySlotType,
        slot,
        { draftRevision: revision },
        startOfDate(next),
        ACTOR,
      );
    };
    const { version } = site.services.timetable;
    const trainers = async () =>
      Promise.all([monday, next].map(async (date) => (await find(`${slot}.${date}`))?.trainerSlug));
    await schedule();
    expect(site.services.timetable.version).toBeGreaterThan(version);
    expect(await trainers()).toEqual(["wanjiru-kamau", "brian-otieno"]);
    await cancelSchedule(site.services, weeklySlotType, slot, "publish", ACTOR);
    expect(await trainers()).toEqual(["wanjiru-kamau", "wanjiru-kamau"]);
    await schedule();
    // The runner comes late: what began before it is as it was announced.
    passTo(`${next}T07:00:00.000Z`);
    const announced = await sessionsBetween(site.services, next, next);
    await runDueSchedules(site.services);
    const shown = (sessions: typeof announced) => sessions.map((one) => [one.id, one.startsAt, one.trainerSlug]);
    expect(shown(await sessionsBetween(site.services, next, next))).toEqual(shown(announced));
    expect(await trainers()).toEqual(["wanjiru-kamau", "brian-otieno"]);
  });

  const rename = async (slug: string, name: string) => {
    const trainer = await findLive(site.services.db, { type: trainerType.name, slug });
    await publishValues(site.services, trainerType, slug, { ...JSON.parse(trainer?.body ?? "{}"), name });
  };

  test("shows what begins a second time, after the clock was put back, as it is then", async () => {
    await move(monday);
    passTo(`${monday}T10:30:00.000Z`);
    await rename("wanjiru-kamau", "Wanjiru K.");
    expect(await find()).toMatchObject({ trainerName: "Wanjiru Kamau" });
    site.passTime(-DAY_MS);
    await writePastSessions(site.services);
    expect(await find()).toMatchObject({ trainerName: "Wanjiru K." });
    site.passTime(DAY_MS);
    await writePastSessions(site.services);
    expect(await find()).toMatchObject({ trainerName: "Wanjiru K." });
    await rename("wanjiru-kamau", "Wanjiru Kamau");
  });

  test("leaves a session with a trainer who was renamed and has left, under the last name", async () => {
    await substitute();
    await rename("amina-yusuf", "Amina Y.");
    await replaceEverywhere(site.services, trainerType, "amina-yusuf", "brian-otieno");
    expect(await removeEntry(site.services, trainerType, "amina-yusuf", ACTOR)).toEqual({ code: "removed" });
    expect(await find()).toMatchObject({ trainerSlug: "amina-yusuf", trainerName: "Amina Y." });
    await putBack(site.services, trainerType, "amina-yusuf", ACTOR);
  });

  test("finds a clock that was a year ahead for a minute", async () => {
    const yearMs = 365 * DAY_MS;
    const dates = [addDays(monday, 7), addDays(monday, 14)] as const;
    const before = await sessionsBetween(site.services, ...dates);
    site.passTime(yearMs);
    await writePastSessions(site.services);
    site.passTime(-yearMs);
    expect(await sessionsBetween(site.services, ...dates)).toEqual(before);
    await edit({ time: NOON });
    expect(await find(`${slot}.${dates[0]}`)).toMatchObject({ time: NOON, isWritten: false });
  });
});
