import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { classes } from "../../../seed/classes.ts";
import { settings } from "../../../seed/settings.ts";
import { publishValues, replaceEverywhere } from "../../../test/content/content-changes.ts";
import { callRoute, routeCall } from "../../../test/support/route-calls.ts";
import { addStaffMember } from "../../../test/support/staff.ts";
import { openTestSite, type TestSite } from "../../../test/support/test-services.ts";
import { action as entryAction, loader as entryLoader } from "../../cms/console/entry.route.tsx";
import { action as discardAction, loader as discardLoader } from "../../cms/console/entry-discard.route.tsx";
import { action as historyAction } from "../../cms/console/entry-history.route.tsx";
import { action as listAction, loader as listLoader } from "../../cms/console/entry-list.route.tsx";
import { loader as removalLoader, action as removeEntryAction } from "../../cms/console/entry-remove.route.tsx";
import { action as scheduleAction, loader as scheduleLoader } from "../../cms/console/entry-schedule.route.tsx";
import { readEntryRows } from "../../cms/console/list-page.server.ts";
import { saveDraft } from "../../cms/editing/drafts.server.ts";
import { findDraft, findLive } from "../../cms/editing/entry-rows.server.ts";
import { formTexts, storedValues } from "../../cms/editing/stored-body.ts";
import { putBack } from "../../cms/editing/undo.server.ts";
import { undoAction, undoableActions } from "../../cms/editing/undo-actions.server.ts";
import { listEntries, seedNewTypes } from "../../cms/entries.server.ts";
import { catalogue } from "../../content-types/catalogue.ts";
import { classType } from "../../content-types/class.ts";
import { settingsType } from "../../content-types/settings.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import { recordActivity } from "../../platform/activity.server.ts";
import { transact } from "../../platform/transact.server.ts";
import { activitySentence, listActivity } from "../../staff/activity/activity-log.server.ts";
import { staffContext } from "../../staff/staff-context.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { addDays, comingDate, dateInNairobi } from "../../time/dates.server.ts";
import { dayName } from "../../time/days.ts";
import { findClassSession } from "../class-sessions.server.ts";
import { closeDays, openDays } from "../special-hours.server.ts";
import { action as addAction } from "./add-session.route.tsx";
import { action as closuresAction, loader as closuresLoader } from "./closures.route.tsx";
import { action as sessionAction, loader as sessionLoader } from "./session.route.tsx";
import { loader as weekLoader } from "./timetable.route.tsx";
import { action as rowAction, loader as rowLoader } from "./weekly-slot.route.tsx";
import { action as removeAction } from "./weekly-slot-remove.route.tsx";

let site: TestSite;
let desk: StaffMember;
/** Each test has a week of its own. */
let monday: string;

beforeAll(async () => {
  site = await openTestSite("sqlite");
  await seedNewTypes(site.services, Object.values(catalogue));
  desk = (await addStaffMember(site.services, "desk", { name: "Moraa" })).member;
  monday = comingDate("monday", dateInNairobi(site.services.now()));
});
beforeEach(() => {
  monday = addDays(monday, 7);
});
afterAll(() => site.close());

type Route = Parameters<typeof callRoute>[0];

// biome-ignore lint/suspicious/noExplicitAny: each page's data has a type of its own
type PageData = any;

function call(work: Route, path: string, fields?: Record<string, string>, params = {}, member = desk) {
  const made = routeCall(site.services, path, fields && { fields });
  made.context.set(staffContext, member);
  return callRoute(work, { ...made, params } as typeof made);
}

async function load(work: (args: PageData) => Promise<unknown>, path: string, params = {}, member = desk) {
  const made = routeCall(site.services, path);
  made.context.set(staffContext, member);
  return (await work({ ...made, params })) as PageData;
}

const change = (session: string, fields: Record<string, string>) =>
  call(sessionAction, `/staff/timetable/${session}`, { seen: "0", ...fields }, { session });

const state = async (id: string) => {
  const found = await findClassSession(site.services, id);
  return found && [found.state, found.date, found.time.from, found.trainerName, found.reason];
};

describe("the page of a class", () => {
  test("cancels it, says so, and takes it back", async () => {
    const id = `monday-1.${monday}`;
    expect((await change(id, { do: "cancel", reason: " " })).form?.errors).toEqual({
      reason: "Say why it is cancelled: visitors read it.",
    });
    const done = await change(id, { do: "cancel", reason: "No\u202e \u200bpower.\n" });
    expect([done.status, done.location]).toEqual([303, `/staff/timetable/${id}?done=cancel`]);
    expect(await state(id)).toEqual(["cancelled", monday, "9:00am", "Wanjiru Kamau", "No power."]);
    const page = await load(sessionLoader, `/staff/timetable/${id}`, { session: id });
    expect(page.decisions).toMatchObject([{ who: "Moraa", sentence: expect.stringMatching(/^cancelled Fitness/) }]);
    expect((await change(id, { do: "restore", seen: "1" })).status).toBe(303);
    expect(await state(id)).toEqual(["scheduled", monday, "9:00am", "Wanjiru Kamau", null]);
    const after = await load(sessionLoader, `/staff/timetable/${id}`, { session: id });
    expect(after.decisions[0].sentence).toMatch(/^took back the cancellation of Fitness/);
  });

  test("does not take a move back onto a day that was closed since, and says why", async () => {
    const id = `monday-1.${monday}`;
    await change(id, { do: "move", date: addDays(monday, 2), from: "11:00am", to: "12:00pm" });
    await closeDays(site.services, { from: monday, to: monday, note: "Public holiday." }, desk);
    const { status, form } = await change(id, { do: "restore", seen: "1" });
    expect([status, Object.keys(form?.errors ?? {})]).toEqual([422, ["form"]]);
    expect(form?.errors.form).toMatch(
      /^The gym is closed on Monday \d+ \w+, the day it was moved from: Public holiday\. It stays where it is\./,
    );
    await openDays(site.services, { from: monday, to: monday }, desk);
  });

  test("shows what a colleague did meanwhile, and leaves it", async () => {
    const id = `monday-1.${monday}`;
    const { member } = await addStaffMember(site.services, "owner", { name: "Akinyi" });
    const fields = { do: "cancel", seen: "0", reason: "Burst pipe." };
    await call(sessionAction, `/staff/timetable/${id}`, fields, { session: id }, member);
    const move = { do: "move", date: monday, from: "11:00am", to: "12:00pm", reason: "My own words" };
    const { status, form } = await change(id, move);
    expect([status, form?.typed.reason]).toEqual([409, "My own words"]);
    expect(form?.errors.form).toMatch(/^Akinyi has cancelled it \(.*\)\. Take that back first\.$/);
  });

  test.each([
    [{ date: "2026-02-31", from: "9:00am", to: "10:00am" }, { date: "Choose a day of the calendar." }],
    [{ date: "", from: "nine", to: "ten" }, { date: expect.any(String) }],
    [{ date: "2020-01-06", from: "9:00am", to: "10:00am" }, { date: "That time is past. Choose a later one." }],
    [
      { date: "2999-01-07", from: "9:00am", to: "10:00am" },
      { date: expect.stringMatching(/^That is more than a year/) },
    ],
    [
      { date: "2026-11-23", from: "9:00am", to: "8:00am" },
      { to: "A class lasts 6 hours at most. Write when it ends, like 10:00am." },
    ],
  ])("refuses a move to %j with a sentence at its field", async (when, errors) => {
    const { status, form } = await change(`monday-1.${monday}`, { do: "move", ...when });
    expect([status, form?.errors]).toEqual([422, errors]);
    expect(form?.typed).toMatchObject(when);
    expect(await state(`monday-1.${monday}`)).toMatchObject({ 1: monday, 2: "9:00am" });
  });

  test("asks before a time outside the opening hours, and before a trainer teaches twice", async () => {
    const id = `monday-3.${monday}`;
    const early = { do: "move", date: monday, from: "4.30 am", to: "5:30am" };
    const asked = await change(id, early);
    expect(asked.status).toBe(422);
    expect(asked.form).toMatchObject({
      questions: [{ code: "outside-hours", sentence: expect.stringMatching(/hours:/) }],
    });
    expect((await change(id, { ...early, anyway: "outside-hours" })).status).toBe(303);
    expect(await state(id)).toMatchObject({ 2: "4:30am" });
    const other = `monday-1.${monday}`;
    const busy = { do: "substitute", trainer: "amina-yusuf" };
    await change(id, { ...early, seen: "1", from: "9:30am", to: "10:30am" });
    const twice = await change(other, busy);
    expect(twice.form).toMatchObject({
      questions: [{ code: "trainer-busy", sentence: "Amina Yusuf teaches at that time: Running, 9:30am-10:30am." }],
    });
    expect((await change(other, { ...busy, anyway: "trainer-busy" })).status).toBe(303);
    expect(await state(other)).toMatchObject({ 3: "Amina Yusuf" });
  });

  test.each([
    "none",
    "monday-1.2026-02-31",
    "monday-1.9999-12-31",
    "'; drop table class_sessions; --",
    "x".repeat(5000),
  ])("is nowhere for %s", async (id) => {
    expect((await call(sessionLoader, "/staff/timetable/x", undefined, { session: id })).status).toBe(404);
    expect((await change(id, { do: "cancel", reason: "x" })).status).toBe(404);
  });

  test("is a trainer's own only while they teach it, a substitution included", async () => {
    const { member } = await addStaffMember(site.services, "trainer", { trainerSlug: "amina-yusuf" });
    const id = `monday-1.${monday}`;
    const see = () => call(sessionLoader, "/staff/timetable/x", undefined, { session: id }, member);
    const week = async () => {
      const { days } = await load(weekLoader, `/staff/timetable?week=${monday}`, {}, member);
      return days[0].rows.map((row: { id: string }) => row.id);
    };
    expect((await see()).status).toBe(403);
    expect(await week()).toEqual([`monday-3.${monday}`]);
    await change(id, { do: "substitute", trainer: "amina-yusuf" });
    const page = await load(sessionLoader, "/staff/timetable/x", { session: id }, member);
    expect(await week()).toEqual([id, `monday-3.${monday}`]);
    expect(page.deskContact).toEqual({ way: "call", to: "tel:+254700000000" });
    await publishValues(site.services, settingsType, "site", { ...settings[0], whatsApp: "+254712345678" });
    const { deskContact } = await load(sessionLoader, "/staff/timetable/x", { session: id }, member);
    expect(new URL(deskContact.to).searchParams.get("text")).toMatch(/^Hello! I can’t lead \w+, Mon \d+ \w+, /);
    const fields = { do: "cancel", seen: "1", reason: "x" };
    expect((await call(sessionAction, "/staff/timetable/x", fields, { session: id }, member)).status).toBe(403);
  });
});

describe("the week", () => {
  test.each(["2026-02-31", "x", "9999-12-27", "0001-01-01"])("is this one for %s", async (week) => {
    const { days } = await load(weekLoader, `/staff/timetable?week=${week}`);
    expect(days.some(({ isToday }: { isToday: boolean }) => isToday)).toBe(true);
  });

  test("of a past date can be read", async () => {
    const past = addDays(dateInNairobi(site.services.now()), -14);
    const { days } = await load(weekLoader, `/staff/timetable?week=${past}`);
    expect(days.map(({ isPast }: { isPast: boolean }) => isPast)).toEqual(Array(7).fill(true));
  });
});

test("a class is added once, by whoever teaches it in the week unless somebody is chosen", async () => {
  const add = (fields: Record<string, string>) => call(addAction, "/staff/timetable/add", { do: "add", ...fields });
  const when = { date: monday, from: "11:00am", to: "12:00pm" };
  expect((await add({ ...when, class: "" })).form?.errors).toEqual({ class: "Choose a class." });
  expect((await add({ ...when, class: "boxing", trainer: "nobody" })).form?.errors).toEqual({
    trainer: "Choose who teaches it.",
  });
  const { status, location } = await add({ ...when, class: "boxing" });
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/staff\/timetable\/added-\w+\?done=add$/)]);
  const id = /added-\w+/.exec(location ?? "")?.[0] ?? "";
  expect(await state(id)).toEqual(["scheduled", monday, "11:00am", "Brian Otieno", null]);
});

describe("closed days", () => {
  const post = (fields: Record<string, string>) => call(closuresAction, "/staff/timetable/closures", fields);

  test("are closed only after what they hit was shown, and opened again", async () => {
    const days = { from: monday, to: addDays(monday, 1), note: "Public holiday." };
    const first = await post({ do: "close", ...days });
    expect([first.status, first.form]).toMatchObject([200, { preview: { shown: `${days.from} ${days.to}` } }]);
    const hits = (first.form as PageData).preview.sessions;
    expect(hits).toHaveLength(7);
    expect(await state(`monday-1.${monday}`)).toMatchObject({ 0: "scheduled" });
    const shown = `${days.from} ${days.to}`;
    expect((await post({ do: "close", ...days, note: "", shown })).form?.errors).toEqual({
      note: "Say why: visitors read it.",
    });
    expect((await post({ do: "close", ...days, shown })).location).toBe(
      `/staff/timetable/closures?done=closed+${days.from}+${days.to}`,
    );
    expect(await state(`monday-1.${monday}`)).toMatchObject({ 0: "cancelled", 4: "Public holiday." });
    const far = addDays(dateInNairobi(site.services.now()), 200);
    const { done } = await load(closuresLoader, `/staff/timetable/closures?done=closed+${far}+${far}`);
    expect(done.seen).toMatch(/^Visitors see it from /);
    const { closures } = await load(closuresLoader, "/staff/timetable/closures");
    expect(closures).toMatchObject([{ from: days.from, to: days.to, days: [{ date: days.from }, { date: days.to }] }]);
    expect((await post({ do: "open", days: days.from })).status).toBe(303);
    expect(await state(`monday-1.${monday}`)).toMatchObject({ 0: "scheduled", 4: null });
    expect(await state(`tuesday-1.${days.to}`)).toMatchObject({ 0: "cancelled" });
    expect((await post({ do: "open", days: days.to })).status).toBe(303);
  });

  test.each([
    [{ from: "31.2.", to: "" }, { from: "Choose a day of the calendar." }],
    [{ from: "2020-01-06", to: "" }, { from: "That day is past. Choose today or a later day." }],
    [{ from: "2999-01-06", to: "2998-01-06" }, { to: "The last day is before the first." }],
    [{ from: "2999-01-06", to: "" }, { to: expect.stringMatching(/^That is more than a year/) }],
  ])("are refused for %j with a sentence at the field", async (days, errors) => {
    const { status, form } = await post({ do: "look", note: "x", ...days });
    expect([status, form?.errors, form?.typed]).toMatchObject([422, errors, days]);
  });
});

describe("a row of the weekly timetable", () => {
  const row = {
    day: "wednesday",
    "time.from": "8:00am",
    "time.to": "9:00am",
    gymClass: "cycling",
    trainer: "wanjiru-kamau",
  };
  const publish = (fields: Record<string, string>) =>
    call(
      rowAction,
      "/staff/timetable/rows/wednesday-1",
      { do: "publish", basedOn: "1", ...row, ...fields },
      {
        slug: "wednesday-1",
      },
    );

  test("of more than six hours is not published, with a sentence at the time and what was typed", async () => {
    const { status, form } = await publish({ "time.from": "9:00am", "time.to": "4:00pm" });
    expect([status, JSON.stringify(form)]).toEqual([422, expect.stringContaining("A class lasts 6 hours at most.")]);
    expect(JSON.stringify(form)).toContain("4:00pm");
  });

  test("goes live from a day on: dates before it are as they were", async () => {
    const wednesday = addDays(monday, 2);
    expect((await publish({ effectiveFrom: "2020-01-06" })).form).toMatchObject({
      effective: { effectiveFrom: "2020-01-06", effectiveProblem: expect.stringMatching(/^That day is past/) },
    });
    const { location } = await publish({ effectiveFrom: wednesday });
    expect(location).toBe("/staff/timetable/rows/wednesday-1?done=scheduled");
    expect(await state(`wednesday-1.${addDays(wednesday, -7)}`)).toMatchObject({ 2: "9:00am" });
    expect(await state(`wednesday-1.${wednesday}`)).toMatchObject({ 2: "8:00am" });
  });

  test("asks what happens to classes that were decided by hand, and does it", async () => {
    const [one, other] = [addDays(monday, 3), addDays(monday, 10)];
    const slug = "thursday-1";
    for (const date of [one, other]) await change(`${slug}.${date}`, { do: "substitute", trainer: "amina-yusuf" });
    const fields = {
      day: "thursday",
      "time.from": "7:00am",
      "time.to": "8:00am",
      gymClass: "fitness",
      trainer: "wanjiru-kamau",
    };
    const send = (more: Record<string, string>) =>
      call(rowAction, `/staff/timetable/rows/${slug}`, { do: "publish", basedOn: "1", ...fields, ...more }, { slug });
    const asked = await send({});
    expect(asked.form).toMatchObject({ asked: { sessions: [{ id: `${slug}.${one}` }, { id: `${slug}.${other}` }] } });
    const answer = { affected: "follow", affectedIds: `${slug}.${one}` };
    // A session that was not listed is asked about.
    expect((await send(answer)).form).toHaveProperty("asked");
    expect((await send({ ...answer, affectedIds: `${slug}.${one} ${slug}.${other}` })).status).toBe(303);
    expect(await state(`${slug}.${one}`)).toMatchObject({ 2: "7:00am", 3: "Wanjiru Kamau" });
  });

  test("whose later change is cancelled, postponed or undone has those asked about who rely on it", async () => {
    const [slug, tuesday] = ["tuesday-1", addDays(monday, 1)];
    const next = addDays(tuesday, 7);
    const later = { ...row, day: "tuesday" };
    const path = `/staff/timetable/rows/${slug}`;
    const send = (fields: Record<string, string>) =>
      call(rowAction, path, { do: "publish", ...later, ...fields }, { slug });
    const below = (page: string) => `/staff/content/slot/${slug}/${page}`;
    const params = { type: "slot", slug };
    const schedule = (fields: Record<string, string>) => call(scheduleAction, below("schedule"), fields, params);
    expect((await send({ basedOn: "1", effectiveFrom: tuesday })).status).toBe(303);
    for (const date of [tuesday, next]) await change(`${slug}.${date}`, { do: "substitute", trainer: "amina-yusuf" });
    const time = async (date: string) => (await state(`${slug}.${date}`))?.[2];
    expect([await time(tuesday), await time(next)]).toEqual(["8:00am", "8:00am"]);

    const { schedules } = await load(scheduleLoader, below("schedule"), params);
    const postpone = { do: "postpone", day: next, time: "00:00", replaces: schedules[0].madeAt };
    const asked = await schedule(postpone);
    expect([asked.status, asked.form]).toMatchObject([422, { asked: { sessions: [{ id: `${slug}.${tuesday}` }] } }]);
    const first = { affected: "follow", affectedIds: `${slug}.${tuesday}` };
    expect((await schedule({ ...postpone, ...first })).status).toBe(303);
    expect([await time(tuesday), await time(next)]).toEqual(["9:00am", "8:00am"]);

    expect((await schedule({ do: "cancel:publish" })).form).toMatchObject({ asked: { choices: expect.anything() } });
    const second = { affected: "follow", affectedIds: `${slug}.${next}` };
    expect((await schedule({ do: "cancel:publish", ...second })).location).toBe(`${path}?done=unscheduled`);
    expect(await time(next)).toBe("9:00am");

    const { page } = await load(rowLoader, path, { slug });
    expect(page).toMatchObject({ hasDraft: true, schedules: [] });
    const leave = { affected: "leave", affectedIds: `${slug}.${tuesday} ${slug}.${next}` };
    expect((await send({ basedOn: "1", revision: String(page.basis.revision), ...leave })).status).toBe(303);
    const undo = (fields: Record<string, string>) =>
      call(historyAction, below("history"), { do: "undo", live: "2", ...fields }, params);
    // A later change that failed has not been made, so the undoing counts for later dates too.
    const at = "2026-01-05T00:00:00.000Z";
    const made = { made_at: at, made_by_id: "user-1", made_by: "Wanjiru", based_on: 1 };
    const failed = { ...params, action: "publish", body: "{}", due_at: at, ...made, failed_at: at, failed_why: "[]" };
    await site.services.db.insertInto("entry_schedules").values(failed).execute();
    const question = await undo({});
    expect([question.status, question.form]).toMatchObject([422, { asked: { affected: {} } }]);
    await site.services.db.deleteFrom("entry_schedules").where("slug", "=", slug).execute();
    expect((await undo(leave)).status).toBe(303);
  });

  test("with a change with a date is not published; kept for later, that takes along what is published meanwhile", async () => {
    const [slug, friday] = ["friday-2", addDays(monday, 4)];
    const params = { type: "slot", slug };
    const path = `/staff/timetable/rows/${slug}`;
    const below = `/staff/content/slot/${slug}/schedule`;
    const live = await findLive(site.services.db, params);
    const texts = Object.fromEntries(formTexts(weeklySlotType, storedValues(live?.body ?? "")));
    const send = (more: Record<string, string>) =>
      call(rowAction, path, { do: "publish", basedOn: "1", ...texts, ...more }, { slug });
    const later = { "time.from": "1:10pm", "time.to": "2:10pm", effectiveFrom: friday };
    expect((await send(later)).location).toBe(`${path}?done=scheduled`);
    // The same form again, as by a double click.
    expect((await send(later)).location).toBe(`${path}?done=scheduled`);
    const id = `${slug}.${friday}`;
    const other = texts.trainer === "brian-otieno" ? "amina-yusuf" : "brian-otieno";
    await change(id, { do: "substitute", trainer: other });
    const refused = await send({ gymClass: "yoga" });
    expect([refused.status, refused.form]).toMatchObject([
      409,
      {
        summary: {
          title: "Not published",
          note: expect.stringMatching(/^Moraa has set a change for .* Until then nothing else is published/),
          link: { to: below },
        },
      },
    ]);
    const schedule = (fields: Record<string, string>) => call(scheduleAction, below, fields, params);
    expect((await schedule({ do: "keep" })).form).toMatchObject({ asked: { sessions: [{ id }] } });
    const answer = { affected: "leave", affectedIds: id };
    expect((await schedule({ do: "keep", ...answer })).location).toBe(`${path}?done=kept`);
    expect((await send({ gymClass: "yoga" })).location).toBe(`${path}?done=published`);
    const { schedules } = await load(scheduleLoader, below, params);
    const set = { do: "postpone", day: friday, time: "00:00", replaces: schedules[0].madeAt };
    expect((await schedule(set)).form).toMatchObject({ asked: { sessions: [{ id }] } });
    expect((await schedule({ ...set, ...answer })).status).toBe(303);
    expect(await findClassSession(site.services, `${slug}.${addDays(friday, 7)}`)).toMatchObject({
      classSlug: "yoga",
      time: { from: "1:10pm" },
    });
  });

  test("is not given an old version over a colleague's draft unasked", async () => {
    const slug = "sunday-1";
    const params = { type: "slot", slug };
    const path = `/staff/timetable/rows/${slug}`;
    await call(rowAction, path, { do: "save", basedOn: "1", ...row, day: "sunday" }, { slug });
    const restore = (fields: Record<string, string>) =>
      call(historyAction, `/staff/content/slot/${slug}/history`, { do: "restore:1", ...fields }, params);
    const asked = await restore({});
    expect([asked.status, asked.form]).toMatchObject([422, { asked: { restored: 1 } }]);
    const draft = await findDraft(site.services.db, { type: "slot", slug });
    expect(draft?.body).toContain("8:00am");
    expect((await restore({ draft: String(draft?.revision) })).status).toBe(303);
  });

  test("neither shows the desk a draft of the owner's class nor publishes it", async () => {
    const { member: owner } = await addStaffMember(site.services, "owner");
    const { db } = site.services;
    const [boxing] = classes;
    const { slug: _, ...values } = { ...boxing, title: "SECRET camp" };
    const saved = await saveDraft(site.services, classType, null, values, owner, { revision: undefined, basedOn: 0 });
    if (saved.code !== "saved") throw new Error(saved.code);
    const draft = { type: classType.name, slug: saved.slug };
    const params = { slug: "tuesday-2" };
    const path = "/staff/timetable/rows/tuesday-2";
    const before = await findDraft(db, draft);
    const hasTitle = (data: unknown) => /SECRET/.test(JSON.stringify(data));
    expect(hasTitle(await load(rowLoader, path, params))).toBe(false);
    expect(hasTitle(await load(rowLoader, path, params, owner))).toBe(true);
    const live = await findLive(db, { type: "slot", slug: "tuesday-2" });
    const fields = { ...row, day: "tuesday", gymClass: saved.slug, basedOn: String(live?.version) };
    for (const pressed of ["publish", "publish-both"]) {
      const { status, form } = await call(rowAction, path, { do: pressed, ...fields }, params);
      expect([status, hasTitle(form)], pressed).toEqual([422, false]);
      // Nor whether there is a draft of that name.
      expect(JSON.stringify(form)).not.toContain("not on the site yet");
    }
    expect(await findDraft(db, draft)).toEqual(before);
    expect(await findLive(db, draft)).toBeUndefined();
    expect((await call(rowAction, path, { do: "publish-both", ...fields }, params, owner)).status).toBe(303);
    expect(await findLive(db, draft)).toBeDefined();
  });

  test("has one form, to which the address of other entries leads, with what was sent there", async () => {
    const params = { type: "slot", slug: "tuesday-2" };
    const before = await findLive(site.services.db, params);
    for (const [slug, query] of [
      ["tuesday-2", ""],
      ["new", "?from=tuesday-2"],
    ]) {
      const at = { type: "slot", ...(slug !== "new" && { slug }) };
      const path = `/staff/content/slot/${slug}${query}`;
      const shown = await load(entryLoader, path, at).catch((response: Response) => response);
      expect([shown.status, shown.headers.get("Location")]).toEqual([301, `/staff/timetable/rows/${slug}${query}`]);
      const sent = await call(entryAction, path, { do: "publish", basedOn: "1", ...row }, at);
      expect([sent.status, sent.location]).toEqual([307, `/staff/timetable/rows/${slug}${query}`]);
    }
    expect(await findLive(site.services.db, params)).toEqual(before);
  });

  test("has its last change undone, and a draft of it thrown away, on its own page", async () => {
    const saturday = addDays(monday, 5);
    const [slug, id] = ["saturday-2", `saturday-2.${saturday}`];
    const before = await state(id);
    const send = (fields: Record<string, string>) =>
      call(rowAction, `/staff/timetable/rows/${slug}`, { ...row, day: "saturday", ...fields }, { slug });
    expect((await send({ do: "publish", basedOn: "1" })).location).toBe(`/staff/timetable/rows/${slug}?done=published`);
    expect(await state(id)).toMatchObject({ 2: "8:00am" });
    const below = (page: string) => `/staff/content/slot/${slug}/${page}`;
    const params = { type: "slot", slug };
    const undone = await call(historyAction, below("history"), { do: "undo", live: "2" }, params);
    expect(undone.location).toBe(`/staff/timetable/rows/${slug}?done=undone`);
    expect(await state(id)).toEqual(before);
    await send({ do: "save", basedOn: "3" });
    const { revision } = await load(discardLoader, below("discard"), params);
    const discarded = await call(discardAction, below("discard"), { revision: String(revision) }, params);
    expect(discarded.location).toBe(`/staff/timetable/rows/${slug}?done=discarded`);
  });

  test("is taken off, and the classes decided by hand are cancelled with a reason", async () => {
    const id = `friday-1.${addDays(monday, 4)}`;
    await change(id, { do: "substitute", trainer: "wanjiru-kamau" });
    const remove = (fields: Record<string, string>) =>
      call(removeAction, "/staff/timetable/rows/friday-1/remove", { version: "1", ...fields }, { slug: "friday-1" });
    expect((await remove({})).form).toMatchObject({ affected: { sessions: [{ id }], choices: ["leave", "cancel"] } });
    const answer = { affected: "cancel", affectedIds: id };
    expect((await remove({ ...answer, affectedReason: " " })).form).toMatchObject({
      affected: { problem: expect.any(String) },
    });
    expect((await remove({ ...answer, affectedReason: "New timetable." })).status).toBe(303);
    expect(await state(id)).toMatchObject({ 0: "cancelled", 4: "New timetable." });
    expect(await state(`friday-1.${addDays(monday, 11)}`)).toBeUndefined();
  });
});

describe("a change whose affected classes can't be cancelled is not made", () => {
  const slug = "saturday-1";
  const row = { day: "saturday", "time.from": "7:00am", "time.to": "8:00am", gymClass: "yoga", trainer: "amina-yusuf" };
  let id: string;
  /** That of each test so far. */
  const ids: string[] = [];
  let owner: StaffMember;

  beforeAll(async () => {
    owner = (await addStaffMember(site.services, "owner")).member;
    // Of the tests before.
    await site.services.db.deleteFrom("entry_schedules").execute();
    await replaceEverywhere(site.services, trainerType, "brian-otieno", "amina-yusuf");
    await sql
      .raw(`create trigger refuse before update on class_sessions when new.state = 'cancelled'
        begin select raise(abort, 'refused for this test'); end`)
      .execute(site.services.db);
  });
  afterAll(() => sql.raw("drop trigger refuse").execute(site.services.db));
  beforeEach(async () => {
    id = `${slug}.${addDays(monday, 5)}`;
    ids.push(id);
    await change(id, { do: "substitute", trainer: "brian-otieno" });
  });

  /** The row as visitors see it, its schedules, its trainer, and the class session. */
  const stored = async () => ({
    live: await findLive(site.services.db, { type: "slot", slug }),
    schedules: await site.services.db.selectFrom("entry_schedules").selectAll().where("slug", "=", slug).execute(),
    trainer: await findLive(site.services.db, { type: "trainer", slug: "brian-otieno" }),
    session: await state(id),
  });
  const later = () => addDays(monday, 3);

  test.each([
    ["published", "rows/saturday-1", rowAction, () => ({ do: "publish", basedOn: "1", ...row })],
    [
      "scheduled",
      "rows/saturday-1",
      rowAction,
      () => ({ do: "publish", basedOn: "1", ...row, effectiveFrom: later() }),
    ],
    ["taken off", "rows/saturday-1/remove", removeAction, () => ({ version: "1" })],
    ["to be taken off", "rows/saturday-1/remove", removeAction, () => ({ version: "1", effectiveFrom: later() })],
  ] as const)("%s", async (_, path, work, fields) => {
    const before = await stored();
    const answer = { affected: "cancel", affectedIds: ids.join(" "), affectedReason: "New timetable." };
    const sent = call(work, `/staff/timetable/${path}`, { ...fields(), ...answer }, { slug });
    const failed = await sent.then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
    // The form of the removal comes back with what was typed.
    expect(failed).toBe(work === removeAction ? 503 : "refused for this test");
    expect(await stored()).toEqual(before);
  });

  test("a trainer taken off", async () => {
    const before = await stored();
    const params = { type: "trainer", slug: "brian-otieno" };
    const fields = { do: "remove", version: "1" };
    const answer = { affected: "cancel", affectedIds: ids.join(" "), affectedReason: "He leaves." };
    const path = "/staff/content/trainer/brian-otieno/remove";
    const sent = call(removeEntryAction, path, { ...fields, ...answer }, params, owner);
    expect((await sent).status).toBe(503);
    expect(await stored()).toEqual(before);
  });
});

describe("a class of every week on several days", () => {
  const fields = { "time.from": "5:10am", "time.to": "6:10am", gymClass: "boxing", trainer: "brian-otieno" };
  const send = (sent: Record<string, string>) =>
    call(rowAction, "/staff/timetable/rows/new", { do: "publish", basedOn: "0", ...fields, ...sent });
  const early = async () =>
    (await listEntries(site.services, weeklySlotType)).filter(({ time }) => time.from === fields["time.from"]);

  test("is one form, stands in the order of the clock, is undone as one, and each row is put back by itself", async () => {
    const { status, location } = await send({ "days.working-week": "on", "days.sunday": "on" });
    expect(status).toBe(303);
    const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "sunday"] as const;
    expect((await early()).map(({ day }) => day)).toEqual(days);
    const { rows } = await readEntryRows(site.services, weeklySlotType, desk, undefined);
    const monday = rows
      .filter(({ heading }) => heading === "Monday")
      .map(({ titleBelow }) => titleBelow?.split("-")[0]);
    expect(monday).toEqual(["5:10am", "9:00am", "4:00pm", "6:00pm", "10:00pm"]);
    const address = new URL(location ?? "", "http://site.test");
    const { made } = await load(rowLoader, `${address.pathname}${address.search}`);
    expect(made).toMatchObject({ title: "5:10am-6:10am, Boxing", rows: days.map((day) => ({ day: dayName(day) })) });
    // Sent twice, by a double click, they are there once.
    expect((await send({ "days.working-week": "on", "days.sunday": "on" })).location).toBe(location);
    expect(await early()).toHaveLength(6);

    const taken = await send({ do: "take-off", rows: address.searchParams.get("rows") ?? "" });
    expect(taken.location).toBe("/staff/timetable/rows/new?done=taken-off");
    expect(await early()).toEqual([]);
    const slug = made.rows[0].slug;
    await putBack(site.services, weeklySlotType, slug, desk);
    expect(await early()).toHaveLength(1);
    await send({ do: "take-off", rows: address.searchParams.get("rows") ?? "" });
  });

  test("is refused as a whole, and comes back as it was typed", async () => {
    const before = await site.services.db.selectFrom("entry_drafts").select("slug").execute();
    const ticked = { "days.monday": "on", "days.saturday": "on" };
    const { status, form } = await send({ ...ticked, "time.from": "6" });
    expect(status).toBe(422);
    expect(form).toMatchObject({ ticked, summary: { title: "Not published" } });
    const none = await send({});
    expect(none.form).toMatchObject({
      fields: expect.arrayContaining([expect.objectContaining({ name: "day", problem: "Choose one of these." })]),
    });
    expect(await site.services.db.selectFrom("entry_drafts").select("slug").execute()).toEqual(before);
    expect(await early()).toEqual([]);
  });

  test("is scheduled, or stored as drafts, together", async () => {
    const day = addDays(monday, 1);
    const ticked = { "days.tuesday": "on", "days.thursday": "on" };
    const { location } = await send({ ...ticked, effectiveFrom: day });
    expect(location).toMatch(/done=scheduled/);
    const of = (table: "entry_schedules" | "entry_drafts") =>
      site.services.db.selectFrom(table).select("slug").where("body", "like", "%5:10am%").execute();
    expect(await of("entry_schedules")).toHaveLength(2);
    expect((await send({ ...ticked, do: "save", trainer: "" })).location).toMatch(/done=saved/);
    expect(await of("entry_drafts")).toHaveLength(4);
  });

  test("is not undone at once when somebody has decided something for one of its classes", async () => {
    const { location } = await send({ "days.monday": "on", "days.friday": "on", gymClass: "yoga" });
    const rows = new URL(location ?? "", "http://site.test").searchParams.get("rows") ?? "";
    await change(`${rows.split(" ")[0]}.${monday}`, { do: "substitute", trainer: "amina-yusuf" });
    const { status, form } = await send({ do: "take-off", rows });
    expect([status, form]).toMatchObject([409, { problem: expect.stringMatching(/^Somebody has booked/) }]);
    expect(await early()).toHaveLength(2);
  });

  test("asks for no order, and an order of earlier is history that nothing undoes", async () => {
    const path = "/staff/content/slot";
    expect(await load(listLoader, path, { type: "slot" })).toMatchObject({ isOrdered: false });
    expect((await call(listAction, path, { do: "down:monday-1", seen: "monday-1" }, { type: "slot" })).status).toBe(
      400,
    );
    await transact(site.services, ({ transaction, at }) =>
      recordActivity(transaction, at, desk, {
        action: "ordered",
        type: "slot",
        label: "Weekly timetable",
        details: { before: ["monday-2", "monday-1"], after: ["monday-1", "monday-2"] },
      }),
    );
    const { entries } = await listActivity(site.services, { type: "slot" });
    const [ordered] = entries.filter(({ action }) => action === "ordered");
    if (ordered === undefined) throw new Error("It is in the log");
    expect(activitySentence(ordered)).toBe("changed the order of a list: Weekly timetable");
    expect(await undoableActions(site.services, [ordered])).toEqual(new Set());
    expect(await undoAction(site.services, ordered, desk, [])).toEqual({ code: "nothing-to-undo" });
  });
});

test("a trainer stays while the week has them; then the dated classes are listed, left as they are or cancelled", async () => {
  const added = { do: "add", class: "boxing", trainer: "wanjiru-kamau", date: monday, from: "1:00pm", to: "2:00pm" };
  const { location } = await call(addAction, "/staff/timetable/add", added);
  const id = /added-\w+/.exec(location ?? "")?.[0] ?? "";
  const params = { type: "trainer", slug: "wanjiru-kamau" };
  const path = "/staff/content/trainer/wanjiru-kamau/remove";
  const { member } = await addStaffMember(site.services, "owner");
  const page = () => load(removalLoader, path, params, member);
  const remove = (fields: Record<string, string>) =>
    call(removeEntryAction, path, { do: "remove", version: "1", ...fields }, params, member);
  const { uses, leaving } = await page();
  expect([uses[0], leaving]).toEqual([
    { label: expect.stringMatching(/: .* \(Trainer\)$/), to: expect.stringMatching(/^\/staff\//) },
    undefined,
  ]);
  expect([(await remove({})).status, (await remove({})).form]).toMatchObject([
    422,
    { errors: { form: expect.stringMatching(/^Something else uses it/) } },
  ]);
  // Of the tests before.
  await site.services.db.deleteFrom("entry_schedules").execute();
  await replaceEverywhere(site.services, trainerType, "wanjiru-kamau", "amina-yusuf");
  const affected = (await page()).leaving;
  expect(affected).toMatchObject({ choices: ["leave", "cancel"] });
  const ids: string[] = affected.sessions.map((session: { id: string }) => session.id);
  expect(ids).toContain(id);
  const answer = { affected: "cancel", affectedIds: ids.join(" ") };
  expect((await remove({ ...answer, affectedReason: " " })).status).toBe(422);
  expect((await remove({ ...answer, affectedReason: "She leaves." })).status).toBe(303);
  expect(await state(id)).toMatchObject({ 0: "cancelled", 4: "She leaves." });
});
