/** The console's forms about members: what they refuse, and what repeated or stale forms do. */

import { describe, expect, test } from "vitest";
import { addMembers, momentAt } from "../../../test/bookings/booking-gym.ts";
import { publishValues } from "../../../test/content/content-changes.ts";
import { bookAtDesk, daysOf, give, makePeopleInStates, makePerson } from "../../../test/members/members-gym.ts";
import { addStaffBeforeAll, GYM_WITH_MEMBERS, openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, type PageData, routeCall, staffCall } from "../../../test/support/route-calls.ts";
import { beforeAccountErased } from "../../accounts/account-hooks.server.ts";
import { action as detailsAction } from "../../accounts/views/account-details.route.tsx";
import { readEntryPage } from "../../cms/console/entry-page.server.ts";
import type { ContentType } from "../../cms/content-type.ts";
import { action as todayAction, loader as todayLoader } from "../../console/first-page/first-page.route.tsx";
import { membershipType } from "../../content-types/membership.ts";
import { planType } from "../../content-types/pricing.ts";
import { loader as enquiryLoader } from "../../enquiries/console/enquiry.route.tsx";
import { recordEnquiry } from "../../enquiries/enquiries.server.ts";
import { doorNumberText, findDoorNumber } from "../../people/door-numbers.server.ts";
import { findPerson } from "../../people/people.server.ts";
import { transact } from "../../platform/transact.server.ts";
import type { StaffMember } from "../../staff/roles.ts";
import { action as closuresAction, loader as closuresLoader } from "../../timetable/console/closures.route.tsx";
import { undoExtension } from "../pass-extensions.server.ts";
import { passesOfPerson } from "../pass-rows.server.ts";
import { action as joinAction } from "../views/join.route.tsx";
import { action as membershipAction } from "../views/membership.route.tsx";
import { loader as bookLoader } from "./book-class.route.tsx";
import { action as editAction, loader as editLoader } from "./edit-person.route.tsx";
import { action as endAction, loader as endLoader } from "./end-pass.route.tsx";
import { action as eraseAction, loader as eraseLoader } from "./erase-person.route.tsx";
import { action as freezeAction, loader as freezeLoader } from "./freeze.route.tsx";
import { action as giveAction, loader as giveLoader } from "./give-pass.route.tsx";
import { action as linkAction, loader as linkLoader } from "./link-account.route.tsx";
import { loader as listLoader } from "./members.route.tsx";
import { action as mergeAction, loader as mergeLoader } from "./merge.route.tsx";
import { action as newAction, loader as newLoader } from "./new-person.route.tsx";
import { action as personAction, loader as personLoader } from "./person.route.tsx";

const SUNDAY = "2026-11-22";

const { services, clock } = openGymBeforeAll("sqlite", GYM_WITH_MEMBERS);
const desk = addStaffBeforeAll(services, "desk", { name: "Moraa" });
const owner = addStaffBeforeAll(services, "owner", { name: "Wanjiku" });

type Route = Parameters<typeof callRoute>[0];
type Fields = Record<string, string>;

const load = async (work: Route, query = "", id = "", staff = owner): Promise<PageData> =>
  work(staffCall(services, staff, `/staff/members${query}`, { params: { person: id } }));

const loadToday = async (staff: StaffMember): Promise<PageData> =>
  todayLoader(staffCall(services, staff, "/staff") as PageData);

const submit = (work: Route, fields: Fields, id = "", staff = desk, query = "") =>
  callRoute(work, staffCall(services, staff, `/staff/members${query}`, { params: { person: id }, fields }));

const TYPED = { name: "", phone: "", email: "", bornOn: "", guardian: "", heardOf: "" };

/** The form for a new person, as it was opened. */
async function newForm(typed: Fields): Promise<Fields> {
  const { ids, seen } = (await load(newLoader)).page;
  return { ...TYPED, ...ids, seen, plan: "", paidNote: "", ...typed };
}

async function somebodyWithPass(): Promise<{ id: string; pass: string }> {
  const id = await makePerson(services);
  return { id, pass: await give(services, id, "mwanzo") };
}

describe("a new person", () => {
  test("is created with a pass once, unless the plan has changed since or somebody similar exists", async () => {
    const form = await newForm({ name: "Njoki Mwai", phone: "0711 900 100", plan: "mwanzo", paidHow: "mpesa" });
    const first = await submit(newAction, form);
    expect([first.status, first.location]).toEqual([303, `/staff/members/${form.formId}?done=given`]);
    expect((await submit(newAction, form)).location).toBe(first.location);
    expect(await daysOf(services, form.formId ?? "")).toEqual(["2026-11-22 2026-12-21"]);
    const stale = await newForm({ name: "Otieno Ochieng", plan: "mwanzo", paidHow: "cash", seen: "older" });
    const { status, form: returned } = await submit(newAction, stale);
    expect([status, returned?.typed.name]).toEqual([409, "Otieno Ochieng"]);
    expect(await findPerson(services.db, stale.formId ?? "")).toBeUndefined();
    const again = await newForm({ name: "Njoki  mwai", phone: "+254 711 900 100" });
    const label = "Njoki Mwai, 0711 900 100, without an account, Mwanzo, until Mon 21 Dec";
    const questions = [{ links: [{ to: `/staff/members/${form.formId}`, label }] }];
    expect((await submit(newAction, again)).form).toMatchObject({ questions });
  });

  test.each([
    [{ plan: "mwanzo" }, { paidHow: "Choose how it was paid." }],
    [{ paidHow: "cash" }, { plan: expect.stringContaining("Choose a plan") }],
    [{ plan: "mwanzo", paidHow: "gift" }, { paidHow: expect.stringContaining("owner") }],
    [{ plan: "mwanzo", paidHow: "cash", paidNote: "x".repeat(201) }, { paidNote: expect.stringContaining("long") }],
    [{ isChild: "on", guardian: "Nobody at all" }, { guardian: expect.stringContaining("No member") }],
  ])("with %j is refused at the field, and nothing is created", async (typed, errors) => {
    const form = await newForm({ name: "Refused Person", ...(typed as Fields) });
    const { status, form: returned } = await submit(newAction, form);
    expect([status, returned?.errors]).toEqual([422, errors]);
    expect(returned?.typed).toMatchObject(typed);
    expect(await findPerson(services.db, form.formId ?? "")).toBeUndefined();
  });

  test("can be created from the page of an enquiry, with its values filled in", async () => {
    const contact = { name: "Zawadi", email: "zawadi@example.com", phone: "0722 333 444" };
    await recordEnquiry(services, { ...contact, class: "", comment: "Karibu" });
    const { id } = await services.db.selectFrom("enquiries").select("id").executeTakeFirstOrThrow();
    const made = staffCall(services, desk, `/staff/enquiries/${id}`, { params: { id } });
    expect((await enquiryLoader(made as PageData)).data).toMatchObject({ enquiry: { id }, mayMakeMember: true });
    const { texts, ids } = (await load(newLoader, `/new?enquiry=${id}`)).page;
    expect(texts).toMatchObject(contact);
    const form = await newForm({ name: texts.name, enquiryId: ids.enquiryId });
    await submit(newAction, form);
    expect(await findPerson(services.db, form.formId ?? "")).toMatchObject({ enquiry_id: id });
  });
});

test("staff-only content is marked, so that its pages don't mention visitors", async () => {
  const isForStaff = async (type: ContentType, slug: string) =>
    (await readEntryPage(services, type, slug, owner))?.isForStaff;
  expect(await isForStaff(membershipType, "membership")).toBe(true);
  expect(planType.isForStaff?.({ sold: "at the desk only" })).toBe(true);
  expect(await isForStaff(planType, "mwanzo")).toBe(false);
});

test("a guardian is the only adult who matches, or has the door number, and is kept if the name doesn't change", async () => {
  await makePerson(services, { name: "Sifa Barasa" });
  const aunt = await makePerson(services, { name: "Sifa Barasa" });
  const child = await newForm({ name: "Tatu Barasa", isChild: "on", guardian: "Sifa Barasa" });
  const door = (await findDoorNumber(services.db, aunt)) ?? "";
  expect((await submit(newAction, child)).form?.errors.guardian).toContain(`Sifa Barasa ${doorNumberText(door)}`);
  await submit(newAction, { ...child, guardian: door });
  const id = child.formId ?? "";
  expect(await findPerson(services.db, id)).toMatchObject({ guardian_id: aunt });
  // The form shows the stored name, which two people have.
  const { texts, seen } = (await load(editLoader, "", id)).page;
  const { isChild: _, ...visible } = texts;
  const edited = { ...visible, seen: String(seen), isChild: "on", heardOf: "a friend" };
  expect((await submit(editAction, edited, id)).status).toBe(303);
  expect(await findPerson(services.db, id)).toMatchObject({ guardian_id: aunt, heard_of: "a friend" });
  const ofChild = await newForm({ name: "Small Barasa", isChild: "on", guardian: "Tatu" });
  expect((await submit(newAction, ofChild)).form?.errors.guardian).toContain("child too");
});

describe("closed days", () => {
  const days = { from: "2026-12-01", to: "2026-12-02" };
  const look = async (fields: Fields, staff: StaffMember): Promise<PageData> =>
    (await submit(closuresAction, { do: "close", show: "yes", ...days, ...fields }, "", staff)).form;
  const close = async (fields: Fields, staff: StaffMember) => {
    const { seen } = (await look(fields, staff)).preview;
    return submit(closuresAction, { do: "close", ...days, note: "Water pipe", seen, ...fields }, "", staff);
  };
  const open = (date: string, staff: StaffMember) => submit(closuresAction, { do: "open", days: date }, "", staff);
  const add = (staff: StaffMember) => submit(closuresAction, { do: "add", days: "2026-12-01 2026-12-02" }, "", staff);
  const rowOf = async (staff: StaffMember) => (await load(closuresLoader, "", "", staff)).page.closures[0];
  const waiting = async (staff = owner) => (await loadToday(staff)).openedDays;
  const address = (done: string, { from, to } = days) => `/staff/timetable/closures?done=${done}+${from}+${to}`;

  test("are added to passes if the owner ticks the box, which shows the number of passes, and members are switched on", async () => {
    const { id, pass } = await somebodyWithPass();
    const { passes } = (await look({}, owner)).preview;
    expect(passes).toMatchObject({ isAdded: false, count: expect.stringMatching(/^\d+ pass(es are| is) extended\.$/) });
    expect((await look({}, desk)).preview.passes).toBeUndefined();
    const refused = await close({ addToPasses: "on" }, desk);
    expect([refused.status, refused.form?.errors.form]).toEqual([403, expect.stringContaining("Only the owner")]);
    expect(refused.form?.typed).toMatchObject({ note: "Water pipe", addToPasses: "on" });
    expect(await rowOf(owner)).toBeUndefined();
    for (let time = 0; time < 2; time += 1)
      expect((await close({ addToPasses: "on" }, owner)).location).toBe(address("closed-added"));
    expect(await daysOf(services, id)).toEqual(["2026-11-22 2026-12-23"]);
    expect(await rowOf(owner)).toMatchObject({ passes: { isAdded: true } });
    expect((await rowOf(desk)).passes).toBeUndefined();
    const { page: person } = await load(personLoader, "", id);
    expect(person.passes.list[0].happened).toEqual(["2 days longer, closed Tue 1 Dec to Wed 2 Dec: Water pipe"]);
    const untilFirst = { do: "freeze", firstDay: "2026-11-22", lastDay: "2026-12-01", medical: "on", show: "yes" };
    const { form: freeze }: PageData = await submit(freezeAction, untilFirst, id, desk, `?pass=${pass}`);
    expect(freeze.preview.effects[2].text).toContain("One of these days was a closed day");
    expect((await load(newLoader)).page.choice.plans[0].days).toBe("Sun 22 Nov to Wed 23 Dec, 2 closed days added");
    expect((await open("2026-12-01 2026-12-02", owner)).location).toBe(address("opened-taken-back"));
    expect(await daysOf(services, id)).toEqual(["2026-11-22 2026-12-21"]);
    expect((await open("2026-12-01 2026-12-02", owner)).location).toBe(address("opened"));
    await publishValues(services, membershipType, "membership", { isOn: "off" });
    expect((await look({}, owner)).preview.passes).toBeUndefined();
    expect((await close({ addToPasses: "on" }, owner)).status).toBe(403);
    await publishValues(services, membershipType, "membership", { isOn: "on" });
  });

  test("can be added later by the owner, even once they are past", async () => {
    const { id } = await somebodyWithPass();
    expect((await close({}, desk)).location).toBe(address("closed"));
    expect((await add(desk)).status).toBe(403);
    // Sixty days after the first of them.
    clock.now = momentAt("2027-01-30", 9);
    const { past, closures } = (await load(closuresLoader)).page;
    expect([past, closures]).toMatchObject([[{ ...days, passes: { isAdded: false } }], []]);
    for (let time = 0; time < 2; time += 1) expect((await add(owner)).location).toBe(address("added"));
    expect(await daysOf(services, id)).toEqual(["2026-11-22 2026-12-23"]);
    expect((await load(closuresLoader)).page.past).toEqual([]);
    clock.now = momentAt(SUNDAY, 14);
    await open("2026-12-01 2026-12-02", owner);
    const gone = await add(owner);
    expect([gone.status, gone.form?.errors.form]).toEqual([422, expect.stringContaining("no longer closed")]);
  });

  test("stay on passes when the desk reopens them, and Today asks the owner", async () => {
    const { id } = await somebodyWithPass();
    await close({ addToPasses: "on" }, owner);
    const second = { from: "2026-12-02", to: "2026-12-02" };
    expect((await open("2026-12-02", desk)).location).toBe(address("opened-asked", second));
    const [row] = await waiting();
    expect(row).toMatchObject({ days: "Wed 2 Dec", text: expect.stringContaining(`by ${desk.name}`) });
    expect(await waiting(desk)).toEqual([]);
    clock.now = momentAt(SUNDAY, 15);
    await open("2026-12-01", desk);
    const kept = { do: "days-kept", opened: (await waiting())[1].openedAt };
    expect((await submit(todayAction, kept, "", owner)).location).toBe("/staff?done=days-kept");
    expect(await waiting()).toEqual([row]);
    const press = { do: "days-back", opened: row.openedAt };
    expect((await submit(todayAction, press, "", desk)).status).toBe(403);
    expect((await submit(todayAction, press, "", owner)).location).toBe("/staff?done=days-back");
    expect((await submit(todayAction, press, "", owner)).location).toBe("/staff?done=days-decided");
    expect(await daysOf(services, id)).toEqual(["2026-11-22 2026-12-22"]);
    expect(await waiting()).toEqual([]);
    await transact(services, (change) => undoExtension(change, owner, ["2026-12-01"]));
  });
});

describe("repeated and stale forms", () => {
  test("renewing shows the pass that was just given", async () => {
    const { id } = await somebodyWithPass();
    clock.now = momentAt(SUNDAY, 12.01);
    const { formId, seen, choice } = (await load(giveLoader, "", id)).page;
    expect(choice.usual).toBe("mwanzo");
    const form = { formId, seen, plan: "nguvu", paidHow: "cash", paidNote: "" };
    expect((await submit(giveAction, { ...form, paidHow: "gift" }, id)).form?.errors.paidHow).toContain("owner");
    expect((await submit(giveAction, form, id)).location).toBe(`/staff/members/${id}?done=given`);
    const justGiven = expect.stringMatching(/^Nguvu, .* was given just now by Moraa\./);
    expect((await load(giveLoader, "", id)).page).toMatchObject({ justGiven, choice: { usual: "nguvu" } });
    const { tabs } = await load(listLoader, "?state=running");
    expect(tabs.find(({ label }: { label: string }) => label === "Active").count).toBeGreaterThan(0);
    const { rows } = await load(listLoader, `?q=${(await findPerson(services.db, id))?.name}`);
    expect(rows[0].about).toContain("until Mon 21 Dec, paid until Thu 21 Jan");
    clock.now = momentAt(SUNDAY, 13);
    expect((await load(giveLoader, "", id)).page.justGiven).toBeUndefined();
    expect((await load(listLoader, "?state=new")).rows).not.toEqual([]);
    // All passes here began more than a week before.
    clock.now = momentAt("2026-11-30", 12);
    expect((await load(listLoader, "?state=new")).rows).toEqual([]);
    // The last day of the first of two passes.
    clock.now = momentAt("2026-12-21", 12);
    expect((await load(personLoader, "", id)).page.passes.state.label).toBe("Active");
  });

  test("freezing shows the current effects and asks again", async () => {
    const { id, pass } = await somebodyWithPass();
    await bookAtDesk(services, "monday-1.2026-11-23", id);
    const { page } = await load(freezeLoader, `?pass=${pass}`, id);
    const send = (fields: Fields) => submit(freezeAction, fields, id, desk, `?pass=${pass}`);
    const cancelled = { text: "1 booking is cancelled", below: [expect.stringContaining("Fitness")] };
    expect(page.preview.effects.slice(1)).toEqual([{ text: "Ends Mon 4 Jan, not Mon 21 Dec" }, cancelled]);
    const form = { do: "freeze", ...page.values, seen: page.preview.seen, reason: "" };
    const older = await send({ ...form, seen: "older" });
    expect([older.status, (older.form as PageData).preview.effects]).toEqual([409, page.preview.effects]);
    const short = await send({ ...form, lastDay: form.firstDay });
    expect(short.form?.errors).toEqual({ effects: expect.stringContaining("at least 14 days") });
    const longer = await send({ ...form, show: "21" });
    expect([longer.status, longer.form?.typed]).toEqual([200, expect.objectContaining({ lastDay: "2026-12-12" })]);
    for (let time = 0; time < 2; time += 1)
      expect((await send(form)).location).toBe(`/staff/members/${id}?done=frozen`);
    expect(await daysOf(services, id)).toEqual(["2026-11-22 2027-01-04"]);
    const frozen = (await load(freezeLoader, `?pass=${pass}`, id)).page;
    expect(frozen).toMatchObject({ values: { firstDay: "2026-12-06" }, freezes: [{ mayReturn: true }] });
    clock.now = momentAt("2026-11-24", 12);
    const soon = await send({ ...form, ...frozen.values, seen: "" });
    expect(soon.form?.errors.effects).toContain("the freeze from 22 Nov 2026, the next one can start from 22 Nov");
    const other = `?pass=${await give(services, id, "day-pass")}`;
    const { page: after } = await load(freezeLoader, other, id);
    const back = { do: "take-back", seen: String(after.seen), actId: after.freezes[0].actId };
    for (let time = 0; time < 2; time += 1)
      expect((await submit(freezeAction, back, id, desk, other)).status).toBe(303);
    expect((await daysOf(services, id))[0]).toBe("2026-11-22 2026-12-21");
    // The next of two freezes is named.
    const freezes = '[["2026-12-10","2026-12-11"],["2026-12-01","2026-12-02"]]';
    await services.db.updateTable("pass_days").set({ freezes }).where("pass_id", "=", pass).execute();
    const { list } = (await load(personLoader, "", id)).page.passes;
    expect(list.at(-1).state).toBe("Active, frozen from Tue 1 Dec");
  });

  test("ending, and undoing it", async () => {
    const { id, pass } = await somebodyWithPass();
    const { page } = await load(endLoader, `?pass=${pass}`, id);
    const send = (fields: Fields) => submit(endAction, fields, id, owner, `?pass=${pass}`);
    const form = { do: "end", seen: String(page.seen), reason: "moves away" };
    expect((await send({ ...form, reason: "" })).form?.errors).toEqual({ reason: "Enter the reason." });
    expect((await send({ ...form, seen: "1" })).status).toBe(409);
    for (let time = 0; time < 2; time += 1) expect((await send(form)).status).toBe(303);
    expect(await daysOf(services, id)).toEqual(["2026-11-22 2026-11-22"]);
    // A pass given since, and void, is as if it had never been given.
    const since = `?pass=${await give(services, id, "day-pass")}`;
    const { seen } = (await load(endLoader, since, id)).page;
    expect((await load(endLoader, `?pass=${pass}`, id)).page.ended.undo).toBeUndefined();
    await submit(endAction, { do: "take-back", seen: String(seen), reason: "" }, id, owner, since);
    const { page: ended } = await load(endLoader, `?pass=${pass}`, id);
    const back = { do: "end-back", seen: String(ended.seen), ...ended.ended.undo };
    for (let time = 0; time < 2; time += 1) expect((await send(back)).status).toBe(303);
    expect((await daysOf(services, id))[0]).toBe("2026-11-22 2026-12-21");
  });

  test("voiding a pass, which the desk can do only on its day", async () => {
    clock.now = momentAt("2026-10-01", 12);
    const { id } = await somebodyWithPass();
    clock.now = momentAt(SUNDAY, 12);
    const pass = await give(services, id, "mwanzo");
    const firstPass = async () => (await load(personLoader, "", id, desk)).page.passes.list[0];
    expect(await firstPass()).toMatchObject({ mayEnd: false, mayTakeBack: true });
    // The midnight that ends the day of its sale.
    clock.now = momentAt("2026-11-23", 0);
    expect(await firstPass()).toMatchObject({ mayEnd: false, mayTakeBack: false });
    const form = { do: "take-back", seen: String((await findPerson(services.db, id))?.version), reason: "" };
    const send = () => submit(endAction, form, id, desk, `?pass=${pass}`);
    expect((await send()).status).toBe(403);
    clock.now = momentAt(SUNDAY, 13);
    for (let time = 0; time < 2; time += 1) expect((await send()).status).toBe(303);
    expect((await passesOfPerson(services.db, id)).map(({ end }) => end)).toEqual([undefined, "void"]);
    const { rows } = await load(listLoader, `?q=${(await findPerson(services.db, id))?.name}`);
    expect(rows[0].state.words).toBe("Ended Sat 31 Oct");
    expect(await firstPass()).toMatchObject({ mayTakeBack: false, state: "Void" });
  });
});

test("the state of each member is next to the name, and their answer about offers on their page", async () => {
  const people = await makePeopleInStates(services);
  const { rows } = await load(listLoader);
  const states = ["ending", "grace", "frozen"].map((state) => {
    return rows.find(({ to }: PageData) => to.endsWith(`/${people[state]?.id}`)).state.words;
  });
  expect(states).toEqual(["Ends in 2 days", "Grace period until Sun 22 Nov", "Frozen until Sat 5 Dec"]);
  await submit(personAction, { do: "consent", isGiven: "yes", how: "by phone" }, people.none?.id);
  const { page } = await load(personLoader, "", people.none?.id);
  expect(page.record.consent).toMatch(/^Yes, by phone, .* recorded by Moraa$/);
});

test("two records of one person are found by shared values and by search, and only the owner can merge them", async () => {
  const phone = "0733 100 001";
  const first = await makePerson(services, { name: "Wairimu Twin", phone });
  const second = await makePerson(services, { name: "Wairimu N. Twin", phone });
  const another = await makePerson(services, { name: "Wairimu Else" });
  const child = await makePerson(services, { isChild: "on", guardianId: another });
  const { duplicates } = await load(mergeLoader, "/merge?q=Wairimu", first, desk);
  const ids = (people: { id: string }[]) => people.map(({ id }) => id);
  expect([ids(duplicates.like), ids(duplicates.found)]).toEqual([[second], [another]]);
  const { page, isOwner } = await load(mergeLoader, `/merge?with=${second}`, first, desk);
  expect([isOwner, page.problem]).toEqual([false, undefined]);
  const { page: wrong } = await load(mergeLoader, `/merge?with=${child}`, first);
  const refused = await submit(mergeAction, { with: child, seen: wrong.seen }, first, owner);
  expect(wrong.problem).toBe("child-and-adult");
  expect(refused.form?.errors.form).toContain("an adult");
  expect(page.lines[0]).toEqual({ label: "Name", texts: [["Wairimu Twin"], ["Wairimu N. Twin"]], choice: "name" });
  const form = { with: second, seen: page.seen, name: "second", phone: "first" };
  expect((await submit(mergeAction, form, first, owner)).location).toBe(`/staff/members/${first}?done=merged`);
  expect(await findPerson(services.db, first)).toMatchObject({ name: "Wairimu N. Twin" });
  // Every page of the second redirects to the first.
  const loaders = [personLoader, editLoader, giveLoader, freezeLoader, endLoader, bookLoader];
  for (const loader of [...loaders, mergeLoader, linkLoader, eraseLoader])
    await expect(load(loader, "", second)).rejects.toMatchObject({ status: 303 });
  expect((await submit(personLoader, {}, second, owner)).location).toBe(`/staff/members/${first}`);
  expect((await submit(mergeLoader, {}, another, owner)).status).toBe(200);
  await expect(load(mergeLoader, `/merge?with=${first}`, first)).rejects.toMatchObject({ status: 303 });
  await expect(load(mergeLoader, "/merge?with=nobody", first)).rejects.toMatchObject({ init: { status: 404 } });
  // A link to the second record compares its current state.
  expect((await load(mergeLoader, `/merge?with=${second}`, another)).page.withId).toBe(first);
});

test("the desk can't do what only the owner may, even with an account that it linked by its own code", async () => {
  const id = await makePerson(services, { name: "Naliaka Wekesa", phone: "0722 111 222", email: "n@example.com" });
  const pass = await give(services, id, "mwanzo");
  const facts = async () => {
    const record = (await findPerson(services.db, id)) ?? expect.unreachable();
    const { version: _, user_id: __, joined_at: ___, ...rest } = record;
    const { mails: ____, mails_key: _____, unsubscribe_key: ______, ...values } = rest;
    return { ...values, days: await daysOf(services, id) };
  };
  const before = await facts();
  const [{ id: userId, email } = expect.unreachable()] = await addMembers(services, 1);
  const visitor = { id: userId, email, savedShows: [], isTestAccount: false };
  const asVisitor = (work: Route, fields: Fields) =>
    callRoute(work, routeCall(services, "/account", { fields, visitor }));
  const form: PageData = (await submit(linkAction, { do: "invite" }, id)).form;
  expect(await asVisitor(joinAction, { code: form.invitation.code })).toMatchObject({ status: 303 });
  const name = { name: "Somebody Else", phone: "0733 999 888" };
  await asVisitor(detailsAction, name);
  const freezes = { pass, passId: pass, member: id, firstDay: "2026-11-23", lastDay: "2026-12-20", word: "" };
  for (const act of ["leave", "remove", "keep", "end", "mails-off", "withdraw"])
    await asVisitor(membershipAction, { do: act, ...freezes });
  // An account can change the name and the number of its record, as the desk can.
  const corrected = { ...before, name: name.name, plain_name: "somebody else", phone: "+254733999888" };
  expect(await facts()).toEqual(corrected);

  await transact(services, (change) => beforeAccountErased(change, visitor.id), { lock: "timetable" });
  expect(await facts()).toEqual({ ...corrected, account_deleted_at: expect.any(String) });
  const records = async (staff: StaffMember) => (await loadToday(staff)).waitingRecords;
  expect(await records(desk)).toEqual([]);
  const text = "It is deleted automatically once no pass runs, but not before seven days.";
  expect(await records(owner)).toEqual([{ personId: id, name: "Somebody Else", text }]);
  const { version: seen } = (await findPerson(services.db, id)) ?? expect.unreachable();
  const keep = { do: "keep", seen: String(seen) };
  expect((await submit(personAction, keep, id)).status).toBe(403);
  expect((await submit(eraseAction, { ...keep, do: "erase" }, id)).status).toBe(403);
  expect((await submit(personAction, keep, id, owner)).location).toContain("done=keep");
  expect(await records(owner)).toEqual([]);
  expect(await facts()).toEqual(corrected);
});
