/** Merging two records: both histories are kept, the stricter consent applies, and all ids, links and keys lead to one record. */

import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { addMembers, momentAt, setPlaces } from "../../test/bookings/booking-gym.ts";
import {
  BLANK,
  DESK,
  give,
  join,
  makePerson,
  merge,
  OWNER,
  rowsOf,
  seenOf,
  tablesOfRecords,
  versionOf,
} from "../../test/members/members-gym.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { bookPlace } from "../bookings/book.server.ts";
import { readCallList } from "../bookings/call-list.server.ts";
import { bookFor, checkIn } from "../bookings/desk-actions.server.ts";
import { givePass, offersFor } from "../members/give-pass.server.ts";
import { listMembers, searchMembers } from "../members/member-list.server.ts";
import { endPass, freezePass } from "../members/pass-changes.server.ts";
import { eraseWaitingMembers } from "../members/pass-retention.server.ts";
import { passEventsOfPerson, passesOfPerson } from "../members/pass-rows.server.ts";
import { transact } from "../platform/transact.server.ts";
import { addDays } from "../time/dates.server.ts";
import { findStoredSessions } from "../timetable/class-sessions.server.ts";
import { cancelSession } from "../timetable/session-actions.server.ts";
import { correctPerson, makePerson as makeRecord } from "./desk-records.server.ts";
import { findDoorNumber, renewDoorNumber } from "./door-numbers.server.ts";
import { detachPersonOfAccount, erasePerson } from "./erase-person.server.ts";
import { inviteToLink, unlinkAccount } from "./link-account.server.ts";
import { switchOffByKey } from "./mail-preferences.server.ts";
import { matchPeople } from "./match-people.server.ts";
import { mergePeople } from "./merge-people.server.ts";
import { findPerson } from "./people.server.ts";
import { addPersonNote, listPersonNotes, marketingConsent, recordMarketingConsent } from "./person-notes.server.ts";

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

  const formOf = async (personId: string, passId: string) => ({ passId, version: await versionOf(services, personId) });
  const note = (id: string, text = "A note") => addPersonNote(services, DESK, id, { formId: randomUUID(), text });
  const say = (id: string, isGiven: boolean) =>
    recordMarketingConsent(services, DESK, id, { isGiven, how: "at the desk" });
  const freeze = async (id: string, passId: string, firstDay: string, lastDay: string) =>
    freezePass(services, DESK, { ...(await formOf(id, passId)), firstDay, lastDay, kind: "counted", reason: "" });
  const search = async (query: string) =>
    (await searchMembers(services, query, { shown: 9 })).members.map(({ id }) => id);
  const bookedBy = async (typed: { name: string; phone: string }, sessionId = THURSDAY) => {
    const outcome = await bookFor(services, sessionId, { ...typed, formId: randomUUID() }, DESK);
    const id = "booking" in outcome ? outcome.booking.id : outcome.code;
    return services.db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  };
  /** Links an account to a record. */
  const joined = async (id: string) => {
    const [user] = await addMembers(services, 1);
    if (user === undefined) throw new Error("There is nobody");
    const code = (await inviteToLink(services, DESK, id))?.code ?? "";
    expect(await join(services, user.id, code)).toEqual({ code: "joined" });
    return user;
  };

  /** Expects that no row belongs to a person who was merged into another. */
  const expectGone = async (id: string) => {
    const left = await rowsOf(services, tables, [id]);
    expect(left).toEqual(Object.fromEntries(Object.keys(left).map((key) => [key, []])));
  };
  const expectWhole = async (...ids: string[]) => {
    const merged = await services.db.selectFrom("merged_people").select("id").where("id", "in", ids).execute();
    for (const { id } of merged) await expectGone(id);
  };

  let pairs = 0;
  /** Two records of one person with rows in every table, none of them alike. */
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
    await give(services, first, "mwanzo");
    const pack = await give(services, second, "pack-of-two");
    const booking = await bookPlace(services, { ...user }, { sessionId: THURSDAY });
    await bookedBy(typed);
    clock.now = momentAt(addDays(SUNDAY, 4), 9);
    if ("booking" in booking) expect(await checkIn(services, booking.booking.id, DESK)).toEqual({ code: "done" });
    const nguvu = await give(services, second, "nguvu");
    expect(await freeze(second, nguvu, addDays(SUNDAY, 6), addDays(SUNDAY, 20))).toEqual({ code: "done" });
    await renewDoorNumber(services, DESK, second, (await findDoorNumber(services.db, second)) ?? "");
    for (const id of [first, second]) {
      await note(id);
      await say(id, id === first);
    }
    return { first, second, child, user, pack, typed, other };
  };

  test("a merge knows every table that refers to people", () => {
    expect(tables.toSorted()).toEqual([
      ...["bookings", "door_numbers", "former_phones", "merged_people", "outbox", "pass_acts"],
      ...["pass_days", "passes", "person_consents", "person_invitations", "person_notes", "person_words"],
      ...["sale_lines", "sales"],
    ]);
  });

  test("everything of the second belongs to the first", async () => {
    const { first, second, child, user, typed, other } = await pair();
    const counts = async (id: string) => ({
      passes: (await passesOfPerson(services.db, id)).length,
      acts: (await passEventsOfPerson(services.db, id)).length,
      notes: (await listPersonNotes(services.db, id)).length,
      bookings: (await services.db.selectFrom("bookings").select("id").where("person_id", "=", id).execute()).length,
    });
    const [a, b] = [await counts(first), await counts(second)];
    expect([a, b]).toEqual([
      { passes: 1, acts: 0, notes: 1, bookings: 1 },
      { passes: 2, acts: 2, notes: 1, bookings: 1 },
    ]);
    const doors = [await findDoorNumber(services.db, first), await findDoorNumber(services.db, second)];
    const madeAt = (await findPerson(services.db, second))?.made_at;

    expect(await merge(services, first, second)).toEqual({ code: "done" });
    expect(await counts(first)).toEqual({ passes: 3, acts: 2, notes: 2, bookings: 2 });
    await expectGone(second);
    // Each pass runs as it was bought, the shorter period without its grace.
    const merged = await passesOfPerson(services.db, first);
    expect(merged.map(({ graceDay, lastDay, visitsUsed }) => [graceDay - lastDay, visitsUsed])).toEqual([
      ...[
        [0, 0],
        [3, 1],
        [3, 0],
      ],
    ]);
    const record = await findPerson(services.db, first);
    expect(record).toMatchObject({
      ...{ name: typed.name, phone: `+254${typed.phone.slice(1)}`, email: other.email, heard_of: "a friend" },
      ...{ user_id: user.id, erased_at: null },
    });
    // The second was created before the first.
    expect(record?.made_at).toBe(madeAt);
    expect(await findPerson(services.db, child)).toMatchObject({ guardian_id: first });
    expect(await findDoorNumber(services.db, first)).toBe(doors[0]);
    for (const query of [typed.name, typed.phone, other.email, doors[0] ?? ""])
      expect([query, await search(query)]).toEqual([query, [first]]);
    expect(await search(doors[1] ?? "")).toEqual([]);
    // The former number is only used for matching.
    expect(await search(other.phone)).toEqual([]);
    const typedAgain = { name: typed.name, phone: `+254${other.phone.slice(1)}` };
    expect(await matchPeople(services.db, typedAgain)).toEqual({ code: "same", ids: [first] });
    expect((await listMembers(services, "all", 0)).members.some(({ id }) => id === second)).toBe(false);
  });

  test("chosen values of the second record are kept, and matching still knows the values of both", async () => {
    const details = { name: "Otieno Choice", phone: "0722 111 000", email: "one@example.com", heardOf: "a poster" };
    const other = { name: "Otieno B. Choice", phone: "0722 111 999", email: "other@example.com", heardOf: "a friend" };
    const [first, second] = [await makePerson(services, details), await makePerson(services, other)];
    expect(await merge(services, first, second, "name", "email")).toEqual({ code: "done" });
    expect(await findPerson(services.db, first)).toMatchObject({
      ...{ plain_name: "otieno b. choice", email: "other@example.com", heard_of: "a poster" },
    });
    const ask = (typed: Partial<typeof BLANK>) =>
      makeRecord(services, DESK, { ...BLANK, ...typed }, { formId: randomUUID(), isOther: false });
    // The desk confirms before creating a third record.
    for (const typed of [{ name: other.name }, details, other, { name: "Otieno Else", email: other.email }])
      expect(await ask(typed)).toEqual({ code: "similar", ids: [first] });
    // The desk had opened the second's page before the merge.
    const open = { person: second, formId: randomUUID() };
    const outcome = await bookFor(services, NEXT_SUNDAY, open, DESK);
    const id = "booking" in outcome ? outcome.booking.id : outcome.code;
    const booked = await services.db.selectFrom("bookings").select("person_id").where("id", "=", id).execute();
    expect(booked).toEqual([{ person_id: first }]);
  });

  test("two records that can't be one person's are refused", async () => {
    const [first, second] = [await makePerson(services), await makePerson(services)];
    expect(await merge(services, first, first)).toEqual({ code: "same-record" });
    await joined(first);
    await joined(second);
    expect(await merge(services, first, second)).toEqual({ code: "both-accounts" });
    await unlinkAccount(services, DESK, second);
    const child = await makePerson(services, { isChild: "on", guardianId: first });
    expect(await merge(services, first, child)).toEqual({ code: "guardian-of-other" });
    expect(await merge(services, child, first)).toEqual({ code: "guardian-of-other" });
    expect(await merge(services, second, child)).toEqual({ code: "child-and-adult" });
    const sibling = await makePerson(services, { bornOn: "2015-01-01", guardianId: second });
    expect(await merge(services, child, sibling)).toEqual({ code: "done" });
    // By date of birth they are a child, with the guardian of the first record.
    expect(await findPerson(services.db, child)).toMatchObject({
      born_on: "2015-01-01",
      is_child: 1,
      guardian_id: first,
    });
    expect(await merge(services, first, second)).toEqual({ code: "done" });
    const gone = await makePerson(services);
    const form = { withId: gone, seen: await seenOf(services, first, gone), chosen: new Set<string>() };
    await erasePerson(services, OWNER, gone);
    expect(await mergePeople(services, OWNER, first, form)).toEqual({ code: "unknown" });
    expect(await mergePeople(services, OWNER, gone, { ...form, withId: first })).toEqual({ code: "unknown" });
    expect(await mergePeople(services, OWNER, "nobody", { ...form, withId: first })).toEqual({ code: "unknown" });
  });

  test("the links in emails to either still work", async () => {
    const people = [await makePerson(services), await makePerson(services), await makePerson(services)];
    const [first = "", second = "", third = ""] = people;
    for (const [index, id] of people.entries()) {
      const keys = { mails_key: `mails-${index}`, unsubscribe_key: `reminders-${index}` };
      await services.db.updateTable("people").set(keys).where("id", "=", id).execute();
    }
    await merge(services, second, third);
    await merge(services, first, second);
    for (const wish of ["mails", "reminders"] as const) {
      for (const index of [0, 1, 2]) {
        await services.db
          .updateTable("people")
          .set({ [wish]: 1 })
          .where("id", "=", first)
          .execute();
        expect(await switchOffByKey(services, wish, `${wish}-${index}`)).toBe(true);
        expect((await findPerson(services.db, first))?.[wish]).toBe(0);
      }
      expect(await switchOffByKey(services, wish, `${wish}-9`)).toBe(false);
    }
    for (const id of people) expect((await findPerson(services.db, id))?.id).toBe(first);
  });

  test("of two places in one class, one is kept, and the other goes to the waiting list", async () => {
    const session = `wednesday-3.${addDays(SUNDAY, 3)}`;
    const [first, second] = [await makePerson(services), await makePerson(services)];
    const user = await joined(second);
    const place = (outcome: Awaited<ReturnType<typeof bookFor>>) =>
      "booking" in outcome ? outcome.booking.id : outcome.code;
    await setPlaces(services, "fitness", { places: 3 });
    const own = place(await bookFor(services, session, { person: first, formId: randomUUID() }, DESK));
    const host = place((await bookPlace(services, user, { sessionId: session, guest: "Zuri" })) as never);
    const waiting = place(await bookFor(services, session, { name: "Waiting Person", formId: randomUUID() }, DESK));
    const states = async () => {
      const rows = await services.db.selectFrom("bookings").selectAll().where("session_id", "=", session).execute();
      return Object.fromEntries(rows.map((row) => [row.guest_name ?? row.id, [row.state, row.host_id]]));
    };
    expect(await states()).toMatchObject({ [waiting]: ["waiting", null], Zuri: ["booked", host] });
    expect(await merge(services, first, second)).toEqual({ code: "done" });
    expect(await states()).toEqual({
      [own]: ["booked", null],
      [host]: ["cancelled", null],
      Zuri: ["booked", own],
      [waiting]: ["booked", null],
    });
    await setPlaces(services, "fitness", { places: 200 });
  });

  test("the merged person is on the call list once for each class", async () => {
    const session = `wednesday-3.${addDays(SUNDAY, 10)}`;
    const [first, second] = [
      await makePerson(services, { phone: "0733 100 200" }),
      await makePerson(services, { phone: "0733 100 300" }),
    ];
    for (const person of [first, second]) await bookFor(services, session, { person, formId: randomUUID() }, DESK);
    const [seen] = await findStoredSessions(services, [session]);
    const cancellation = { id: session, seen: seen?.sequence ?? 0, reason: "No water" };
    expect(await cancelSession(services, cancellation, OWNER)).toMatchObject({ code: "done" });
    const onList = async (personId: string) =>
      (await readCallList(services, { personId })).flatMap(({ people }) => people).length;
    expect([await onList(first), await onList(second)]).toEqual([1, 1]);
    expect(await merge(services, first, second)).toEqual({ code: "done" });
    expect(await onList(first)).toBe(1);
    const rows = services.db.selectFrom("people_to_tell").select("person").where("session_id", "=", session);
    expect(await rows.execute()).toEqual([{ person: first }]);
  });

  test("a form sent twice merges once, and a stale form changes nothing", async () => {
    const { first, second, child } = await pair();
    const add: [what: string, act: () => Promise<unknown>][] = [
      ["a note", () => note(second)],
      ["a pass", () => give(services, first, "day-pass")],
      ["a consent", () => say(first, false)],
      [
        "a number",
        async () => renewDoorNumber(services, DESK, second, (await findDoorNumber(services.db, second)) ?? ""),
      ],
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
      expect([what, await mergePeople(services, OWNER, first, form)]).toEqual([what, { code: "conflict" }]);
    }
    const form = { withId: second, seen: await seenOf(services, first, second), chosen: new Set<string>() };
    clock.now = momentAt(addDays(SUNDAY, 5), 0);
    expect(await mergePeople(services, OWNER, first, form)).toEqual({ code: "conflict" });
    const fresh = { ...form, seen: await seenOf(services, first, second) };
    expect(await mergePeople(services, OWNER, first, fresh)).toEqual({ code: "done" });
    const merged = await rowsOf(services, tables, [first, second]);
    expect(await mergePeople(services, OWNER, first, fresh)).toEqual({ code: "same" });
    expect(await rowsOf(services, tables, [first, second])).toEqual(merged);
    expect(await findPerson(services.db, child)).toMatchObject({ guardian_id: first });
  });

  test("a page opened before the merge is stale for both records", async () => {
    const { first, second, pack } = await pair();
    // The second record's version is the one that the first would have next.
    await services.db.updateTable("people").set({ version: 20 }).where("id", "=", first).execute();
    await services.db.updateTable("people").set({ version: 21 }).where("id", "=", second).execute();
    const older = { passId: pack, version: 21 };
    const child = await makePerson(services, { isChild: "on", guardianId: second });
    const ofChild = await versionOf(services, child);
    await merge(services, first, second);
    expect(await endPass(services, OWNER, { ...older, reason: "x" })).toEqual({ code: "conflict" });
    for (const [id, version] of [
      [second, 21],
      [first, 20],
    ] as const)
      expect(await correctPerson(services, DESK, id, { ...BLANK, name: "X" }, version)).toEqual({ code: "conflict" });
    const typed = { ...BLANK, name: "X", isChild: "on", guardianId: first };
    expect(await correctPerson(services, DESK, child, typed, ofChild)).toEqual({ code: "conflict" });
    // A note written on the second's page is added to the first.
    expect(await note(second, "From an older page")).toEqual({ code: "done" });
    expect((await listPersonNotes(services.db, first)).map(({ text }) => text)).toContain("From an older page");
    // Erasing from the second's page, which showed another person.
    expect(await erasePerson(services, OWNER, second)).toEqual({ code: "unknown" });
  });

  test("links and codes of either link the merged record, and stop working once it has an account", async () => {
    const [user, another] = await addMembers(services, 2);
    const [first, second] = [await makePerson(services), await makePerson(services)];
    const [left, right] = [await inviteToLink(services, DESK, first), await inviteToLink(services, DESK, second)];
    await merge(services, first, second);
    expect(await join(services, user?.id ?? "", right?.token ?? "")).toEqual({ code: "joined" });
    expect(await findPerson(services.db, first)).toMatchObject({ user_id: user?.id });
    for (const text of [left?.token, left?.code, right?.code])
      expect(await join(services, another?.id ?? "", text ?? "")).toEqual({ code: "wrong" });
    const [a, b] = [await makePerson(services), await makePerson(services)];
    const link = await inviteToLink(services, DESK, b);
    const owner = await joined(a);
    await merge(services, a, b);
    // The first's account opens the second's link: it is already linked.
    expect(await join(services, owner.id, link?.token ?? "")).toEqual({ code: "same" });
    await unlinkAccount(services, DESK, a);
    // A new link revokes the previous ones, including the second's.
    await inviteToLink(services, DESK, a);
    expect(await join(services, another?.id ?? "", link?.token ?? "")).toEqual({ code: "wrong" });
  });

  test("a record in use is not deleted because its duplicate's account was", async () => {
    const waits = async (...ids: string[]) =>
      Promise.all(ids.map(async (id) => (await findPerson(services.db, id))?.account_deleted_at !== null));
    for (const hasAccount of [false, true]) {
      const [first, second] = [await makePerson(services), await makePerson(services)];
      const former = await joined(first);
      await transact(services, (change) => detachPersonOfAccount(change, former.id), { lock: "timetable" });
      if (hasAccount) await joined(second);
      expect(await waits(first, second)).toEqual([true, false]);
      await merge(services, first, second);
      expect(await waits(first)).toEqual([false]);
      clock.now = momentAt(addDays(SUNDAY, hasAccount ? 100 : 90), 9);
      await eraseWaitingMembers(services);
      expect(await findPerson(services.db, first)).toMatchObject({ erased_at: null });
    }
  });

  describe("merging while another window changes something", () => {
    const renewal = async (id: string) => {
      const member = await findPerson(services.db, id);
      if (member === undefined) throw new Error("There is nobody");
      const { seen } = await offersFor(services, member);
      const form = { formId: randomUUID(), planSlug: "mwanzo", seen, paidHow: "cash", paidNote: "" };
      return () => givePass(services, DESK, id, form);
    };

    type Prepared = () => Promise<{ code: string }>;
    test.each<[string, string[], (first: string, second: string) => Promise<Prepared>]>([
      ["renewing the second", ["done conflict", "conflict done"], (_, second) => renewal(second)],
      [
        "freezing the second's pass",
        ["done conflict", "conflict done"],
        async (_, second) => {
          const [pass] = await passesOfPerson(services.db, second);
          const form = await formOf(second, pass?.row.id ?? "");
          const days = { firstDay: addDays(SUNDAY, 1), lastDay: addDays(SUNDAY, 20) };
          return () => freezePass(services, DESK, { ...form, ...days, kind: "counted", reason: "" });
        },
      ],
      [
        // The second's link links an account to the first.
        "linking the second",
        ["joined conflict", "joined done"],
        async (_, second) => {
          const [user] = await addMembers(services, 1);
          const code = (await inviteToLink(services, DESK, second))?.code ?? "";
          return () => join(services, user?.id ?? "", code);
        },
      ],
      [
        "erasing the second",
        ["done unknown", "unknown done"],
        async (_, second) => () => erasePerson(services, OWNER, second),
      ],
      ["erasing the first", ["done unknown", "done done"], async (first) => () => erasePerson(services, OWNER, first)],
      [
        "merging them the other way round",
        ["done same", "same done"],
        async (first, second) => {
          const seen = await seenOf(services, second, first);
          return () => mergePeople(services, OWNER, second, { withId: first, seen, chosen: new Set() });
        },
      ],
    ])("%s: one of the two is refused, or both are right", async (_what, right, prepare) => {
      const codes = new Set<string>();
      for (let round = 0; round < 5; round += 1) {
        clock.now = momentAt(SUNDAY, 12);
        const [first, second] = [await makePerson(services), await makePerson(services)];
        await give(services, second, "nguvu");
        const act = await prepare(first, second);
        const seen = await seenOf(services, first, second);
        const merging = () => mergePeople(services, OWNER, first, { withId: second, seen, chosen: new Set() });
        const later = async (a: Promise<unknown>, b: Prepared) => {
          await a;
          return b();
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

    test("a booking by the second's account belongs to the first, whichever came first", async () => {
      for (let round = 0; round < 8; round += 1) {
        clock.now = momentAt(SUNDAY, 12);
        const [first, second] = [await makePerson(services), await makePerson(services)];
        const user = await joined(second);
        await give(services, second, "nguvu");
        const seen = await seenOf(services, first, second);
        const merging = () => mergePeople(services, OWNER, first, { withId: second, seen, chosen: new Set() });
        const booking = () => bookPlace(services, { ...user }, { sessionId: NEXT_SUNDAY });
        const [outcome] = await Promise.all(round % 2 === 0 ? [booking(), merging()] : [merging(), booking()]);
        expect(outcome?.code).toMatch(/booked|done/);
        await expectWhole(first, second);
      }
    });
  });

  // Nothing below has a query that differs between the engines.
  if (kind === "postgres") return;

  test.each([
    ["yes", "yes", true],
    ["yes", "no", false],
    ["no", "yes", false],
    ["yes", "not asked", false],
    ["not asked", "yes", false],
    ["not asked", "not asked", undefined],
  ])("of the answers %s and %s about offers, the stricter applies: %s", async (a, b, isGiven) => {
    const [first, second] = [await makePerson(services), await makePerson(services)];
    if (a !== "not asked") await say(first, a === "yes");
    if (b !== "not asked") await say(second, b === "yes");
    await merge(services, first, second);
    expect((await marketingConsent(services.db, first))?.isGiven).toBe(isGiven);
  });

  test.each([
    [1, 0, 0],
    [0, 1, 0],
    [1, 1, 1],
  ])("of emails and reminders switched on or off (%i and %i), the stricter applies: %i", async (a, b, stricter) => {
    const [first, second] = [await makePerson(services), await makePerson(services)];
    const setWishes = (id: string, wish: number) =>
      services.db.updateTable("people").set({ mails: wish, reminders: wish }).where("id", "=", id).execute();
    await setWishes(first, a);
    await setWishes(second, b);
    await merge(services, first, second);
    expect(await findPerson(services.db, first)).toMatchObject({ mails: stricter, reminders: stricter });
  });
});
