import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { ACTOR, OTHER_ACTOR } from "../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES, race } from "../../test/support/test-services.ts";
import { addWeeklySlot, changeWeeklySlot, removeWeeklySlot, seenOf } from "../../test/timetable/weekly-slots.ts";
import { addDays, dayAndDate, shortDate } from "../time/dates.server.ts";
import { type ClassSession, MAX_REASON } from "./class-session.ts";
import { daysBetween, findClassSession } from "./class-sessions.server.ts";
import { closeDays, openDays } from "./closures.server.ts";
import { addSession, cancelSession, moveSession, restoreSession, substituteTrainer } from "./session-actions.server.ts";
import { addSlots, changeSlot, undoSlots } from "./slot-changes.server.ts";
import { listLastActs } from "./slot-history.server.ts";
import type { SlotValues } from "./slot-periods.server.ts";

/** A Sunday. */
const TODAY = "2026-11-22";
const FIRST: SlotValues = {
  ...{ day: "monday", time: { from: "9:10am", to: "10:10am" } },
  ...{ gymClass: "fitness", trainer: "wanjiru-kamau" },
};
const NOON = { from: "12:00pm", to: "1:00pm" };

describe.each(ENGINES)("actions on sessions on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, { now: `${TODAY}T09:00:00.000Z` });
  let monday = "2026-11-23";
  let id: string;
  beforeEach(async () => {
    monday = addDays(monday, 14);
    id = `monday-1.${monday}`;
    await services.db.deleteFrom("audit_log").execute();
  });

  const find = async (sought = id) => (await findClassSession(services, sought)) as ClassSession;
  const logged = async () => {
    const rows = await services.db
      .selectFrom("audit_log")
      .select(["action", "label", "details"])
      .where("type", "in", ["session", "closure"])
      .orderBy("id")
      .execute();
    return rows.map(({ action, label, details }) => [action, label, JSON.parse(details)]);
  };
  const restore = (seen: number, actor = ACTOR) => restoreSession(services, { id, seen }, actor);
  const give = (trainerSlug: string, seen = 0, confirmed?: "trainer-busy"[]) =>
    substituteTrainer(services, { id, seen, trainerSlug, ...(confirmed && { confirmed }) }, ACTOR);
  const cancel = (reason = "Burst pipe", seen = 0, actor = ACTOR) =>
    cancelSession(services, { id, seen, reason }, actor);

  test("a session is cancelled once, with a reason, until it is restored", async () => {
    expect(await cancel("  ")).toEqual({ code: "reason-missing" });
    expect(await cancel("x".repeat(MAX_REASON + 1))).toEqual({ code: "reason-too-long" });
    expect(await logged()).toEqual([]);
    const { version } = services.timetable;
    const cancelled = { state: "cancelled", reason: "Burst pipe", sequence: 1, isStored: true };
    expect(await cancel("Burst\r\n pipe")).toMatchObject({ code: "done", session: cancelled });
    expect(services.timetable.version).toBe(version + 1);
    expect(await cancel()).toMatchObject({ code: "same" });
    expect(await cancel("Another", 0, OTHER_ACTOR)).toMatchObject({ code: "cancelled", by: "Wanjiru" });
    expect(await find()).toMatchObject({ state: "cancelled", sequence: 1 });
    expect(await restore(0, OTHER_ACTOR)).toMatchObject({ code: "stale" });
    for (const code of ["done", "same"]) expect(await restore(1)).toMatchObject({ code });
    expect(await restore(2)).toEqual({ code: "nothing-to-restore" });
    expect(await find()).toMatchObject({ state: "scheduled", reason: null, sequence: 2, isStored: true });
    expect((await logged()).map(([action]) => action)).toEqual(["session-cancelled", "session-restored"]);
    expect((await logged())[0]?.[2]).toEqual({ reason: "Burst pipe" });
    expect((await logged())[0]?.[1]).toMatch(/^Fitness, Mon \d+ \w+, 9:00am$/);
  });

  test("a session is moved once, and the log has both times", async () => {
    const tuesday = addDays(monday, 1);
    const to = { id, seen: 0, date: tuesday, time: NOON, reason: "Repairs" };
    const session = { id, slotDate: monday, date: tuesday, movedFrom: { date: monday }, sequence: 1 };
    expect(await moveSession(services, to, ACTOR)).toMatchObject({ code: "done", session });
    expect(await moveSession(services, to, ACTOR)).toMatchObject({ code: "same" });
    expect(await moveSession(services, to, OTHER_ACTOR)).toMatchObject({ code: "stale", by: "Wanjiru" });
    expect(await moveSession(services, { ...to, seen: 1 }, ACTOR)).toEqual({ code: "same-time" });
    const [[, , details] = []] = await logged();
    expect([details.from, details.to]).toEqual([expect.stringMatching(/^Mon /), expect.stringMatching(/^Tue /)]);
    for (const [index, trainer] of ["amina-yusuf", "wanjiru-kamau"].entries()) {
      const kept = { session: { reason: "Repairs", sequence: index + 2 } };
      expect(await give(trainer, index + 1, ["trainer-busy"])).toMatchObject(kept);
    }
  });

  test("a session can't be moved to an invalid time, and to an unusual time only after confirmation", async () => {
    const move = (to: object) => moveSession(services, { id, seen: 0, date: monday, time: NOON, ...to }, ACTOR);
    const tuesday = addDays(monday, 1);
    expect(await move({ time: { from: "noon", to: "1:00pm" } })).toEqual({ code: "time-unreadable" });
    expect(await move({ time: { from: "1:00pm", to: "1:00pm" } })).toEqual({ code: "time-unreadable" });
    expect(await move({ time: { from: "4:00pm", to: "10:01pm" } })).toEqual({ code: "class-too-long" });
    expect(await move({ time: { from: "4:00pm", to: "10:00pm" } })).toMatchObject({ code: "questions" });
    expect(await move({ date: addDays(TODAY, -1) })).toEqual({ code: "time-past" });
    expect(await move({ date: addDays(TODAY, 400) })).toMatchObject({ code: "too-far" });
    await closeDays(services, { from: tuesday, to: tuesday, note: "Holiday" }, ACTOR);
    expect(await move({ date: tuesday })).toEqual({ code: "closed", date: tuesday, note: "Holiday" });
    expect(await move({ reason: "x".repeat(MAX_REASON + 1) })).toMatchObject({ code: "reason-too-long" });
    // Wanjiru Kamau also teaches at six, and the gym closes at nine.
    const early = { time: { from: "5:30am", to: "6:30am" } };
    expect(await move(early)).toMatchObject({ code: "questions", questions: [{ code: "outside-hours" }] });
    const evening = { time: { from: "6:30pm", to: "9:30pm" } };
    expect(await move(evening)).toMatchObject({
      code: "questions",
      questions: [
        { code: "outside-hours", hours: expect.arrayContaining([expect.stringMatching(/^Monday/)]) },
        { code: "trainer-busy", sessions: [{ id: `monday-4.${monday}` }] },
      ],
    });
    const partly = await move({ ...evening, confirmed: ["outside-hours"] });
    expect(partly).toMatchObject({ code: "questions", questions: [{ code: "trainer-busy" }] });
    // Her class of the evening before is not over yet.
    const late = { date: addDays(monday, -1), time: { from: "11:30pm", to: "12:30am" } };
    const confirmed = ["outside-hours"] as const;
    await addSession(services, { ...late, classSlug: "yoga", trainerSlug: "wanjiru-kamau", confirmed }, ACTOR);
    const night = await move({ time: { from: "12:15am", to: "1:15am" }, confirmed });
    expect(night).toMatchObject({ questions: [{ code: "trainer-busy", sessions: [late] }] });
    expect(await find()).toMatchObject({ isStored: false });
    expect(await move({ ...evening, confirmed: ["outside-hours", "trainer-busy"] })).toMatchObject({ code: "done" });
  });

  test("a session is handed to a substitute and back", async () => {
    expect(await give("nobody")).toEqual({ code: "trainer-missing" });
    expect(await give("wanjiru-kamau")).toEqual({ code: "same-trainer" });
    const session = { trainerName: "Amina Yusuf", insteadOf: "Wanjiru Kamau" };
    expect(await give("amina-yusuf")).toMatchObject({ code: "done", session });
    const added = { date: monday, time: { from: "9:30am", to: "10:30am" }, classSlug: "boxing" };
    await addSession(services, { ...added, trainerSlug: "brian-otieno" }, ACTOR);
    expect(await give("brian-otieno", 1)).toMatchObject({ code: "questions", questions: [{ code: "trainer-busy" }] });
    expect(await give("brian-otieno", 1, ["trainer-busy"])).toMatchObject({ code: "done" });
    expect(await give("wanjiru-kamau", 2)).toMatchObject({ code: "done", session: { insteadOf: null, sequence: 3 } });
    expect(await restore(3)).toEqual({ code: "nothing-to-restore" });
  });

  test("a session is added once, and removed by cancelling it", async () => {
    const added = { date: monday, time: NOON, classSlug: "yoga", trainerSlug: "amina-yusuf", reason: "Open day" };
    const add = (values: object, actor = ACTOR) => addSession(services, { ...added, ...values }, actor);
    expect(await add({ classSlug: "nothing" })).toEqual({ code: "class-missing" });
    expect(await add({ trainerSlug: "nobody" })).toEqual({ code: "trainer-missing" });
    const outcomes = await Promise.all([1, 2, 3].map(() => add({})));
    expect(outcomes.map(({ code }) => code).sort()).toEqual(["done", "same", "same"]);
    expect(await add({}, OTHER_ACTOR)).toMatchObject({ code: "exists" });
    expect(await add({ trainerSlug: "brian-otieno" })).toMatchObject({ code: "exists" });
    const [day] = await daysBetween(services, monday, monday);
    expect(day?.rows.map(({ slot }) => slot)).toEqual(["monday-1", null, "monday-3", "monday-4", "monday-2"]);
    const session = day?.rows[1];
    expect(session).toMatchObject({ isAdded: true, reason: "Open day", sequence: 1, movedFrom: null });
    const act = { id: session?.id ?? "", seen: 1, reason: "Too few" };
    expect(await cancelSession(services, act, ACTOR)).toMatchObject({ code: "done" });
    expect(await add({}, OTHER_ACTOR)).toMatchObject({ code: "done" });
  });

  test("a session that has begun can't be changed", async () => {
    clock.now = `${monday}T06:00:00.000Z`;
    expect(await cancel()).toMatchObject({ code: "begun" });
    expect(await give("amina-yusuf")).toMatchObject({ code: "begun" });
    for (const unknown of ["", `monday-9.${monday}`, `monday-1.${addDays(monday, 1)}`, "monday-1.2999-01-07"]) {
      const act = { id: unknown, seen: 0, reason: "Rain" };
      expect(await cancelSession(services, act, ACTOR), unknown).toEqual({ code: "unknown" });
    }
  });

  test("a session moved from a past time keeps its new time", async () => {
    const later = { date: addDays(monday, 3), time: NOON };
    await moveSession(services, { id, seen: 0, ...later }, ACTOR);
    clock.now = `${monday}T18:00:00.000Z`;
    expect(await restore(1)).toEqual({ code: "planned-time-past" });
    await cancel("Rain", 1);
    expect(await restore(2)).toMatchObject({ code: "done", session: { ...later, state: "scheduled" } });
  });

  test("closing and reopening days is refused with a reason, and done once", async () => {
    const sunday = addDays(monday, 6);
    const close = (range: object, actor = ACTOR) =>
      closeDays(services, { from: monday, to: addDays(monday, 1), note: "Eid", ...range }, actor);
    expect(await close({ note: "x".repeat(141) })).toEqual({ code: "note-too-long" });
    const dates = [monday, addDays(monday, 1)];
    expect(await close({})).toMatchObject({ code: "done", dates, affected: { length: 7 } });
    expect(await close({})).toEqual({ code: "same" });
    expect(await close({}, OTHER_ACTOR)).toMatchObject({ code: "already-closed" });
    expect(await close({ to: sunday })).toMatchObject({
      code: "already-closed",
      closures: [{ date: monday, note: "Eid", by: "Wanjiru" }, { date: addDays(monday, 1) }],
    });
    expect(await cancel()).toMatchObject({ code: "cancelled", by: null });
    const away = { id, seen: 0, date: addDays(monday, 2), time: NOON };
    expect(await moveSession(services, away, ACTOR)).toMatchObject({ session: { state: "scheduled" } });
    const range = { from: monday, to: addDays(monday, 3) };
    expect(await restore(1)).toEqual({ code: "planned-day-closed", date: monday, note: "Eid" });
    expect(await openDays(services, range, ACTOR)).toEqual({ code: "done", dates, passes: "none" });
    expect(await openDays(services, range, ACTOR)).toEqual({ code: "same" });
    expect((await logged()).map(([action]) => action)).toEqual(["days-closed", "session-moved", "days-opened"]);
    // The class of this morning has begun and stays.
    expect(await close({ from: TODAY, to: TODAY })).toMatchObject({ affected: { length: 3 } });
    await openDays(services, { from: TODAY, to: TODAY }, ACTOR);
  });

  test("a handover emails both trainers once, and again when it is undone", async () => {
    const label = `Fitness, ${shortDate(monday)}, 9:00am`;
    for (const [index, trainerSlug] of ["wanjiru-kamau", "amina-yusuf", "amina-yusuf"].entries()) {
      await addStaffMember(services, "trainer", { trainerSlug, email: `${trainerSlug}@${index}.example` });
    }
    /** Reads the queued emails as "recipient: subject", and deletes them. */
    const newEmails = async () => {
      const rows = await services.db.deleteFrom("outbox").returningAll().execute();
      const text = rows.find(({ subject }) => subject.startsWith("You are"))?.body_text;
      return { text, list: rows.map(({ recipient, subject }) => `${recipient.split("@")[0]}: ${subject}`).toSorted() };
    };
    for (const code of ["done", "same"]) expect(await give("amina-yusuf")).toMatchObject({ code });
    const { list, text } = await newEmails();
    const leads = `amina-yusuf: You are leading ${label}`;
    expect(list).toEqual([leads, leads, `wanjiru-kamau: Amina Yusuf is leading ${label}`]);
    const when = `Class:   Fitness\nWhen:    ${dayAndDate(monday)}, 9:00am-10:00am`;
    expect(text).toContain(`You are leading this class, for Wanjiru Kamau:\n\n${when}\n\nWanjiru has`);
    await restore(1);
    const replaced = `amina-yusuf: Wanjiru Kamau is leading ${label}`;
    expect((await newEmails()).list).toEqual([replaced, replaced, `wanjiru-kamau: You are leading ${label}`]);
    // A trainer without an account gets no email.
    await give("brian-otieno", 2);
    expect((await newEmails()).list).toEqual([`wanjiru-kamau: Brian Otieno is leading ${label}`]);
    await closeDays(services, { from: monday, to: monday, note: "Holiday" }, ACTOR);
    await give("amina-yusuf", 3);
    expect((await newEmails()).text).toContain("The gym is closed that day");
  });

  test("a change of a weekly slot is refused for a stale form, and made once when sent several times", async () => {
    let slot = await addWeeklySlot(services, FIRST);
    onTestFinished(async () => void (await removeWeeklySlot(services, slot)));
    const edit = (values: Partial<SlotValues>) => changeWeeklySlot(services, slot, { ...FIRST, ...values });
    const seen = await seenOf(services, slot);
    const send = (values: Partial<SlotValues> | null, actor = ACTOR, at = services) =>
      changeSlot(at, slot, { values: values && { ...FIRST, ...values }, from: null, seen }, actor);
    // With a queue of its own, as another instance.
    const elsewhere = { ...services, timetable: { version: 1, places: 1 } };
    const sendTwice = () => [send({ time: NOON }), send({ time: NOON }, ACTOR, elsewhere)];
    const codes = (await race(services, "weekly_slots", sendTwice)).map(({ code }) => code);
    expect(codes.sort()).toEqual(["done", "same"]);
    expect(await send({ trainer: "amina-yusuf" }, OTHER_ACTOR)).toMatchObject({ code: "conflict", by: "Wanjiru" });
    expect(await send(null, OTHER_ACTOR)).toMatchObject({ code: "conflict" });
    const change = { values: FIRST, from: null, seen: "" };
    expect(await changeSlot(services, "nothing", change, ACTOR)).toEqual({ code: "unknown" });
    expect(await undoSlots(services, "nothing", ACTOR)).toEqual({ code: "unknown" });
    expect(await edit({ gymClass: "chess" })).toEqual({ code: "class-unknown" });
    expect(await edit({ trainer: "nobody" })).toEqual({ code: "trainer-unknown" });
    const first = await edit({ gymClass: "yoga" });
    const second = await edit({ gymClass: "boxing" });
    const [act = "", last = ""] = [first, second].map((edited) => (edited.code === "done" ? edited.actId : ""));
    expect((await listLastActs(services.db, [slot])).has(act)).toBe(false);
    expect(await undoSlots(services, act, ACTOR)).toMatchObject({ code: "conflict", by: "Wanjiru" });
    await undoSlots(services, last, ACTOR);
    expect(await listLastActs(services.db, [slot])).toEqual(new Set([act]));
    const removed = slot;
    await removeWeeklySlot(services, removed);
    // Bookings of its classes still name it.
    slot = await addWeeklySlot(services, FIRST);
    expect(slot).not.toBe(removed);
    await removeWeeklySlot(services, slot, { from: monday });
    const again = { ...FIRST, days: ["monday"], first: monday } as const;
    expect(await addSlots(services, again, ACTOR)).toMatchObject({ code: "done" });
  });
});
