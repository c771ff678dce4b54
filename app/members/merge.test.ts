/** Two records of one person made one, and taken apart. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMembers, momentAt } from "../../test/bookings/booking-gym.ts";
import {
  DESK,
  daysOf,
  give,
  join,
  makePerson,
  merge,
  NOBODY,
  OWNER,
  rowsOf,
  seenOf,
  tablesOfRecords,
  versionOf,
} from "../../test/members/members-gym.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { bookPlace } from "../bookings/book.server.ts";
import { bookFor, checkIn } from "../bookings/desk-actions.server.ts";
import { factsHash } from "../forms/form-id.server.ts";
import { transact } from "../platform/transact.server.ts";
import { addDays } from "../time/dates.server.ts";
import {
  eraseMember,
  eraseWaitingRecords,
  exportMember,
  removeOldPasses,
  unlinkDeletedAccount,
} from "./erasure.server.ts";
import { givePass, offersFor } from "./give-pass.server.ts";
import { giveDays, takeDaysBack } from "./given-days.server.ts";
import { inviteMember, leaveAccount } from "./join.server.ts";
import { listMembers, searchMembers } from "./member-list.server.ts";
import {
  addMemberNote,
  changeMember,
  findDoorNumber,
  findMember,
  listMemberNotes,
  makeMember,
  marketingConsent,
  recordMarketingConsent,
  renewDoorNumber,
} from "./members.server.ts";
import { lastMerge, mayTakeApart, mergeRecords, takeApart } from "./merge.server.ts";
import { endPass, freezePass, takeFreezeBack, voidPass } from "./pass-changes.server.ts";
import { actsOfMember, passesOfMember } from "./pass-rows.server.ts";

/** A Sunday. */
const SUNDAY = "2026-11-22";
const THURSDAY = `thursday-1.${addDays(SUNDAY, 4)}`;
const NEXT_SUNDAY = `sunday-1.${addDays(SUNDAY, 7)}`;

describe.each(ENGINES)("two records on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, {
    now: momentAt(SUNDAY, 12),
    places: { fitness: { places: 200, price: 800 } },
    hasMembers: true,
  });
  let tables: string[];

  beforeAll(async () => {
    tables = await tablesOfRecords(services);
  });

  const formOf = async (memberId: string, passId: string) => ({ passId, version: await versionOf(services, memberId) });
  const note = (id: string, text = "A note") => addMemberNote(services, DESK, id, { formId: randomUUID(), text });
  const say = (id: string, isGiven: boolean) =>
    recordMarketingConsent(services, DESK, id, { isGiven, how: "at the desk" });
  const freeze = async (id: string, passId: string, firstDay: string, lastDay: string) =>
    freezePass(services, DESK, { ...(await formOf(id, passId)), firstDay, lastDay, kind: "counted", reason: "" });
  const found = async (words: string) =>
    (await searchMembers(services, words, { shown: 9 })).members.map(({ id }) => id);
  const bookedBy = async (typed: { name: string; phone: string }, sessionId = THURSDAY) => {
    const outcome = await bookFor(services, sessionId, { ...typed, formId: randomUUID() }, DESK);
    const id = "booking" in outcome ? outcome.booking.id : outcome.code;
    return services.db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  };
  const apart = async (firstId: string, secondId: string) =>
    takeApart(services, OWNER, firstId, { secondId, version: await versionOf(services, firstId) });
  /** An account that has joined a record. */
  const joined = async (id: string) => {
    const [user] = await addMembers(services, 1);
    if (user === undefined) throw new Error("There is nobody");
    const code = (await inviteMember(services, DESK, id))?.code ?? "";
    expect(await join(services, user.id, code)).toEqual({ code: "joined" });
    return user;
  };

  let pairs = 0;
  /** Two records with something of everything, whose rows are alike in nothing but the person. */
  const pair = async () => {
    pairs += 1;
    const typed = { name: `Wanjiku Twice ${pairs}`, phone: `07220${String(pairs).padStart(5, "0")}` };
    const other = {
      name: `Wanjiku W. Twice ${pairs}`,
      phone: `07330${String(pairs).padStart(5, "0")}`,
      email: `wanjiku-${pairs}@example.com`,
      heardOf: "a friend",
    };
    const second = await makePerson(services, other);
    const first = await makePerson(services, typed);
    const user = await joined(second);
    const child = await makePerson(services, { isChild: "on", guardianId: second });
    const passes = {
      first: await give(services, first, "mwanzo"),
      second: await give(services, second, "pack-of-two"),
    };
    const booking = await bookPlace(services, { ...user }, { sessionId: THURSDAY });
    await bookedBy(typed);
    clock.now = momentAt(addDays(SUNDAY, 4), 9);
    if ("booking" in booking) expect(await checkIn(services, booking.booking.id, DESK)).toEqual({ code: "done" });
    expect(
      await freeze(second, await give(services, second, "nguvu"), addDays(SUNDAY, 6), addDays(SUNDAY, 20)),
    ).toEqual({
      code: "done",
    });
    await renewDoorNumber(services, DESK, second, (await findDoorNumber(services.db, second)) ?? "");
    for (const id of [first, second]) {
      await note(id);
      await say(id, id === first);
    }
    return { first, second, child, user, passes, typed, other };
  };

  test("each table of what belongs to a record is known to a merge", () => {
    // Rows of lists stay with the record that they have made: a list is not taken back then.
    expect(tables.filter((table) => table !== "member_list_rows").toSorted()).toEqual([
      ...["bookings", "door_numbers", "member_consents", "member_invitations", "member_merges", "member_notes"],
      ...["member_words", "pass_acts", "pass_days", "passes"],
    ]);
  });

  test("everything of the second belongs to the first, and is taken apart row for row", async () => {
    const { first, second, child, user, typed, other } = await pair();
    const before = await rowsOf(services, tables, [first, second]);
    const counts = async (id: string) => ({
      passes: (await passesOfMember(services.db, id)).length,
      acts: (await actsOfMember(services.db, id)).length,
      notes: (await listMemberNotes(services.db, id)).length,
      bookings: (await services.db.selectFrom("bookings").select("id").where("member_id", "=", id).execute()).length,
    });
    const [one, two] = [await counts(first), await counts(second)];
    expect([one, two]).toEqual([
      { passes: 1, acts: 0, notes: 1, bookings: 1 },
      { passes: 2, acts: 2, notes: 1, bookings: 1 },
    ]);
    const doors = [await findDoorNumber(services.db, first), await findDoorNumber(services.db, second)];
    const days = [...(await daysOf(services, first)), ...(await daysOf(services, second))];
    const madeAt = (await findMember(services.db, second))?.made_at;
    const states = await rowsOf(services, ["pass_days"], [first, second]);

    expect(await merge(services, first, second)).toEqual({ code: "done" });
    expect(await counts(first)).toEqual({ passes: 3, acts: 2, notes: 2, bookings: 2 });
    const left = await rowsOf(services, tables, [second]);
    expect(left).toMatchObject({
      ...Object.fromEntries(tables.map((table) => [`${table} by member_id`, []])),
      "member_merges by member_id": [expect.stringContaining(first)],
      "members by guardian_id": [],
    });
    // Each pass runs as it was bought, the shorter period without its grace.
    expect((await daysOf(services, first)).toSorted()).toEqual(days.toSorted());
    expect((await rowsOf(services, ["pass_days"], [first]))["pass_days by member_id"]?.map(daysAlone)).toEqual(
      states["pass_days by member_id"]?.map(daysAlone),
    );
    expect((await passesOfMember(services.db, first)).map(({ graceDay, lastDay }) => graceDay - lastDay)).toEqual([
      ...[0, 3, 3],
    ]);
    const record = await findMember(services.db, first);
    expect(record).toMatchObject({
      ...{ name: typed.name, phone: `+254${typed.phone.slice(1)}`, email: other.email, heard_of: "a friend" },
      ...{ user_id: user.id, erased_at: null },
    });
    // The second was made before it.
    expect(record?.made_at).toBe(madeAt);
    expect(await findMember(services.db, child)).toMatchObject({ guardian_id: first });
    expect([await findDoorNumber(services.db, first), await findDoorNumber(services.db, second)]).toEqual([
      doors[0],
      undefined,
    ]);
    // Whatever somebody knows of either leads to the one.
    for (const words of [typed.name, other.name, typed.phone, other.phone, other.email, doors[0] ?? ""])
      expect([words, await found(words)]).toEqual([words, [first]]);
    expect(await found(doors[1] ?? "")).toEqual([]);
    expect((await listMembers(services, "all", 0)).members.some(({ id }) => id === second)).toBe(false);
    expect((await exportMember(services.db, user.id))?.otherRecords).toMatchObject([{ name: other.name }]);

    expect(await apart(first, second)).toEqual({ code: "done" });
    expect(await rowsOf(services, tables, [first, second])).toEqual(before);
    expect([await found(typed.phone), await found(other.phone)]).toEqual([[first], [second]]);
    // The second click of a double click.
    expect(await apart(first, second)).toEqual({ code: "same" });
  });

  test("what the second says stays where it is chosen, and is given back", async () => {
    const one = { name: "Otieno Choice", phone: "0722 111 000", email: "one@example.com", heardOf: "a poster" };
    const other = { name: "Otieno B. Choice", phone: "0722 111 999", email: "other@example.com", heardOf: "a friend" };
    const [first, second] = [await makePerson(services, one), await makePerson(services, other)];
    const before = await rowsOf(services, tables, [first, second]);
    expect(await merge(services, first, second, "name", "email")).toEqual({ code: "done" });
    expect(await findMember(services.db, first)).toMatchObject({
      ...{ name: "Otieno B. Choice", plain_name: "otieno b. choice", phone: "+254722111000" },
      ...{ email: "other@example.com", heard_of: "a poster" },
    });
    // The desk is asked before it makes the other one a third time, and a booking by what either said is theirs.
    for (const typed of [{ name: one.name }, { phone: other.phone }, { email: one.email }, { phone: one.phone }]) {
      const form = { formId: randomUUID(), isOther: false };
      expect(await makeMember(services, DESK, { ...NOBODY, name: "X Y", ...typed }, form)).toEqual({
        code: "double",
        ids: [first],
      });
    }
    clock.now = momentAt(SUNDAY, 13);
    expect(await apart(first, second)).toEqual({ code: "done" });
    expect(await rowsOf(services, tables, [first, second])).toEqual(before);
    await merge(services, first, second, "name", "email");
    for (const [name, phone] of [
      [one.name, one.phone],
      [other.name, other.phone],
      [one.name, other.phone],
    ] as const)
      expect((await bookedBy({ name, phone })).member_id).toBe(first);
    // The desk's page of the second was open since before.
    const open = { name: other.name, phone: "", memberId: second, formId: randomUUID() };
    const outcome = await bookFor(services, NEXT_SUNDAY, open, DESK);
    const id = "booking" in outcome ? outcome.booking.id : outcome.code;
    const booked = await services.db.selectFrom("bookings").select("member_id").where("id", "=", id).execute();
    expect(booked).toEqual([{ member_id: first }]);
    // Corrected, it is still found by all that was said.
    const typed = { ...NOBODY, name: "Otieno Final", phone: "0722 111 555" };
    await changeMember(services, DESK, first, typed, await versionOf(services, first));
    for (const words of ["Final", "22111999", "22111555", "one@example.com"])
      expect(await found(words)).toEqual([first]);
  });

  test("two that can't be one person's are refused", async () => {
    const [one, other] = [await makePerson(services), await makePerson(services)];
    expect(await merge(services, one, one)).toEqual({ code: "same-record" });
    await joined(one);
    const user = await joined(other);
    expect(await merge(services, one, other)).toEqual({ code: "both-accounts" });
    await leaveAccount(services, DESK, other);
    const child = await makePerson(services, { isChild: "on", guardianId: one });
    expect(await merge(services, one, child)).toEqual({ code: "guardian-of-other" });
    expect(await merge(services, child, one)).toEqual({ code: "guardian-of-other" });
    expect(await merge(services, other, child)).toEqual({ code: "child-and-adult" });
    const sibling = await makePerson(services, { bornOn: "2015-01-01", guardianId: other });
    expect(await merge(services, child, sibling)).toEqual({ code: "done" });
    // The date of birth says that they are a child, and the guardian is the first one's.
    expect(await findMember(services.db, child)).toMatchObject({
      born_on: "2015-01-01",
      is_child: 1,
      guardian_id: one,
    });
    expect(await merge(services, one, other)).toEqual({ code: "done" });
    expect(await join(services, user.id, "12345678")).toEqual({ code: "wrong" });
    const gone = await makePerson(services);
    const form = { withId: gone, seen: await seenOf(services, one, gone), chosen: new Set<string>() };
    await eraseMember(services, OWNER, gone);
    expect(await mergeRecords(services, OWNER, one, form)).toEqual({ code: "unknown" });
    expect(await mergeRecords(services, OWNER, gone, { ...form, withId: one })).toEqual({ code: "unknown" });
    // Who was made one with another is nobody any more.
    expect(await merge(services, gone, other)).toEqual({ code: "unknown" });
  });

  test.each([
    ["yes", "yes", true],
    ["yes", "no", false],
    ["no", "yes", false],
    ["yes", "not asked", false],
    ["not asked", "yes", false],
    ["no", "not asked", false],
    ["not asked", "not asked", undefined],
  ])("the consent of %s and %s is the stricter of both: %s", async (one, other, isGiven) => {
    const [first, second] = [await makePerson(services), await makePerson(services)];
    for (const [id, said] of [
      [first, one],
      [second, other],
    ] as const)
      if (said !== "not asked") await say(id, said === "yes");
    const before = await rowsOf(services, tables, [first, second]);
    await merge(services, first, second);
    expect((await marketingConsent(services.db, first))?.isGiven).toBe(isGiven);
    await apart(first, second);
    expect(await rowsOf(services, tables, [first, second])).toEqual(before);
    // The other way round it is the same.
    await merge(services, second, first);
    expect((await marketingConsent(services.db, second))?.isGiven).toBe(isGiven);
  });

  test("a form sent twice does it once, and one of an older page changes nothing", async () => {
    const { first, second, child } = await pair();
    const add: [what: string, act: () => Promise<unknown>][] = [
      ["a note", () => note(second)],
      ["a pass", () => give(services, first, "day-pass")],
      ["a consent", () => say(first, false)],
      [
        "a number",
        async () => renewDoorNumber(services, DESK, second, (await findDoorNumber(services.db, second)) ?? ""),
      ],
      ["an invitation", () => inviteMember(services, DESK, first)],
      ["a child", () => makePerson(services, { isChild: "on", guardianId: first })],
      [
        "a booking",
        () =>
          bookedBy({ name: `Wanjiku Twice ${pairs}`, phone: `07220${String(pairs).padStart(5, "0")}` }, NEXT_SUNDAY),
      ],
    ];
    for (const [what, act] of add) {
      const form = { withId: second, seen: await seenOf(services, first, second), chosen: new Set<string>() };
      await act();
      expect([what, await mergeRecords(services, OWNER, first, form)]).toEqual([what, { code: "conflict" }]);
    }
    const form = { withId: second, seen: await seenOf(services, first, second), chosen: new Set<string>() };
    clock.now = momentAt(addDays(SUNDAY, 5), 0);
    expect(await mergeRecords(services, OWNER, first, form)).toEqual({ code: "conflict" });
    const fresh = { ...form, seen: await seenOf(services, first, second) };
    expect(await mergeRecords(services, OWNER, first, fresh)).toEqual({ code: "done" });
    const merged = await rowsOf(services, tables, [first, second]);
    expect(await mergeRecords(services, OWNER, first, fresh)).toEqual({ code: "same" });
    expect(await rowsOf(services, tables, [first, second])).toEqual(merged);
    expect(await findMember(services.db, child)).toMatchObject({ guardian_id: first });
  });

  test("a page of before the merge, or of before it was undone, passes for neither record's", async () => {
    const { first, second, passes } = await pair();
    // The second record's pages have a number that the first one's would have next.
    await services.db.updateTable("members").set({ version: 20 }).where("id", "=", first).execute();
    await services.db.updateTable("members").set({ version: 21 }).where("id", "=", second).execute();
    const older = { passId: passes.second, version: 21 };
    const child = await makePerson(services, { isChild: "on", guardianId: second });
    const ofChild = await versionOf(services, child);
    await merge(services, first, second);
    expect(await endPass(services, OWNER, { ...older, reason: "x" })).toEqual({ code: "conflict" });
    expect(await changeMember(services, DESK, second, { ...NOBODY, name: "X" }, 21)).toEqual({ code: "unknown" });
    expect(await changeMember(services, DESK, first, { ...NOBODY, name: "X" }, 20)).toEqual({ code: "conflict" });
    const typed = { ...NOBODY, name: "X", isChild: "on", guardianId: first };
    expect(await changeMember(services, DESK, child, typed, ofChild)).toEqual({ code: "conflict" });
    // A note written on the page of the merged record is kept with the one that is left.
    expect(await note(second, "From an older page")).toEqual({ code: "done" });
    expect((await listMemberNotes(services.db, first)).map(({ text }) => text)).toContain("From an older page");
    const [a, b] = [await makePerson(services), await makePerson(services)];
    const pass = await give(services, b, "mwanzo");
    await merge(services, a, b);
    const shown = await formOf(a, pass);
    expect(await apart(a, b)).toEqual({ code: "done" });
    expect(await endPass(services, OWNER, { ...shown, reason: "x" })).toEqual({ code: "conflict" });
  });

  describe("taken apart is", () => {
    let first: string;
    let second: string;
    let passId: string;
    let third: string;
    let typed: { name: string; phone: string };
    let phones = 0;

    beforeEach(async () => {
      phones += 1;
      typed = { name: `Booked ${phones}`, phone: `0799 ${String(phones).padStart(6, "0")}` };
      first = await makePerson(services);
      second = await makePerson(services, typed);
      third = await makePerson(services);
      passId = await give(services, second, "mwanzo");
    });

    test.each<[string, () => Promise<unknown>]>([
      ["a pass was given", () => give(services, first, "day-pass")],
      ["a pass was frozen", () => freeze(first, passId, addDays(SUNDAY, 1), addDays(SUNDAY, 20))],
      [
        "a pass was taken back",
        async () => voidPass(services, OWNER, { ...(await formOf(first, passId)), reason: "" }),
      ],
      ["a note was written", () => note(first)],
      ["a consent was said", () => say(first, true)],
      [
        "the record was corrected",
        async () => changeMember(services, DESK, first, { ...NOBODY, name: "Other" }, await versionOf(services, first)),
      ],
      [
        "the number was renewed",
        async () => renewDoorNumber(services, DESK, first, (await findDoorNumber(services.db, first)) ?? ""),
      ],
      ["an account was joined", () => joined(first)],
      ["a link was made", () => inviteMember(services, DESK, first)],
      ["a child came", () => makePerson(services, { isChild: "on", guardianId: first })],
      ["something was booked", () => bookedBy(typed)],
      ["another record was made one with it", () => merge(services, first, third)],
      ["it was made one with another record", () => merge(services, third, first)],
    ])("refused once %s", async (_what, add) => {
      expect(await merge(services, first, second)).toEqual({ code: "done" });
      const merged = await rowsOf(services, tables, [first, second, third]);
      await add();
      const { into_id: into } = await services.db
        .selectFrom("member_merges")
        .select("into_id")
        .where("member_id", "=", second)
        .executeTakeFirstOrThrow();
      const rows = await rowsOf(services, tables, [first, second, third]);
      expect(rows).not.toEqual(merged);
      expect(await apart(into, second)).toEqual({ code: "changed-since" });
      expect(await rowsOf(services, tables, [first, second, third])).toEqual(rows);
    });

    test("not hindered by mails that were switched off since, which are off for both then", async () => {
      await merge(services, first, second);
      await services.db.updateTable("members").set({ mails: 0 }).where("id", "=", first).execute();
      expect(await apart(first, second)).toEqual({ code: "done" });
      for (const id of [first, second]) expect((await findMember(services.db, id))?.mails).toBe(0);
      // A page that was opened before they were switched on does not merge them.
      const seen = await seenOf(services, first, second);
      await services.db.updateTable("members").set({ mails: 1 }).where("id", "=", first).execute();
      const form = { withId: second, seen, chosen: new Set<string>() };
      expect(await mergeRecords(services, OWNER, first, form)).toEqual({ code: "conflict" });
    });

    test("not hindered by closed days that everybody got since, and by bookings that are over", async () => {
      const { id } = await bookedBy(typed);
      await merge(services, first, second);
      const dates = [addDays(SUNDAY, 2)];
      await transact(services, (change) => giveDays(change, OWNER, { dates, reason: "Water" }));
      const older = await versionOf(services, first);
      clock.now = momentAt(addDays(SUNDAY, 4), 9);
      expect(await checkIn(services, id, DESK)).toEqual({ code: "done" });
      expect(await takeApart(services, OWNER, first, { secondId: second, version: older - 1 })).toEqual({
        code: "conflict",
      });
      expect(await apart(first, second)).toEqual({ code: "done" });
      expect(await daysOf(services, second)).toEqual(["2026-11-22 2026-12-22"]);
      expect(await services.db.selectFrom("bookings").select("member_id").where("id", "=", id).execute()).toEqual([
        { member_id: second },
      ]);
      await transact(services, (change) => takeDaysBack(change, OWNER, dates));
    });

    test("done in the reverse order alone, also where a record brings one that was made one with it", async () => {
      const fourth = await makePerson(services);
      for (const id of [first, second, third, fourth]) await note(id);
      const all = [first, second, third, fourth];
      const before = await rowsOf(services, tables, all);
      await merge(services, second, third);
      const between = await rowsOf(services, tables, all);
      await merge(services, first, second);
      await merge(services, first, fourth);
      expect(await listMemberNotes(services.db, first)).toHaveLength(4);
      for (const id of [second, third]) expect(await apart(first, id)).toEqual({ code: "changed-since" });
      expect(await apart(first, fourth)).toEqual({ code: "done" });
      // It is the second's.
      expect(await apart(first, third)).toEqual({ code: "changed-since" });
      expect(await apart(first, second)).toEqual({ code: "done" });
      expect(await rowsOf(services, tables, all)).toEqual(between);
      expect(await apart(second, third)).toEqual({ code: "done" });
      expect(await rowsOf(services, tables, all)).toEqual(before);
    });

    test("refused once the guardian is gone whom one of them would have again", async () => {
      const [one, other] = [await makePerson(services), await makePerson(services)];
      const [a, b] = [
        await makePerson(services, { isChild: "on", guardianId: one }),
        await makePerson(services, { isChild: "on", guardianId: other }),
      ];
      await merge(services, a, b, "guardian");
      expect(await findMember(services.db, a)).toMatchObject({ guardian_id: other });
      // Nobody needs the first one's guardian now.
      expect(await eraseMember(services, OWNER, one)).toEqual({ code: "done" });
      expect(await apart(a, b)).toEqual({ code: "changed-since" });
    });
  });

  test("passes of both count together: for the next one, for the twelve months between freezes, for a booking", async () => {
    const [first, second] = [await makePerson(services), await makePerson(services)];
    const pass = await give(services, first, "mwanzo");
    await give(services, first, "mwanzo");
    const other = await give(services, second, "nguvu");
    expect(await freeze(second, other, addDays(SUNDAY, 1), addDays(SUNDAY, 20))).toEqual({ code: "done" });
    const [act] = await actsOfMember(services.db, second);
    await merge(services, first, second);
    expect(await freeze(first, pass, addDays(SUNDAY, 5), addDays(SUNDAY, 20))).toEqual({ code: "too-soon" });
    // The later end is the first one's second month, to 21 January; the second's is 10 January.
    await give(services, first, "mwanzo");
    expect((await daysOf(services, first)).at(-1)).toBe("2027-01-22 2027-02-21");
    const back = { ...(await formOf(first, other)), actId: act?.id ?? "" };
    expect(await takeFreezeBack(services, OWNER, back)).toEqual({ code: "done" });
    expect(await freeze(first, pass, addDays(SUNDAY, 5), addDays(SUNDAY, 20))).toEqual({ code: "done" });
    // What is behind the frozen one has moved with it and kept its days, and nothing else has.
    expect((await daysOf(services, first)).toSorted()).toEqual([
      ...["2026-11-22 2026-12-21", "2026-11-22 2027-01-06", "2027-01-07 2027-02-06", "2027-02-07 2027-03-09"],
    ]);
  });

  test("links and codes of both lead to the one, and end with its account", async () => {
    const [user, another] = await addMembers(services, 2);
    const [first, second] = [await makePerson(services), await makePerson(services)];
    const [one, other] = [await inviteMember(services, DESK, first), await inviteMember(services, DESK, second)];
    await merge(services, first, second);
    expect(await join(services, user?.id ?? "", other?.token ?? "")).toEqual({ code: "joined" });
    expect(await findMember(services.db, first)).toMatchObject({ user_id: user?.id });
    for (const text of [one?.token, one?.code, other?.code])
      expect(await join(services, another?.id ?? "", text ?? "")).toEqual({ code: "wrong" });
    const [a, b] = [await makePerson(services), await makePerson(services)];
    const link = await inviteMember(services, DESK, b);
    const owner = await joined(a);
    await merge(services, a, b);
    // The account of the first opens the link of the second: they are joined already.
    expect(await join(services, owner.id, link?.token ?? "")).toEqual({ code: "same" });
    await leaveAccount(services, DESK, a);
    // A new link ends the one before, also that of the second.
    await inviteMember(services, DESK, a);
    expect(await join(services, another?.id ?? "", link?.token ?? "")).toEqual({ code: "wrong" });
  });

  test("deleted, nothing is left of either but the passes, which go after five years with both rows", async () => {
    const { first, second, child } = await pair();
    await merge(services, first, second);
    expect(await eraseMember(services, OWNER, first)).toEqual({ code: "is-guardian" });
    await eraseMember(services, OWNER, child);
    expect(await eraseMember(services, OWNER, first)).toEqual({ code: "done" });
    expect(await apart(first, second)).toEqual({ code: "unknown" });
    const nothing = { name: "", plain_name: "", phone: "", email: "", heard_of: "", user_id: null, guardian_id: null };
    for (const id of [first, second]) expect(await findMember(services.db, id)).toMatchObject(nothing);
    for (const table of ["member_notes", "member_consents", "member_words", "member_invitations"] as const) {
      const rows = await services.db.selectFrom(table).select("member_id").where("member_id", "in", [first, second]);
      expect([table, await rows.execute()]).toEqual([table, []]);
    }
    expect(await lastMerge(services.db, first)).toMatchObject({ member_id: second, moved: "{}", facts: "" });
    expect(await passesOfMember(services.db, first)).toHaveLength(3);
    clock.now = momentAt("2031-12-01", 12);
    await removeOldPasses(services);
    expect(await findMember(services.db, second)).toBeDefined();
    clock.now = momentAt("2032-12-01", 12);
    await removeOldPasses(services);
    for (const id of [first, second]) expect(await findMember(services.db, id)).toBeUndefined();
    expect(await lastMerge(services.db, first)).toBeUndefined();
  });

  test("the second's row stays as long as the record that it leads to", async () => {
    const [first, second] = [await makePerson(services), await makePerson(services, { phone: "0790 555 444" })];
    await merge(services, first, second);
    clock.now = momentAt("2033-01-01", 12);
    await removeOldPasses(services);
    const last = await lastMerge(services.db, first);
    expect(last && (await mayTakeApart(services.db, last))).toBe(true);
    expect(await apart(first, second)).toEqual({ code: "done" });
    expect(await found("790555444")).toEqual([second]);
  });

  test("an account that is deleted takes both with it, and its download has had both", async () => {
    const { first, second, child, user } = await pair();
    await merge(services, first, second);
    const copy = await exportMember(services.db, user.id);
    expect([copy?.passes.length, copy?.notes.length, copy?.marketing.length]).toEqual([3, 2, 2]);
    await eraseMember(services, OWNER, child);
    await transact(services, (change) => unlinkDeletedAccount(change, user.id), { lock: "timetable" });
    clock.now = momentAt(addDays(SUNDAY, 70), 9);
    await eraseWaitingRecords(services);
    for (const id of [first, second]) expect(await findMember(services.db, id)).toMatchObject({ name: "", phone: "" });
  });

  test("a record in use is not deleted with the account of its double, and waits again when they are taken apart", async () => {
    const waits = async (...ids: string[]) =>
      Promise.all(ids.map(async (id) => (await findMember(services.db, id))?.account_deleted_at !== null));
    for (const hasAccount of [false, true]) {
      const [first, second] = [await makePerson(services), await makePerson(services)];
      const former = await joined(first);
      await transact(services, (change) => unlinkDeletedAccount(change, former.id), { lock: "timetable" });
      if (hasAccount) await joined(second);
      expect(await waits(first, second)).toEqual([true, false]);
      await merge(services, first, second);
      expect(await waits(first)).toEqual([false]);
      clock.now = momentAt(addDays(SUNDAY, hasAccount ? 100 : 90), 9);
      await eraseWaitingRecords(services);
      expect(await findMember(services.db, first)).toMatchObject({ erased_at: null });
      expect(await apart(first, second)).toEqual({ code: "done" });
      expect(await waits(first, second)).toEqual([true, false]);
    }
  });

  test("are taken apart that were merged while freeze requests had a table", async () => {
    const [first, second] = [await makePerson(services), await makePerson(services)];
    await merge(services, first, second);
    const { name, plain_name, phone, email, born_on, is_child, guardian_id, heard_of, enquiry_id, ...row } =
      await services.db.selectFrom("members").selectAll().where("id", "=", first).executeTakeFirstOrThrow();
    const { user_id, joined_at, made_at, made_by_id, made_by } = row;
    const columns = {
      ...{ name, plain_name, phone, email, born_on, is_child, guardian_id, heard_of, enquiry_id },
      ...{ user_id, joined_at, made_at, made_by_id, made_by },
    };
    const doors = await services.db
      .selectFrom("door_numbers")
      .select("number")
      .where("member_id", "=", first)
      .execute();
    const ofTables = [[], [], [], [], doors.map(({ number }) => number).toSorted(), []];
    const facts = factsHash([columns, ofTables, [], [second], [await findDoorNumber(services.db, first), []]]);
    await services.db.updateTable("member_merges").set({ facts }).where("member_id", "=", second).execute();
    expect(await apart(first, second)).toEqual({ code: "done" });
  });

  describe("at once with what happens in another window", () => {
    /** Nothing belongs to a record that was made one with another. */
    const expectWhole = async (...ids: string[]) => {
      const merged = await services.db
        .selectFrom("member_merges")
        .innerJoin("members", "members.id", "member_id")
        .select(["member_id", "erased_at"])
        .where("member_id", "in", ids)
        .execute();
      for (const { member_id: gone, erased_at } of merged) {
        expect(erased_at).not.toBeNull();
        const left = await rowsOf(services, tables, [gone]);
        const rows = tables.filter((table) => table !== "member_merges").map((table) => left[`${table} by member_id`]);
        expect(rows.flat()).toEqual([]);
      }
    };
    const renewal = async (id: string) => {
      const member = await findMember(services.db, id);
      if (member === undefined) throw new Error("There is nobody");
      const { seen } = await offersFor(services, member);
      const form = { formId: randomUUID(), planSlug: "mwanzo", seen, paidHow: "cash", paidNote: "" };
      return () => givePass(services, DESK, id, form);
    };

    type Prepared = () => Promise<{ code: string }>;
    test.each<[string, string[], (first: string, second: string) => Promise<Prepared>]>([
      ["renewing the first", ["done conflict", "conflict done"], (first) => renewal(first)],
      ["renewing the second", ["done conflict", "unknown done"], (_, second) => renewal(second)],
      [
        "freezing the second's pass",
        ["done conflict", "conflict done"],
        async (_, second) => {
          const [pass] = await passesOfMember(services.db, second);
          const form = await formOf(second, pass?.row.id ?? "");
          const days = { firstDay: addDays(SUNDAY, 1), lastDay: addDays(SUNDAY, 20) };
          return () => freezePass(services, DESK, { ...form, ...days, kind: "counted", reason: "" });
        },
      ],
      [
        "correcting the second",
        ["done conflict", "unknown done"],
        async (_, second) => {
          const version = await versionOf(services, second);
          return () => changeMember(services, DESK, second, { ...NOBODY, name: "Corrected" }, version);
        },
      ],
      [
        // By the link of the second an account joins the first.
        "joining the second",
        ["joined conflict", "joined done"],
        async (_, second) => {
          const [user] = await addMembers(services, 1);
          const code = (await inviteMember(services, DESK, second))?.code ?? "";
          return () => join(services, user?.id ?? "", code);
        },
      ],
      [
        "deleting the second",
        ["done unknown", "unknown done"],
        async (_, second) => () => eraseMember(services, OWNER, second),
      ],
      ["deleting the first", ["done unknown", "done done"], async (first) => () => eraseMember(services, OWNER, first)],
      [
        "making them one the other way round",
        ["done unknown", "unknown done"],
        async (first, second) => {
          const seen = await seenOf(services, second, first);
          return () => mergeRecords(services, OWNER, second, { withId: first, seen, chosen: new Set() });
        },
      ],
    ])("%s: it is refused, or right", async (_what, right, prepare) => {
      const codes = new Set<string>();
      for (let round = 0; round < 5; round += 1) {
        clock.now = momentAt(SUNDAY, 12);
        const [first, second] = [await makePerson(services), await makePerson(services)];
        await give(services, second, "nguvu");
        const act = await prepare(first, second);
        const seen = await seenOf(services, first, second);
        const merging = () => mergeRecords(services, OWNER, first, { withId: second, seen, chosen: new Set() });
        const later = async (one: Promise<unknown>, other: Prepared) => {
          await one;
          return other();
        };
        // Each before the other once, and then at once.
        const acted = round === 1 ? undefined : act();
        const merged = round === 0 && acted !== undefined ? later(acted, merging) : merging();
        const done = await (acted ?? later(merged, act));
        codes.add(`${done.code} ${(await merged).code}`);
        await expectWhole(first, second);
      }
      expect([...codes].toSorted()).toEqual(right.toSorted());
    });

    test("a booking of the second's account is the first's, whichever came first", async () => {
      for (let round = 0; round < 8; round += 1) {
        clock.now = momentAt(SUNDAY, 12);
        const [first, second] = [await makePerson(services), await makePerson(services)];
        const user = await joined(second);
        await give(services, second, "nguvu");
        const seen = await seenOf(services, first, second);
        const merging = () => mergeRecords(services, OWNER, first, { withId: second, seen, chosen: new Set() });
        const booking = () => bookPlace(services, { ...user }, { sessionId: NEXT_SUNDAY });
        const [one] = await Promise.all(round % 2 === 0 ? [booking(), merging()] : [merging(), booking()]);
        expect(one?.code).toMatch(/booked|done/);
        await expectWhole(first, second);
      }
    });
  });
});

function daysAlone(row: string): string {
  const { member_id: _, grace_day: __, ...columns } = JSON.parse(row);
  return JSON.stringify(columns);
}
