/** Merging two records, and linking an account to one: both histories are kept, the stricter consent applies, and all ids, links and keys lead to one record. */

import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { addMembers, bookingIdOf, type Member, momentAt, setPlaces } from "../../test/bookings/booking-gym.ts";
import {
  BLANK,
  bookAtDesk,
  DESK,
  freeze,
  give,
  join,
  linkNewAccount,
  loggedAbout,
  makePerson,
  merge,
  OWNER,
  rowsOf,
  seenOf,
  tablesOfRecords,
  versionOf,
} from "../../test/members/members-gym.ts";
import { GYM_WITH_MEMBERS, openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { bookPlace } from "../bookings/book.server.ts";
import { cancelBooking } from "../bookings/cancel-booking.server.ts";
import { bookFor, checkIn } from "../bookings/desk-actions.server.ts";
import { findDeskSession } from "../bookings/desk-day.server.ts";
import { createMember } from "../members/give-pass.server.ts";
import { listMembers, searchMembers } from "../members/member-list.server.ts";
import { endPass } from "../members/pass-changes.server.ts";
import { passEventsOfPerson, passesOfPerson } from "../members/pass-rows.server.ts";
import { transact } from "../platform/transact.server.ts";
import { addDays } from "../time/dates.server.ts";
import { findStoredSessions } from "../timetable/class-sessions.server.ts";
import { cancelSession } from "../timetable/session-actions.server.ts";
import { correctPerson } from "./desk-records.server.ts";
import { findDoorNumber, renewDoorNumber } from "./door-numbers.server.ts";
import { detachPersonOfAccount, erasePerson } from "./erase-person.server.ts";
import { inviteToLink, unlinkAccount } from "./link-account.server.ts";
import { setMailPreference, switchOffByKey } from "./mail-preferences.server.ts";
import { matchPeople } from "./match-people.server.ts";
import { mergePeople, mergeProblem } from "./merge-people.server.ts";
import { findPerson, type Person, personOfAccount } from "./people.server.ts";
import { addPersonNote, listPersonNotes, marketingConsent, recordMarketingConsent } from "./person-notes.server.ts";

const SUNDAY = "2026-11-22";
const MONDAY = `monday-1.${addDays(SUNDAY, 1)}`;
const THURSDAY = `thursday-1.${addDays(SUNDAY, 4)}`;
const NEXT_SUNDAY = `sunday-1.${addDays(SUNDAY, 7)}`;

describe.each(ENGINES)("two records of a person on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, GYM_WITH_MEMBERS);
  let tables: string[];

  beforeAll(async () => {
    tables = await tablesOfRecords(services);
  });

  const note = (id: string, text = "A note") => addPersonNote(services, DESK, id, { formId: randomUUID(), text });
  const say = (id: string, isGiven: boolean) =>
    recordMarketingConsent(services, DESK, id, { isGiven, how: "at the desk" });
  const search = async (query: string) =>
    (await searchMembers(services, query, { shown: 9 })).members.map(({ id }) => id);
  const makeTwo = async () => [await makePerson(services), await makePerson(services)] as const;

  /** Expects that no row belongs to a person who was merged into another. */
  const expectGone = async (id: string) =>
    expect(Object.values(await rowsOf(services, tables, [id])).flat()).toEqual([]);
  const expectWhole = async (...ids: string[]) => {
    const merged = await services.db.selectFrom("merged_people").select("id").where("id", "in", ids).execute();
    for (const { id } of merged) await expectGone(id);
  };

  describe("of which one is an account’s own", () => {
    const account = async () => (await addMembers(services, 1))[0] ?? expect.unreachable();
    const codeFor = async (id: string) => (await inviteToLink(services, DESK, id))?.code ?? "";
    const bookOwn = async (user: Member, sessionId: string, guest?: string) =>
      bookingIdOf(await bookPlace(services, user, { sessionId, ...(guest && { guest }) }));
    const wordAtDesk = async (sessionId: string, bookingId: string) =>
      (await findDeskSession(services, sessionId))?.people.find(({ id }) => id === bookingId)?.cover;

    test("an account with a pass of its own can't be linked to a record, or unlinked", async () => {
      const user = await account();
      const [record, own] = [await makePerson(services), await personOfAccount(services.db, user.id)];
      const ownId = own?.id ?? expect.unreachable();
      await give(services, ownId, "mwanzo");
      expect(await join(services, user.id, await codeFor(record))).toEqual({ code: "other-record" });
      expect(await inviteToLink(services, DESK, ownId)).toBeUndefined();
      expect(await unlinkAccount(services, DESK, ownId)).toEqual({ code: "same" });
    });

    // Both records are merged, which has its own tests; the random desk follows the bookings.
    test("an account merged with a record has its door number, and can be unlinked", async () => {
      const own = (await personOfAccount(services.db, (await account()).id))?.id ?? "";
      const record = await makePerson(services);
      const number = await findDoorNumber(services.db, record);
      const code = await codeFor(record);
      expect(await merge(services, own, record)).toEqual({ code: "done" });
      expect(await join(services, (await account()).id, code)).toEqual({ code: "wrong" });
      expect(await findDoorNumber(services.db, own)).toBe(number);
      expect(await unlinkAccount(services, DESK, own)).toEqual({ code: "done" });
    });

    test("a linked account brings along its own bookings, which a pass of the record then covers", async () => {
      const user = await account();
      const record = await makePerson(services, { name: "Zuhura Linked", phone: "0712 500 601", email: "z@x.example" });
      await services.db.updateTable("people").set({ mails_key: "her-key" }).where("user_id", "=", user.id).execute();
      const passId = await give(services, record, "mwanzo");
      const booked = await bookOwn(user, THURSDAY);
      expect(await wordAtDesk(THURSDAY, booked)).toBe("KES 800 to pay");
      expect(await join(services, user.id, await codeFor(record))).toEqual({ code: "joined" });
      expect(await wordAtDesk(THURSDAY, booked)).toBe("Mwanzo, until Mon 21 Dec");
      const linked = await personOfAccount(services.db, user.id);
      expect(linked).toMatchObject({ id: record, name: "Zuhura Linked", phone: "+254712500601", mails_key: "her-key" });
      await services.db.updateTable("bookings").set({ pass_id: passId }).where("id", "=", booked).execute();
      await unlinkAccount(services, DESK, record);
      const people = (await findDeskSession(services, THURSDAY))?.people ?? [];
      expect(people.find(({ id }) => id === booked)?.personId).toBe(record);
    });

    test("an account keeps its key, its reminders off and its guests when it is unlinked, and can be linked to the right record", async () => {
      const user = await account();
      const record = await makePerson(services, { name: "Wrong Record" });
      const booked = await bookOwn(user, MONDAY, "Zuri");
      await join(services, user.id, await codeFor(record));
      const key = (await findPerson(services.db, record))?.unsubscribe_key ?? "";
      await setMailPreference(services, "reminders", user.id, false);
      // Neither the desk's booking nor one that the record's pass covers is the account's.
      await bookAtDesk(services, THURSDAY, record);
      const byDesk = await bookAtDesk(services, NEXT_SUNDAY, record);
      await cancelBooking(services, user.id, byDesk);
      await give(services, record, "mwanzo");
      expect(await bookOwn(user, NEXT_SUNDAY)).toMatch(/-/);
      // Forms opened before it are stale.
      const linked = await versionOf(services, record);
      expect(await unlinkAccount(services, DESK, record)).toEqual({ code: "done" });
      expect(await versionOf(services, record)).toBeGreaterThan(linked);
      const own = (await personOfAccount(services.db, user.id)) ?? expect.unreachable();
      expect(own).toMatchObject({ name: "", phone: "", joined_at: null, unsubscribe_key: key, reminders: 0 });
      const unlinked = { name: "Wrong Record", user_id: null, joined_at: null, unsubscribe_key: null };
      expect(await findPerson(services.db, record)).toMatchObject(unlinked);
      const rows = services.db.selectFrom("bookings").select(["id", "host_id", "person_id"]);
      const guests = rows.where("guest_name", "=", "Zuri");
      expect(await guests.execute()).toMatchObject([{ host_id: booked, person_id: null }]);
      expect(await rows.where("id", "=", byDesk).execute()).toMatchObject([{ person_id: record }]);
      expect(await wordAtDesk(MONDAY, booked)).toBe("KES 800 to pay");
      // A name is needed again.
      expect(await bookOwn(user, THURSDAY)).toBe("name-missing");
      const right = await makePerson(services, { name: "Right Record" });
      expect(await join(services, user.id, await codeFor(right))).toEqual({ code: "joined" });
      expect(await rows.where("person_id", "=", right).execute()).toMatchObject([{ id: booked }]);
      expect((await findPerson(services.db, right))?.unsubscribe_key).toBe(key);
      const acts = ["member-made", "member-invited", "member-joined", "pass-given", "member-left"];
      expect(await loggedAbout(services, record)).toEqual(acts);
    });
  });

  test("everything of the second belongs to the first, in every table that refers to people", async () => {
    expect(tables.toSorted()).toEqual([
      ...["bookings", "door_numbers", "former_phones", "merged_people", "outbox", "pass_acts"],
      ...["pass_days", "passes", "person_consents", "person_invitations", "person_notes", "person_words"],
      ...["sale_lines", "sales"],
    ]);
    const typed = { name: "Wanjiku Twice", phone: "0722000001" };
    const other = { name: "Wanjiku W. Twice", phone: "0733000001", email: "known@desk.example", heardOf: "a friend" };
    const second = await makePerson(services, other);
    const first = await makePerson(services, typed);
    const user = await linkNewAccount(services, second);
    const child = await makePerson(services, { isChild: "on", guardianId: second });
    await give(services, first, "mwanzo");
    await give(services, second, "pack-of-two");
    const booking = bookingIdOf(await bookPlace(services, user, { sessionId: THURSDAY }));
    await bookFor(services, THURSDAY, typed, DESK);
    clock.now = momentAt(addDays(SUNDAY, 4), 9);
    expect(await checkIn(services, booking, DESK)).toEqual({ code: "done" });
    const pass = await give(services, second, "nguvu");
    expect((await freeze(services, second, pass, addDays(SUNDAY, 6), addDays(SUNDAY, 20))).code).toBe("done");
    await renewDoorNumber(services, DESK, second, (await findDoorNumber(services.db, second)) ?? "");
    for (const id of [first, second]) {
      await note(id);
      await say(id, id === first);
    }
    const doors = [await findDoorNumber(services.db, first), await findDoorNumber(services.db, second)];
    const madeAt = (await findPerson(services.db, second))?.made_at;

    expect(await merge(services, first, second)).toEqual({ code: "done" });
    expect(await listPersonNotes(services.db, first)).toHaveLength(2);
    expect(await passEventsOfPerson(services.db, first)).toHaveLength(2);
    await expectGone(second);
    // Each pass runs as it was bought, the shorter period without its grace.
    const merged = await passesOfPerson(services.db, first);
    expect(merged.map(({ graceDay, lastDay }) => graceDay - lastDay)).toEqual([0, 3, 3]);
    expect(merged.map(({ visitsUsed }) => visitsUsed)).toEqual([0, 1, 0]);
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
    const kept = { plain_name: "otieno b. choice", email: "other@example.com", heard_of: "a poster" };
    expect(await findPerson(services.db, first)).toMatchObject(kept);
    const ask = (typed: Partial<typeof BLANK>) =>
      createMember(services, DESK, { ...BLANK, ...typed }, { formId: randomUUID(), isOther: false }, undefined);
    // The desk confirms before creating a third record.
    for (const typed of [{ name: other.name }, details, other, { name: "Otieno Else", email: other.email }])
      expect(await ask(typed)).toEqual({ code: "similar", ids: [first] });
  });

  test("two children are merged with the guardian of the first", async () => {
    const [first, second] = await makeTwo();
    const child = await makePerson(services, { isChild: "on", guardianId: first });
    const sibling = await makePerson(services, { bornOn: "2015-01-01", guardianId: second });
    expect(await merge(services, child, sibling)).toEqual({ code: "done" });
    const merged = { born_on: "2015-01-01", is_child: 1, guardian_id: first };
    expect(await findPerson(services.db, child)).toMatchObject(merged);
  });

  test("the links in emails to either still work, and the enquiry and former numbers are kept", async () => {
    const first = await makePerson(services);
    const [second, third] = [await makePerson(services, { phone: "0722500001" }), await makePerson(services)];
    await services.db.insertInto("former_phones").values({ person_id: third, phone: "+254722500002" }).execute();
    for (const [index, id] of [second, third].entries()) {
      const keys = { mails_key: `mails-${index}`, unsubscribe_key: `reminders-${index}` };
      const columns = { ...keys, enquiry_id: `enquiry-${index}` };
      await services.db.updateTable("people").set(columns).where("id", "=", id).execute();
    }
    await merge(services, second, third);
    await merge(services, first, second);
    for (const wish of ["mails", "reminders"] as const) {
      for (const index of [0, 1]) {
        await services.db.updateTable("people").set({ mails: 1, reminders: 1 }).where("id", "=", first).execute();
        expect(await switchOffByKey(services, wish, `${wish}-${index}`)).toBe(true);
        expect((await findPerson(services.db, first))?.[wish]).toBe(0);
      }
      expect(await switchOffByKey(services, wish, `${wish}-9`)).toBe(false);
    }
    expect(await findPerson(services.db, third)).toMatchObject({ id: first, enquiry_id: "enquiry-0" });
    const former = services.db.selectFrom("former_phones").select("phone").where("person_id", "=", first);
    expect(await former.execute()).toEqual([{ phone: "+254722500002" }]);
  });

  test("of two places in one class, one is kept, and the other goes to the waiting list", async () => {
    const session = `wednesday-3.${addDays(SUNDAY, 3)}`;
    const [first, second] = await makeTwo();
    const user = await linkNewAccount(services, second);
    await setPlaces(services, "fitness", { places: 3 });
    const own = await bookAtDesk(services, session, first);
    const host = bookingIdOf(await bookPlace(services, user, { sessionId: session, guest: "Zuri" }));
    const waiting = bookingIdOf(await bookFor(services, session, { name: "Waiting Person" }, DESK));
    const states = async () => {
      const rows = await services.db.selectFrom("bookings").selectAll().where("session_id", "=", session).execute();
      return Object.fromEntries(rows.map((row) => [row.guest_name ?? row.id, [row.state, row.host_id]]));
    };
    expect(await states()).toMatchObject({ [waiting]: ["waiting", null], Zuri: ["booked", host] });
    expect(await merge(services, first, second)).toEqual({ code: "done" });
    const places = { [own]: ["booked", null], Zuri: ["booked", own], [waiting]: ["booked", null] };
    expect(await states()).toEqual({ ...places, [host]: ["cancelled", null] });
    await setPlaces(services, "fitness", { places: 200 });
  });

  test("the merged person is on the call list once for each class", async () => {
    const session = `wednesday-3.${addDays(SUNDAY, 10)}`;
    const [first, second] = await makeTwo();
    for (const person of [first, second]) await bookAtDesk(services, session, person);
    const [seen] = await findStoredSessions(services, [session]);
    const cancellation = { id: session, seen: seen?.sequence ?? 0, reason: "No water" };
    expect(await cancelSession(services, cancellation, OWNER)).toMatchObject({ code: "done" });
    const rows = services.db.selectFrom("people_to_tell").select(["person", "kind"]).where("session_id", "=", session);
    expect(await rows.execute()).toHaveLength(2);
    const newer = { made_at: momentAt(addDays(SUNDAY, 9), 9), kind: "moved" };
    await services.db.updateTable("people_to_tell").set(newer).where("person", "=", second).execute();
    expect(await merge(services, first, second)).toEqual({ code: "done" });
    expect(await rows.execute()).toEqual([{ person: first, kind: "moved" }]);
    await erasePerson(services, OWNER, first);
    expect(await rows.execute()).toEqual([]);
  });

  test("a form sent twice merges once, and a stale form changes nothing", async () => {
    const typed = { name: "Wambui Stale", phone: "0722 000 900" };
    const [first, second] = [await makePerson(services, typed), await makePerson(services)];
    const changes: (() => Promise<unknown>)[] = [
      () => note(second),
      () => give(services, first, "day-pass"),
      () => say(first, false),
      async () => renewDoorNumber(services, DESK, second, (await findDoorNumber(services.db, second)) ?? ""),
      () => makePerson(services, { isChild: "on", guardianId: first }),
      () => bookFor(services, NEXT_SUNDAY, typed, DESK),
      async () => {
        clock.now = momentAt(addDays(SUNDAY, 1), 0);
      },
    ];
    const formNow = async () => {
      return { withId: second, seen: await seenOf(services, first, second), chosen: new Set<string>() };
    };
    for (const change of changes) {
      const form = await formNow();
      await change();
      expect(await mergePeople(services, OWNER, first, form), String(change)).toEqual({ code: "conflict" });
    }
    const form = await formNow();
    expect(await mergePeople(services, OWNER, first, form)).toEqual({ code: "done" });
    const merged = await rowsOf(services, tables, [first, second]);
    expect(await mergePeople(services, OWNER, first, form)).toEqual({ code: "same" });
    expect(await rowsOf(services, tables, [first, second])).toEqual(merged);
    const log = services.db.selectFrom("audit_log").select("details").where("action", "=", "records-merged");
    expect(await log.where("slug", "=", first).execute()).toEqual([{ details: JSON.stringify({ with: second }) }]);
  });

  test("a page opened before the merge is stale for both records", async () => {
    const [first, second] = await makeTwo();
    const pass = await give(services, second, "mwanzo");
    // The second record's version is the one that the first would have next.
    const versions = [
      [second, 21],
      [first, 20],
    ] as const;
    for (const [id, version] of versions)
      await services.db.updateTable("people").set({ version }).where("id", "=", id).execute();
    const child = await makePerson(services, { isChild: "on", guardianId: second });
    const ofChild = await versionOf(services, child);
    await merge(services, first, second);
    const end = { passId: pass, version: 21, reason: "moves away" };
    expect(await endPass(services, OWNER, end)).toEqual({ code: "conflict" });
    for (const [id, version] of versions)
      expect(await correctPerson(services, DESK, id, { ...BLANK, name: "X" }, version)).toEqual({ code: "conflict" });
    const typed = { ...BLANK, name: "X", isChild: "on", guardianId: first };
    expect(await correctPerson(services, DESK, child, typed, ofChild)).toEqual({ code: "conflict" });
    // A note written on the second's page is added to the first.
    expect(await note(second, "From an older page")).toEqual({ code: "done" });
    expect((await listPersonNotes(services.db, first)).map(({ text }) => text)).toContain("From an older page");
    // Erasing from the second's page, which showed another person.
    expect(await erasePerson(services, OWNER, second)).toEqual({ code: "unknown" });
  });

  test("a record in use is not deleted because its duplicate's account was", async () => {
    const [first, second] = await makeTwo();
    const former = await linkNewAccount(services, first);
    await transact(services, (change) => detachPersonOfAccount(change, former.id), { lock: "timetable" });
    expect((await findPerson(services.db, first))?.account_deleted_at).not.toBeNull();
    await merge(services, first, second);
    expect(await findPerson(services.db, first)).toMatchObject({ account_deleted_at: null });
    const both = await makeTwo();
    await services.db.updateTable("people").set({ account_deleted_at: SUNDAY }).where("id", "in", both).execute();
    await merge(services, ...both);
    expect(await findPerson(services.db, both[0])).toMatchObject({ account_deleted_at: SUNDAY });
  });

  describe("merging while another window changes something", () => {
    type Act = () => Promise<{ code: string }>;
    const later = async (before: Promise<unknown>, act: Act) => {
      await before;
      return act();
    };
    /** Each acts before the other once, and then both at once. @param right the codes that the act and the merge may have */
    const testRace = (what: string, right: string[], prepare: (first: string, second: string) => Promise<Act>) =>
      test(`${what}: one of the two is refused, or both are right`, async () => {
        const codes = new Set<string>();
        for (let round = 0; round < 5; round += 1) {
          clock.now = momentAt(SUNDAY, 12);
          const [first, second] = await makeTwo();
          await give(services, second, "nguvu");
          const act = await prepare(first, second);
          const seen = await seenOf(services, first, second);
          const merging = () => mergePeople(services, OWNER, first, { withId: second, seen, chosen: new Set() });
          const acted = round === 1 ? undefined : act();
          const merged = round === 0 && acted !== undefined ? later(acted, merging) : merging();
          const done = await (acted ?? later(merged, act));
          codes.add(`${done.code} ${(await merged).code}`);
          await expectWhole(first, second);
        }
        expect([...codes].toSorted()).toEqual(right.toSorted());
      });

    // The second's link links an account to the first.
    testRace("linking the second", ["joined conflict", "joined done"], async (_, second) => {
      const [user] = await addMembers(services, 1);
      const code = (await inviteToLink(services, DESK, second))?.code ?? "";
      return () => join(services, user?.id ?? "", code);
    });
    testRace("booking by the second's account", ["booked conflict", "booked done"], async (_, second) => {
      const user = await linkNewAccount(services, second);
      return () => bookPlace(services, user, { sessionId: THURSDAY });
    });
    testRace("erasing the second", ["done unknown", "unknown done"], async (_, second) => {
      return () => erasePerson(services, OWNER, second);
    });
    testRace("erasing the first", ["done unknown", "done done"], async (first) => {
      return () => erasePerson(services, OWNER, first);
    });
    testRace("merging them the other way round", ["done same", "same done"], async (first, second) => {
      const seen = await seenOf(services, second, first);
      return () => mergePeople(services, OWNER, second, { withId: first, seen, chosen: new Set() });
    });
  });

  if (kind === "postgres") return;

  test.each([
    ["yes", "yes", true, 1],
    ["yes", "no", false, 0],
    ["no", "yes", false, 0],
    ["yes", "not asked", false, 1],
    ["not asked", "yes", false, 1],
    ["not asked", "not asked", undefined, 1],
  ])("of the answers %s and %s, the stricter applies: offers %s, emails %i", async (a, b, isGiven, stricter) => {
    const [first, second] = await makeTwo();
    for (const [id, said] of Object.entries({ [first]: a, [second]: b })) {
      if (said !== "not asked") await say(id, said === "yes");
      const wish = said === "no" ? 0 : 1;
      await services.db.updateTable("people").set({ mails: wish, reminders: wish }).where("id", "=", id).execute();
    }
    await merge(services, first, second);
    expect((await marketingConsent(services.db, first))?.isGiven).toBe(isGiven);
    expect(await findPerson(services.db, first)).toMatchObject({ mails: stricter, reminders: stricter });
  });
});

const PERSON = { id: "first", user_id: null, guardian_id: null, is_child: 0, born_on: null } as Person;

test.each<[Partial<Person>, Partial<Person>, ReturnType<typeof mergeProblem>]>([
  [{}, {}, undefined],
  [{}, { id: "first" }, "same-record"],
  [{ user_id: "one" }, { user_id: "other" }, "both-accounts"],
  [{ user_id: "one" }, {}, undefined],
  [{}, { guardian_id: "first" }, "guardian-of-other"],
  [{ guardian_id: "second" }, {}, "guardian-of-other"],
  [{ is_child: 1 }, {}, "child-and-adult"],
  [{ is_child: 1, guardian_id: "one" }, { is_child: 1, guardian_id: "other" }, undefined],
])("records with %j and %j are refused as %s", (first, second, problem) => {
  expect(mergeProblem({ ...PERSON, ...first }, { ...PERSON, id: "second", ...second }, SUNDAY)).toBe(problem);
});
