import { sql } from "kysely";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { settings } from "../../../seed/settings.ts";
import { publishValues } from "../../../test/content/content-changes.ts";
import { addStaffBeforeAll, openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, type PageData, staffCall } from "../../../test/support/route-calls.ts";
import { addStaffMember } from "../../../test/support/staff.ts";
import { changeWeeklySlot, removeWeeklySlot } from "../../../test/timetable/weekly-slots.ts";
import { loader as removalLoader, action as removeAction } from "../../cms/console/entry-remove.route.tsx";
import { removeEntry } from "../../cms/editing/removal.server.ts";
import { classType } from "../../content-types/class.ts";
import { settingsType } from "../../content-types/settings.ts";
import { addDays } from "../../time/dates.server.ts";
import { MAX_REASON } from "../class-session.ts";
import { findClassSession } from "../class-sessions.server.ts";
import { readPeriods, readSlot } from "../slot-rows.server.ts";
import { action as addAction } from "./add-session.route.tsx";
import { action as closuresAction, loader as closuresLoader } from "./closures.route.tsx";
import { action as sessionAction, loader as sessionLoader } from "./session.route.tsx";
import { loader as weekLoader } from "./timetable.route.tsx";
import { action as slotAction, loader as slotLoader } from "./weekly-slot.route.tsx";
import { readSlotsAhead } from "./weekly-slot-pages.server.ts";
import { loader as slotsLoader } from "./weekly-slots.route.tsx";

const { services, clock } = openGymBeforeAll("sqlite", { now: "2026-11-22T09:00:00.000Z" });
const desk = addStaffBeforeAll(services, "desk", { name: "Moraa" });
let monday = "2026-11-23";
beforeEach(() => {
  monday = addDays(monday, 7);
});

type Route = Parameters<typeof callRoute>[0];

const call = (work: Route, path: string, fields?: Record<string, string>, params = {}, member = desk) =>
  callRoute(work, staffCall(services, member, path, { params, fields }));

const load = async (work: Route, path: string, params = {}, member = desk): Promise<PageData> =>
  await work(staffCall(services, member, path, { params }));

const change = (session: string, fields: Record<string, string>) =>
  call(sessionAction, `/staff/timetable/${session}`, { seen: "0", ...fields }, { session });

const state = async (id: string) => {
  const session = await findClassSession(services, id);
  return session && [session.state, session.date, session.time.from, session.trainerName, session.reason];
};

describe("the page of a class", () => {
  test("cancels it with a reason, which the page shows, also a colleague with a stale form", async () => {
    const id = `monday-1.${monday}`;
    const empty = await change(id, { do: "cancel", reason: " " });
    expect(empty.form?.errors).toEqual({ reason: "Enter the reason for cancelling: visitors see it." });
    const done = await change(id, { do: "cancel", reason: "No\u202e \u200bpower.\n" });
    expect([done.status, done.location]).toEqual([303, `/staff/timetable/${id}?done=cancel`]);
    expect(await state(id)).toEqual(["cancelled", monday, "9:00am", "Wanjiru Kamau", "No power."]);
    const { page } = await load(sessionLoader, `/staff/timetable/${id}`, { session: id });
    expect(page.decisions).toMatchObject([{ who: "Moraa", sentence: expect.stringMatching(/^cancelled Fitness/) }]);
    const { member } = await addStaffMember(services, "owner");
    const fields = { do: "cancel", seen: "0", reason: "My own words" };
    const { status, form } = await call(sessionAction, `/staff/timetable/${id}`, fields, { session: id }, member);
    expect([status, form?.typed.reason]).toEqual([409, "My own words"]);
    expect(form?.errors.form).toMatch(/^Moraa has cancelled it \(.*\)/);
  });

  test("refuses a move at its field, and asks outside opening hours and when the trainer is busy", async () => {
    const id = `monday-1.${monday}`;
    const typed = { do: "move", date: monday, from: "9am", to: "8:00am" };
    const { status, form } = await change(id, typed);
    const to = "A class can last at most 6 hours. Enter when it ends, like 10:00am.";
    expect([status, form?.errors, form?.typed.from]).toEqual([422, { to }, "9am"]);
    expect(await state(id)).toMatchObject({ 1: monday, 2: "9:00am" });
    const evening = { do: "move", date: monday, from: "6:30pm", to: "9.30 pm" };
    const busy = { code: "trainer-busy", sentence: "Wanjiru Kamau teaches at that time: Cycling, 6:00pm-7:00pm." };
    const outside = { code: "outside-hours", sentence: expect.stringMatching(/hours:/) };
    expect(await change(id, evening)).toMatchObject({ status: 422, form: { questions: [outside, busy] } });
    expect((await change(id, { ...evening, anyway: "outside-hours" })).form).toMatchObject({ questions: [busy] });
    expect((await change(id, { ...evening, anyway: "outside-hours trainer-busy" })).status).toBe(303);
    expect((await change(id, { do: "substitute", trainer: "amina-yusuf", seen: "1" })).status).toBe(303);
  });

  test.each(["none", "monday-1.9999-12-31"])("is not found for %s", async (id) => {
    expect((await call(sessionLoader, "/staff/timetable/x", undefined, { session: id })).status).toBe(404);
    expect((await change(id, { do: "cancel", reason: "x" })).status).toBe(404);
  });

  test("is visible to a trainer only while they teach it, even as a substitute", async () => {
    const { member } = await addStaffMember(services, "trainer", { trainerSlug: "amina-yusuf" });
    const id = `monday-1.${monday}`;
    const see = () => call(sessionLoader, "/staff/timetable/x", undefined, { session: id }, member);
    expect((await see()).status).toBe(403);
    await change(id, { do: "substitute", trainer: "amina-yusuf" });
    const { page } = await load(sessionLoader, "/staff/timetable/x", { session: id }, member);
    expect(page.deskContact).toEqual({ way: "call", to: "tel:+254700000000" });
    await publishValues(services, settingsType, "site", { ...settings[0], whatsApp: "+254712345678" });
    const { deskContact } = (await load(sessionLoader, "/staff/timetable/x", { session: id }, member)).page;
    expect(new URL(deskContact.to).searchParams.get("text")).toMatch(/^Hello! I can’t lead \w+, Mon \d+ \w+, /);
    const cancelled = `tuesday-2.${addDays(monday, 1)}`;
    await change(cancelled, { do: "cancel", reason: "No water" });
    clock.now = `${monday}T06:30:00.000Z`;
    expect((await load(sessionLoader, "/staff/timetable/x", { session: id }, member)).page.deskContact).toBeNull();
    const { days } = await load(weekLoader, `/staff/timetable?week=${monday}`, {}, member);
    const rows: PageData[] = days.flatMap((day: PageData) => day.rows);
    // The class that has begun, and the one that is cancelled.
    expect(rows.flatMap((row) => (row.deskContact === null ? [row.id] : []))).toEqual([id, cancelled]);
    const fields = { do: "cancel", seen: "1", reason: "x" };
    expect((await call(sessionAction, "/staff/timetable/x", fields, { session: id }, member)).status).toBe(403);
  });
});

test.each(["2026-02-31", "x", "9999-12-27", "0001-01-01"])("the week is the current week for %s", async (week) => {
  const { days } = await load(weekLoader, `/staff/timetable?week=${week}`);
  expect(days.some(({ isToday }: { isToday: boolean }) => isToday)).toBe(true);
});

describe("closed days", () => {
  const post = (fields: Record<string, string>) => call(closuresAction, "/staff/timetable/closures", fields);

  test("are closed only after the affected classes were shown, with a reason and valid days", async () => {
    const days = { do: "close", from: monday, to: addDays(monday, 1), note: "Public holiday." };
    const unseen = await post(days);
    const { sessions, seen } = (unseen.form as PageData).preview;
    expect([unseen.status, sessions.length]).toEqual([409, 7]);
    const again = await post({ ...days, show: "yes", seen });
    expect([again.status, (again.form as PageData).preview.seen]).toEqual([200, seen]);
    expect(await state(`monday-1.${monday}`)).toMatchObject({ 0: "scheduled" });
    const empty = await post({ ...days, note: "", seen });
    expect(empty.form?.errors).toEqual({ note: "Enter the reason: visitors see it." });
    expect((await post({ ...days, seen })).location).toMatch(/closures\?done=closed\+/);
    expect(await state(`monday-1.${monday}`)).toMatchObject({ 0: "cancelled", 4: "Public holiday." });
    const { days: week } = await load(weekLoader, `/staff/timetable?week=${monday}`);
    expect(JSON.stringify(week[0])).toContain('"label":"Closed"');
    const away = { do: "move", date: addDays(monday, 1), from: "1:00pm", to: "2:00pm" };
    expect((await change(`wednesday-1.${addDays(monday, 2)}`, away)).form?.errors.date).toContain(": Public holiday. ");
    const { closures } = (await load(closuresLoader, "/staff/timetable/closures")).page;
    const [, { date: tuesday }] = closures.at(-1).days;
    expect((await post({ do: "open", days: tuesday })).status).toBe(303);
    expect(await state(`monday-1.${monday}`)).toMatchObject({ 0: "cancelled" });
    expect(await state(`tuesday-1.${addDays(monday, 1)}`)).toMatchObject({ 0: "scheduled" });
    const bad = { from: "2999-01-06", to: "2998-01-06" };
    const { status, form } = await post({ do: "close", show: "yes", note: "x", ...bad });
    expect([status, form?.errors, form?.typed]).toMatchObject([422, { to: "The last day is before the first." }, bad]);
  });
});

describe("a weekly class", () => {
  const open = (slot: string, query = "") => load(slotLoader, `/staff/timetable/rows/${slot}${query}`, paramsOf(slot));
  const paramsOf = (slot: string) => (slot === "new" ? {} : { slug: slot });
  const post = (slot: string, fields: Record<string, string>, member = desk) =>
    call(slotAction, `/staff/timetable/rows/${slot}`, fields, paramsOf(slot), member);

  /** Sends the form of a slot as its page shows it, with some changed fields. */
  async function send(slot: string, fields: Record<string, string>, member = desk) {
    const { values, page } = await open(slot);
    const { day, time, class: gymClass, trainer } = values;
    const form = { do: "change", seen: page.seen, day, ...time, class: gymClass, trainer, effectiveFrom: "" };
    return post(slot, { ...form, ...fields }, member);
  }
  const undo = async (slot: string, fields: Record<string, string> = {}) =>
    post(slot, { do: "undo", act: (await open(slot)).page.undo, ...fields });
  const substitute = (id: string) => change(id, { do: "substitute", trainer: "amina-yusuf", anyway: "trainer-busy" });

  const NEW = { do: "change", from: "5:10am", to: "6:10am", class: "boxing", trainer: "brian-otieno" };
  const early = async () => (await readPeriods(services.db)).filter(({ time }) => time.from === NEW.from);

  test("is added once by a double click, and its page is gone once that is undone", async () => {
    const ticked = { "days.working-week": "on", "days.sunday": "on" };
    const { location } = await post("new", { ...NEW, ...ticked });
    expect((await load(slotsLoader, "/staff/timetable/rows")).days[0].rows[0].title).toMatch(/^5:10am-/);
    const added = await early();
    expect((await post("new", { ...NEW, ...ticked })).status).toBe(409);
    expect(await early()).toEqual(added);
    const read = async () => (await open("new", location?.slice(location.indexOf("?")))).added;
    const { act } = await read();
    const [slot, changed] = added;
    // A slot that has changed since stays.
    await send(changed?.slot ?? "", { class: "yoga" });
    expect((await post("new", { do: "undo", act })).status).toBe(409);
    await undo(changed?.slot ?? "");
    expect((await post("new", { do: "undo", act })).location).toBe("/staff/timetable/rows/new?done=undo");
    expect(await read()).toBeFalsy();
    const gone = await call(slotLoader, "/staff/timetable/rows/x", undefined, { slug: slot?.slot });
    expect([added.length, gone.status, gone.location]).toEqual([6, 303, "/staff/timetable/rows"]);
  });

  test("is refused with an error message at each field, which keeps what was typed", async () => {
    const before = await readPeriods(services.db);
    const typed = { do: "change", from: "7:45", to: "later", class: "", trainer: "", effectiveFrom: "2020-01-06" };
    for (const slot of ["new", "monday-1"]) {
      const { status, form } = await post(slot, typed);
      expect([status, form?.typed]).toMatchObject([422, typed]);
      expect(form?.errors).toEqual({
        day: "Choose a day of the week.",
        from: "“From” is 7:45: enter 7:45am or 7:45pm.",
        to: "“To” is later: enter a time like 10:00am.",
        class: "Choose a class.",
        trainer: "Choose a trainer.",
        effectiveFrom: expect.stringMatching(/^That date has passed/),
      });
    }
    const others = { from: "9:00am", to: "4:00pm" };
    expect((await send("monday-1", others)).form?.errors).toEqual({ to: expect.stringMatching(/at most 6 hours/) });
    expect((await post("nothing", { ...NEW, day: "monday" })).status).toBe(404);
    expect(await readPeriods(services.db)).toEqual(before);
  });

  test("changes from a date on; until then, other changes are refused, and one press undoes it", async () => {
    const wednesday = addDays(monday, 2);
    const slot = "wednesday-1";
    const later = { from: "8:00am", to: "9:00am", effectiveFrom: wednesday };
    expect((await send(slot, later)).location).toBe(`/staff/timetable/rows/${slot}?done=change`);
    const { page } = await open(slot);
    expect(page).toMatchObject({
      state: { mark: "due", words: expect.stringMatching(/^Changes Wed/) },
      ahead: [expect.stringMatching(/^From Wednesday .*: Wednesday, 8:00am-9:00am, /)],
    });
    await send("monday-2", { class: "yoga", effectiveFrom: addDays(monday, 7) });
    const ahead = await readSlotsAhead(services, desk);
    expect(ahead.map(({ to }) => to)).toEqual([slot, "monday-2"].map((name) => `/staff/timetable/rows/${name}`));
    await undo("monday-2");
    const refused = await send(slot, { class: "yoga" });
    expect([refused.status, refused.form]).toMatchObject([409, { typed: { class: "yoga" } }]);
    expect(refused.form?.errors.form).toMatch(/^A change from Wednesday .* is scheduled\. Undo it first\.$/);
    await substitute(`${slot}.${wednesday}`);
    // Planned after the change, and moved before it.
    const next = `${slot}.${addDays(wednesday, 7)}`;
    await change(next, { do: "move", date: addDays(monday, 1), from: "1:00pm", to: "2:00pm", anyway: "trainer-busy" });
    const off = `${slot}.${addDays(wednesday, 14)}`;
    await change(off, { do: "cancel", reason: "Burst pipe" });
    const outcome = await undo(slot);
    const ids = (outcome.form as PageData).affected.sessions.map(({ id }: { id: string }) => id);
    expect([outcome.status, ids]).toEqual([422, [next, `${slot}.${wednesday}`, off]]);
    const answer = { affected: "follow", affectedIds: ids.join(" ") };
    expect((await undo(slot, { ...answer, affectedIds: next })).status).toBe(422);
    expect((await undo(slot, answer)).location).toBe(`/staff/timetable/rows/${slot}?done=undo`);
    expect(await state(`${slot}.${wednesday}`)).toMatchObject({ 2: "9:00am" });
    await change(off, { do: "restore", seen: "2" });
    expect(await state(off)).toMatchObject({ 0: "scheduled", 2: "9:00am" });
    expect((await open(slot)).page.ahead).toEqual([]);
  });

  test("is removed, and its classes with overrides are cancelled with a reason", async () => {
    const slot = "friday-1";
    const id = `${slot}.${addDays(monday, 4)}`;
    await change(id, { do: "substitute", trainer: "wanjiru-kamau" });
    const end = (fields: Record<string, string>) => send(slot, { do: "end", ...fields });
    const listed = { id, trainerName: expect.stringMatching(/^Wanjiru Kamau, for /) };
    expect((await end({})).form).toMatchObject({ affected: { sessions: [listed], choices: ["leave", "cancel"] } });
    const answer = { affected: "cancel", affectedIds: id };
    for (const affectedReason of [" ", "x".repeat(MAX_REASON + 1)]) {
      expect((await end({ ...answer, affectedReason })).form).toMatchObject({
        affected: { problem: expect.stringMatching(/^Enter a reason/), answer: { choice: "cancel" } },
      });
    }
    expect((await end({ ...answer, affectedReason: "New timetable." })).status).toBe(303);
    expect(await state(id)).toMatchObject({ 0: "cancelled", 4: "New timetable." });
    expect((await load(sessionLoader, "/staff/timetable/x", { session: id })).page.slot).toBeNull();
    // Undoing the removal leaves a class that was cancelled for another reason since.
    clock.now = "2026-11-22T09:01:00.000Z";
    await change(id, { do: "restore", seen: "2" });
    await change(id, { do: "cancel", seen: "3", reason: "Burst pipe" });
    const { ended } = await load(slotsLoader, "/staff/timetable/rows");
    expect(ended).toMatchObject([{ to: `/staff/timetable/rows/${slot}`, day: "Friday", state: { mark: "off" } }]);
    expect((await undo(slot)).location).toBe(`/staff/timetable/rows/${slot}?done=undo`);
    expect((await open(slot)).page.history).toMatchObject([{ who: "You", undone: "Undone by you." }]);
    expect(await state(id)).toMatchObject({ 0: "cancelled", 4: "Burst pipe" });
  });

  test("is not changed by a stale form, which keeps what was typed", async () => {
    const slot = "tuesday-1";
    const { member: akinyi } = await addStaffMember(services, "owner", { name: "Akinyi" });
    const { seen } = (await open(slot)).page;
    await send(slot, { from: "8:00am", to: "9:00am" }, akinyi);
    const { status, form } = await send(slot, { seen, class: "yoga" });
    expect([status, form?.typed]).toMatchObject([409, { class: "yoga" }]);
    expect(form?.errors.form).toMatch(/^Akinyi changed this class in the meantime \(.*\)\. Nothing was changed\./);
    const { page } = await open(slot);
    expect(page.values.time).toEqual({ from: "8:00am", to: "9:00am" });
    const what = expect.stringMatching(/^changed it to Tuesday, 8:00am-/);
    expect(page.history).toMatchObject([{ who: "Akinyi", what }]);
  });
});

test.each(["change", "end"])("a weekly class stays if its affected classes can't be cancelled: %s", async (act) => {
  const slot = "saturday-1";
  const id = `${slot}.${addDays(monday, 5)}`;
  await change(id, { do: "substitute", trainer: "brian-otieno", anyway: "trainer-busy" });
  const stored = async () => [await readSlot(services.db, slot), await state(id)];
  const before = await stored();
  await sql
    .raw(`create trigger refuse before update on class_sessions when new.state = 'cancelled'
      begin select raise(abort, 'refused for this test'); end`)
    .execute(services.db);
  onTestFinished(async () => void (await sql.raw("drop trigger refuse").execute(services.db)));
  const values = { day: "saturday", from: "7:00am", to: "8:00am", class: "yoga", trainer: "amina-yusuf" };
  const ids = await services.db.selectFrom("class_sessions").select("id").where("slot", "=", slot).execute();
  const affectedIds = ids.map((row) => row.id).join(" ");
  const answer = { affected: "cancel", affectedIds, affectedReason: "New timetable." };
  const fields = { do: act, seen: "", ...values, ...answer };
  expect((await call(slotAction, `/staff/timetable/rows/${slot}`, fields, { slug: slot })).status).toBe(503);
  expect(await stored()).toEqual(before);
});

test("a trainer or a class of the timetable can't be unpublished, and the page links to its uses", async () => {
  const added = { do: "add", class: "boxing", trainer: "wanjiru-kamau", date: monday, from: "1:00pm", to: "2:00pm" };
  const { location } = await call(addAction, "/staff/timetable/add", added);
  const idIn = (path: string | null) => /added-\w+/.exec(path ?? "")?.[0] ?? "";
  const id = idIn(location);
  await changeWeeklySlot(services, "monday-4", { gymClass: "boxing" });
  const usual = await call(addAction, "/staff/timetable/add", { ...added, trainer: "", from: "2:00pm", to: "3:00pm" });
  expect(await state(idIn(usual.location))).toMatchObject({ 3: "Brian Otieno" });
  const params = { type: "trainer", slug: "wanjiru-kamau" };
  const path = "/staff/content/trainer/wanjiru-kamau/remove";
  const { member } = await addStaffMember(services, "owner");
  await removeWeeklySlot(services, "monday-1");
  const readUses = async () => (await load(removalLoader, path, params, member)).page.uses;
  const uses = await readUses();
  const weekly = { label: expect.stringMatching(/Monday, 6:00pm-7:00pm, /), to: "/staff/timetable/rows/monday-4" };
  const upcoming = { label: expect.stringMatching(/Boxing, Mon /), to: `/staff/timetable/${id}` };
  expect(uses).toEqual(expect.arrayContaining([weekly, upcoming]));
  expect(uses).not.toContainEqual(expect.objectContaining({ to: "/staff/timetable/rows/monday-1" }));
  const { status, form } = await call(removeAction, path, { do: "remove", seen: "1" }, params, member);
  expect([status, form?.errors.form]).toEqual([422, expect.stringMatching(/^It is used elsewhere/)]);
  await change(id, { do: "cancel", seen: "1", reason: "Burst pipe" });
  expect(await readUses()).not.toContainEqual(upcoming);
  // Crossfit is named by the timetable alone.
  const unpublish = () => removeEntry(services, classType, "crossfit", desk);
  for (const slot of ["tuesday-3", "friday-1"]) {
    expect(JSON.stringify(await unpublish())).toContain(`"/staff/timetable/rows/${slot}"`);
    await removeWeeklySlot(services, slot);
  }
  expect(await unpublish()).toEqual({ code: "removed" });
});
