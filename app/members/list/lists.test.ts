import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { momentAt } from "../../../test/bookings/booking-gym.ts";
import { makeBadList } from "../../../test/members/bad-lists.ts";
import { bringIn, LIST_PLANS, memberRows, rehearsalOf, sendList, takeBack } from "../../../test/members/list-gym.ts";
import { DESK, daysOf, give, makePerson, merge, OWNER, versionOf } from "../../../test/members/members-gym.ts";
import { openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { ENGINES } from "../../../test/support/test-services.ts";
import { correctPerson } from "../../people/desk-records.server.ts";
import { DOOR_NUMBERS, doorNumber, isDoorNumber } from "../../people/door-number.ts";
import { findDoorNumber, renewDoorNumber } from "../../people/door-numbers.server.ts";
import { erasePerson } from "../../people/erase-person.server.ts";
import { findPerson } from "../../people/people.server.ts";
import { addPersonNote, marketingConsent } from "../../people/person-notes.server.ts";
import { DAY_MS } from "../../platform/durations.ts";
import { transact } from "../../platform/transact.server.ts";
import { addDays } from "../../time/dates.server.ts";
import { dayNumber } from "../../time/days.ts";
import { queueExpiryMails } from "../expiry-mails.server.ts";
import { listMembers } from "../member-list.server.ts";
import { endPass } from "../pass-changes.server.ts";
import { extendPasses } from "../pass-extensions.server.ts";
import { dateOfDay, passesOfPerson } from "../pass-rows.server.ts";
import { stateOn } from "../passes.ts";
import { bringListIn } from "./bring-in.server.ts";
import { countVerdicts } from "./judge-list.ts";
import { decideRow, discardList, findList, LIST_DAYS, removeOldLists, setListSettings } from "./lists.server.ts";
import { takeListBack } from "./take-back.server.ts";

const SUNDAY = "2026-11-22";
const HEAD = "Name,Phone,Plan,Last day,Visits left\n";
const JANE = `${HEAD}Jane Wanja,0712345678,Nguvu,20/12/2026,\n`;

/** Seeds of lists; of PostgreSQL fewer, as the reading is the same. */
const SEEDS = { sqlite: [1, 2, 3, 4, 5, 6], postgres: [7, 8] };

describe.each(ENGINES)("a list on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, { now: momentAt(SUNDAY, 12), hasMembers: true });

  beforeEach(async () => {
    const { db } = services;
    for (const table of [
      "member_list_rows",
      "member_lists",
      "pass_acts",
      "pass_days",
      "passes",
      "door_numbers",
    ] as const) {
      await db.deleteFrom(table).execute();
    }
    for (const table of ["given_closed_days", "given_days", "person_notes", "people"] as const) {
      await db.deleteFrom(table).execute();
    }
  });

  const people = async () => services.db.selectFrom("people").selectAll().orderBy("name").execute();
  const personNamed = async (name: string) => (await people()).find((one) => one.name === name)?.id ?? "";
  const rowsOf = async (id: string) => (await rehearsalOf(services, id)).rows;

  const giveDayBack = async (day: string) => {
    await transact(services, (change) => extendPasses(change, OWNER, { dates: [day], reason: "Water" }));
  };

  test.each(SEEDS[kind])("brings in those who it is known to have, and nobody twice: seed %s", async (seed) => {
    await makePerson(services, { name: "Somebody Else", phone: "0700 111 222" });
    const list = makeBadList(seed, { today: SUNDAY, plans: LIST_PLANS, rows: 40 });
    const id = await sendList(services, list.bytes);
    const before = await memberRows(services);
    const counts = countVerdicts(await rowsOf(id));
    const known = [...list.known.values()];
    const ofKind = (verdict: string) => known.filter((row) => row.verdict === verdict);
    expect(counts).toMatchObject({
      new: ofKind("new").length,
      look: ofKind("look").length,
      refused: ofKind("refused").length,
    });
    expect(await memberRows(services), "nothing is written before").toEqual(before);

    expect(await bringIn(services, id)).toEqual({ code: "brought", people: counts.new });
    const found = await people();
    expect(found.map(({ name }) => name).filter((name) => name !== "Somebody Else")).toEqual(
      ofKind("new")
        .map(({ name }) => name)
        .toSorted((one, other) => (one < other ? -1 : 1)),
    );
    for (const { name, phone, pass } of ofKind("new")) {
      const person = found.find((one) => one.name === name);
      expect(person?.phone, name).toBe(phone);
      const passes = await passesOfPerson(services.db, person?.id ?? "");
      expect(
        passes.map(({ row, firstDay, lastDay }) => [row.plan_slug, dateOfDay(firstDay), dateOfDay(lastDay)]),
        name,
      ).toEqual(pass === undefined ? [] : [[pass.plan, pass.lastDay < SUNDAY ? pass.lastDay : SUNDAY, pass.lastDay]]);
      expect(await marketingConsent(services.db, person?.id ?? "")).toBeUndefined();
    }

    const again = await sendList(services, list.bytes);
    expect(countVerdicts(await rowsOf(again)).new, "the same file again").toBe(0);
    expect(await bringIn(services, again)).toEqual({ code: "nothing-new" });
    expect(await discardList(services, again, "older")).toEqual({ code: "list-changed" });
    await discardList(services, again, (await findList(services.db, again))?.changed_at ?? "");
    expect(await takeBack(services, id)).toEqual({ code: "taken-back", people: counts.new });
    expect(await memberRows(services), "taken back").toEqual(before);
  });

  test("gives a pass from today to its end, as a plan gives it, and a door number", async () => {
    clock.now = momentAt(SUNDAY, 12);
    const id = await sendList(
      services,
      `Name,Phone,Plan,Until,Visits left,Amount\nJane Wanja,0712345678,Nguvu,20/12/2026,,"KES 3,900/="\nJohn Kim,0712345679,Pack of two,22/11/2026,1,\nAda Were,0712345670,Nguvu,22/11/2026,,\n`,
    );
    await bringIn(services, id);
    const [pass] = await passesOfPerson(services.db, await personNamed("Jane Wanja"));
    expect(pass?.row).toMatchObject({ paid_how: "list", days: 29, grace_days: 3, paid_note: "KES 3,900 in the list" });
    expect(JSON.parse(pass?.row.terms ?? "")).toMatchObject({ floor: true, classes: "all", visits: null });
    const [pack] = await passesOfPerson(services.db, await personNamed("John Kim"));
    expect(pack?.row).toMatchObject({ visits: 1, plan_slug: "pack-of-two" });
    // A month whose last day is today is no day pass: it has its grace, and the next one begins behind it.
    const ada = await personNamed("Ada Were");
    const [last] = await passesOfPerson(services.db, ada);
    expect(last && [1, 3, 4].map((days) => stateOn(last, dayNumber(SUNDAY) + days))).toEqual([
      "grace",
      "grace",
      "ended",
    ]);
    clock.now = momentAt(SUNDAY, 13);
    await give(services, ada, "mwanzo");
    expect(await daysOf(services, ada)).toEqual([`${SUNDAY} ${SUNDAY}`, "2026-11-23 2026-12-22"]);
    const numbers = await Promise.all((await people()).map(({ id: member }) => findDoorNumber(services.db, member)));
    expect(numbers.every((number) => isDoorNumber(number ?? ""))).toBe(true);
    expect(new Set(numbers).size).toBe(3);
    expect((await listMembers(services, "running", 0)).members.map(({ name }) => name)).toEqual([
      "Ada Were",
      "Jane Wanja",
      "John Kim",
    ]);
  });

  test("ends a pass on the day of the list, also where days inside it were given back", async () => {
    await giveDayBack(addDays(SUNDAY, 2));
    await bringIn(services, await sendList(services, JANE));
    expect(await daysOf(services, await personNamed("Jane Wanja"))).toEqual([`${SUNDAY} 2026-12-20`]);
  });

  test("finds the same last day where closed days were given back since", async () => {
    await bringIn(services, await sendList(services, JANE));
    await giveDayBack(addDays(SUNDAY, 5));
    expect(await daysOf(services, await personNamed("Jane Wanja"))).toEqual([`${SUNDAY} 2026-12-21`]);
    expect((await rowsOf(await sendList(services, JANE))).map(({ verdict }) => verdict)).toEqual(["here"]);
  });

  test("gives the one door number that nobody had", async () => {
    const free = doorNumber(99_000);
    const all = Array.from({ length: DOOR_NUMBERS }, (_, index) => doorNumber(index));
    const given = all.filter((number) => number !== free);
    const rows = given.map((number) => ({ number, person_id: "gone", given_at: clock.now, ended_at: clock.now }));
    await services.db.deleteFrom("door_numbers").execute();
    for (let start = 0; start < rows.length; start += 2000) {
      await services.db
        .insertInto("door_numbers")
        .values(rows.slice(start, start + 2000))
        .execute();
    }
    await bringIn(services, await sendList(services, `${HEAD}Jane Wanja,0712345678,,,\n`));
    expect(await findDoorNumber(services.db, await personNamed("Jane Wanja"))).toBe(free);
  });

  test("does what its page showed, once", async () => {
    const id = await sendList(services, JANE);
    const { seen } = await rehearsalOf(services, id);
    const jane = await makePerson(services, { name: "Jane Wanja", phone: "0712 345 678" });
    expect(await bringListIn(services, OWNER, id, seen)).toEqual({ code: "list-changed" });
    await services.db.deleteFrom("door_numbers").where("person_id", "=", jane).execute();
    await services.db.deleteFrom("people").where("id", "=", jane).execute();
    expect(await bringListIn(services, OWNER, id, seen)).toEqual({ code: "brought", people: 1 });
    expect(await bringListIn(services, OWNER, id, seen)).toEqual({ code: "same", people: 0 });
    expect(await people()).toHaveLength(1);
    const both = await sendList(services, `${HEAD}John Kim,0712345679,,,\n`);
    const pressed = await rehearsalOf(services, both);
    const press = () => bringListIn(services, OWNER, both, pressed.seen);
    const codes = (await Promise.all([press(), press()])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(["brought", "same"]);
    clock.now = momentAt(addDays(SUNDAY, 1), 12);
    const next = await sendList(services, `${HEAD}Ada Were,0712345670,,,\n`);
    const shown = (await rehearsalOf(services, next)).seen;
    clock.now = momentAt(addDays(SUNDAY, 2), 12);
    expect(await bringListIn(services, OWNER, next, shown), "on another day").toEqual({ code: "list-changed" });
  });

  test("brings in what was decided, and leaves the rest for later", async () => {
    const jane = await makePerson(services, { name: "Jane Wanja", phone: "0712 345 678" });
    await give(services, jane, "nguvu");
    clock.now = momentAt(SUNDAY, 13);
    const id = await sendList(
      services,
      `${HEAD}Jane Wanja,0712345678,Nguvu,31/01/2027,\nJohn Wanja,0712345678,Gold,20/12/2026,\nMary Kim,7.12E+08,,,\n`,
    );
    expect((await rowsOf(id)).map(({ reasons }) => reasons.map(({ code }) => code))).toEqual([
      ["other-day"],
      ["plan-unknown", "phone-shared"],
      ["phone-spoiled"],
    ]);
    const base = { do: "bring", among: [jane], visits: null } as const;
    const own = { name: "Jane Wanja", phone: "+254712345678", planSlug: "nguvu", lastDay: dayNumber("2027-01-31") };
    await decideRow(services, id, 2, { ...base, ...own, who: jane });
    await decideRow(services, id, 3, { ...base, ...own, name: "John Wanja", planSlug: "", lastDay: null, who: "new" });
    expect(await bringIn(services, id)).toEqual({ code: "brought", people: 1 });
    expect(await daysOf(services, jane)).toEqual([`${SUNDAY} 2026-12-21`, "2026-12-22 2027-01-31"]);
    expect(await decideRow(services, id, 3, { do: "leave" })).toEqual({ code: "row-done" });
    expect((await rowsOf(id)).map(({ line, verdict }) => [line, verdict])).toEqual([[4, "look"]]);
    await decideRow(services, id, 4, {
      ...base,
      ...own,
      name: "Mary Kim",
      phone: "",
      planSlug: "",
      lastDay: null,
      who: "new",
    });
    expect(await bringIn(services, id)).toEqual({ code: "brought", people: 1 });
    expect((await people()).map(({ name }) => name)).toEqual(["Jane Wanja", "John Wanja", "Mary Kim"]);
    expect(await takeBack(services, id)).toEqual({ code: "taken-back", people: 2 });
    expect(await daysOf(services, jane)).toEqual([`${SUNDAY} 2026-12-21`]);
  });

  test.each<[string, (member: string) => Promise<unknown>]>([
    ["given a pass", (member) => give(services, member, "mwanzo")],
    [
      "corrected",
      async (member) => {
        const typed = {
          name: "Jane Wanjiru",
          phone: "0712345678",
          email: "",
          isChild: "",
          bornOn: "",
          guardianId: "",
          heardOf: "",
        };
        return correctPerson(services, DESK, member, typed, await versionOf(services, member));
      },
    ],
    ["noted", (member) => addPersonNote(services, DESK, member, { formId: randomUUID(), text: "Her bottle" })],
    [
      "given a new number",
      async (member) => renewDoorNumber(services, DESK, member, (await findDoorNumber(services.db, member)) ?? ""),
    ],
    ["deleted", (member) => erasePerson(services, OWNER, member)],
    ["merged with another", async (member) => merge(services, member, await makePerson(services))],
    ["merged into another", async (member) => merge(services, await makePerson(services), member)],
    [
      "whose pass has ended",
      async (member) => {
        const passId = (await passesOfPerson(services.db, member))[0]?.row.id ?? "";
        return endPass(services, OWNER, { passId, version: await versionOf(services, member), reason: "left" });
      },
    ],
    ["made a guardian", (member) => makePerson(services, { name: "Child", isChild: "on", guardianId: member })],
    [
      "found here by another list",
      async () => {
        const other = await sendList(services, `${JANE}Other Kim,0712345671,,,\n`);
        return bringIn(services, other);
      },
    ],
  ])("is not taken back once somebody of it was %s", async (_, use) => {
    const id = await sendList(services, JANE);
    await bringIn(services, id);
    const jane = await personNamed("Jane Wanja");
    await use(jane);
    const before = await memberRows(services);
    // Merged into another one, she is that one.
    const used = (await findPerson(services.db, jane))?.id;
    expect(await takeBack(services, id)).toEqual({ code: "list-used", ids: expect.arrayContaining([used]) });
    expect(await memberRows(services)).toEqual(before);
  });

  test("is taken back with the pass that followed one in grace, whose grace goes on", async () => {
    clock.now = momentAt(addDays(SUNDAY, -31), 12);
    const moses = await makePerson(services, { name: "Moses Gitau", phone: "0712 345 678" });
    await give(services, moses, "mwanzo");
    clock.now = momentAt(SUNDAY, 12);
    const id = await sendList(services, `${HEAD}MOSES,0712345678,Nguvu,10/12/2026,\n`);
    const decided = { do: "bring", who: moses, among: [moses], name: "Moses", phone: "+254712345678" } as const;
    await decideRow(services, id, 2, { ...decided, visits: null, planSlug: "nguvu", lastDay: dayNumber("2026-12-10") });
    const graces = async () => (await passesOfPerson(services.db, moses)).map((pass) => pass.graceDay - pass.lastDay);
    expect(await graces()).toEqual([3]);
    await bringIn(services, id);
    expect(await graces()).toEqual([0, 3]);
    expect(await takeBack(services, id)).toMatchObject({ code: "taken-back" });
    expect(await graces()).toEqual([3]);
  });

  test("is taken back although the site has mailed somebody of it, with that mail", async () => {
    const id = await sendList(
      services,
      "Name,Phone,Plan,Last day,Mail\nJane Wanja,0712345678,Nguvu,30/11/2026,jane@example.com\n",
    );
    await bringIn(services, id);
    clock.now = momentAt(addDays(SUNDAY, 2), 9);
    await queueExpiryMails(services);
    const mails = () =>
      services.db.selectFrom("outbox").select("person_id").where("person_id", "is not", null).execute();
    expect(await mails()).toHaveLength(1);
    expect(await takeBack(services, id)).toEqual({ code: "taken-back", people: 1 });
    expect(await mails()).toEqual([]);
  });

  test("is taken back although closed days were given back to everybody since, and can be brought in again", async () => {
    const id = await sendList(services, JANE);
    await bringIn(services, id);
    await giveDayBack(addDays(SUNDAY, 2));
    expect(await takeBack(services, id)).toMatchObject({ code: "taken-back" });
    expect(await takeBack(services, id)).toEqual({ code: "same" });
    expect(await people()).toEqual([]);
    expect(await bringIn(services, id)).toEqual({ code: "brought", people: 1 });
  });

  test("finds who has no number by the name, also where a list has it in two columns", async () => {
    const text = "First name,Last name,Phone\nJane,Wambui-Otieno,\nMary,Kim,\n";
    const id = await sendList(services, text);
    await setListSettings(services, id, () => ({ withoutPhone: true }));
    expect(await bringIn(services, id)).toEqual({ code: "brought", people: 2 });
    await makePerson(services, { name: "Ada Were", phone: "0712 345 679" });
    const again = await sendList(services, `${text}Ada,Were,\nJane Wambui,Otieno,\n`);
    await setListSettings(services, again, () => ({ withoutPhone: true }));
    expect(countVerdicts(await rowsOf(again))).toMatchObject({ new: 0, look: 4 });
  });

  test("brings one pass in for somebody who is here, of two rows that were decided so the later one", async () => {
    const moses = await makePerson(services, { name: "Moses Gitau", phone: "0712 345 678" });
    const id = await sendList(
      services,
      `${HEAD}MOSES,0712345678,Nguvu,10/12/2026,\nM. Gitau,0712345678,Nguvu,25/12/2026,\n`,
    );
    const base = {
      do: "bring",
      who: moses,
      among: [moses],
      name: "Moses",
      phone: "+254712345678",
      visits: null,
    } as const;
    for (const [line, day] of [
      [2, "2026-12-10"],
      [3, "2026-12-25"],
    ] as const) {
      await decideRow(services, id, line, { ...base, planSlug: "nguvu", lastDay: dayNumber(day) });
    }
    await bringIn(services, id);
    expect(await daysOf(services, moses)).toEqual([`${SUNDAY} 2026-12-25`]);
  });

  test("brings a pass that is over in with its last day alone, and its person has ended or is in grace", async () => {
    const rows = "Ada Were,0712345671,Nguvu,21/11/2026,\nBen Were,0712345672,Nguvu,1/10/2026,\n";
    await bringIn(services, await sendList(services, `${HEAD}${rows}`));
    expect(await daysOf(services, await personNamed("Ada Were"))).toEqual(["2026-11-21 2026-11-21"]);
    const named = async (filter: "grace" | "ended" | "over") =>
      (await listMembers(services, filter, 0)).members.map(({ name }) => name);
    expect([await named("grace"), await named("ended"), await named("over")]).toEqual([
      ["Ada Were"],
      ["Ben Were"],
      ["Ada Were"],
    ]);
  });

  test("loses the rows that wait about somebody whose record is deleted, and not those of who shares the number", async () => {
    const jane = await makePerson(services, { name: "Jane Wanja", phone: "0712 345 678" });
    const id = await sendList(
      services,
      `${HEAD}WANJA Jane,0712345678,,,\nJohn Wanja,0712345678,,,\nJane Kim,0712345679,,,\n`,
    );
    await erasePerson(services, OWNER, jane);
    expect((await rowsOf(id)).map(({ values }) => values.name)).toEqual(["John Wanja", "Jane Kim"]);
  });

  test("does what the page showed: an older one takes nothing back, and a second press is the same", async () => {
    const id = await sendList(services, JANE);
    await bringIn(services, id);
    expect(await takeListBack(services, OWNER, id, "older")).toEqual({ code: "list-changed" });
    expect(await people()).toHaveLength(1);
  });

  test("finds somebody by the number of a record that was merged into theirs", async () => {
    const jane = await makePerson(services, { name: "Jane Wanja", phone: "0712 345 678" });
    await merge(services, jane, await makePerson(services, { name: "Jane W. Mwangi", phone: "0712 345 670" }));
    const names =
      "Jane Wanja,0712345670,,,\nJane W. Mwangi,0712345670,,,\nJane Wanja,0712345678,,,\nKim,0712345670,,,\n";
    const found = await rowsOf(await sendList(services, `${HEAD}${names}`));
    expect(found.map(({ verdict }) => verdict)).toEqual(["here", "look", "here", "look"]);
    for (const { candidates } of found) expect(candidates[0]).toMatchObject({ key: jane, name: "Jane Wanja" });
  });

  test("is forgotten after a month, but for what it has brought", async () => {
    const waiting = await sendList(services, JANE);
    const brought = await sendList(services, `${HEAD}John Kim,0712345679,,,\nNo Phone,,,,\n`);
    await bringIn(services, brought);
    clock.now = new Date(Date.parse(clock.now) + LIST_DAYS * DAY_MS - 1000).toISOString();
    await removeOldLists(services);
    expect(await findList(services.db, waiting)).toBeDefined();
    clock.now = new Date(Date.parse(clock.now) + 2000).toISOString();
    await removeOldLists(services);
    expect(await findList(services.db, waiting)).toBeUndefined();
    const rows = await services.db.selectFrom("member_list_rows").selectAll().execute();
    expect(rows.map(({ list_id, line, cells }) => [list_id, line, cells])).toEqual([[brought, 2, "[]"]]);
    expect(await takeBack(services, brought)).toEqual({ code: "taken-back", people: 1 });
    expect(await findList(services.db, brought)).toBeUndefined();
  });

  test("keeps nothing of somebody whose record is deleted", async () => {
    const id = await sendList(services, JANE);
    await bringIn(services, id);
    await erasePerson(services, OWNER, await personNamed("Jane Wanja"));
    const rows = await services.db.selectFrom("member_list_rows").selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/Jane|712345678/);
    expect(rows[0]?.record_hash).toBeNull();
  });

  test("is read as the owner says", async () => {
    const id = await sendList(services, "Name,Phone,Plan,Until\nJane Wanja,0712345678,Monthly,03/04/2027\n");
    const read = async () => (await rowsOf(id)).map(({ verdict, pass }) => [verdict, pass && dateOfDay(pass.lastDay)]);
    expect(await read()).toEqual([["look", undefined]]);
    await setListSettings(services, id, () => ({ plans: { monthly: "nguvu" } }));
    expect(await read()).toEqual([["new", "2027-04-03"]]);
    await setListSettings(services, id, () => ({ dayOrder: "month-first" }));
    expect(await read()).toEqual([["new", "2027-03-04"]]);
    await setListSettings(services, id, () => ({ columns: [null, "phone", null, null] }));
    expect(await read()).toEqual([["refused", undefined]]);
  });
});
