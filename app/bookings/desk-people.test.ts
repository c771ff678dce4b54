import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { addMembers, momentAt as at, emptyTables, type Member, writeDetails } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { makePerson } from "../../test/members/members-gym.ts";
import { addPeople, KAMAU, KNOWN, type Typed } from "../../test/people/known-people.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES, untilLocksAreAwaited } from "../../test/support/test-services.ts";
import { indexNewAddress, indexPeople } from "../people/person-index.server.ts";
import { addPersonNote } from "../people/person-notes.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { transact } from "../platform/transact.server.ts";
import { addDays } from "../time/dates.server.ts";
import { findBookedPerson, findPeople, MAX_PEOPLE_SHOWN } from "./booked-people.server.ts";
import { personIdOfAccount } from "./booking-rows.server.ts";
import { addWalkIn, bookFor, cancelFor, checkIn, type DeskActor, type DeskPerson } from "./desk-actions.server.ts";
import { findDeskSession } from "./desk-day.server.ts";
import { BOOKING_RETENTION } from "./erasure.server.ts";

const SUNDAY = "2026-11-22";
const MONDAY = addDays(SUNDAY, 1);
const FITNESS = `monday-1.${MONDAY}`;
const LATER = `wednesday-3.${addDays(MONDAY, 2)}`;
const TRAINER: DeskActor = { ...ACTOR, trainerSlug: "wanjiru-kamau" };

describe.each(ENGINES)("whom the desk books for, on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, { now: at(SUNDAY, 12), places: { fitness: 3, running: 3 } });
  let ids: ReadonlyMap<Typed, string>;

  beforeEach(async () => {
    await emptyTables(services, "bookings", "people", "users");
    ids = await addPeople(services, KNOWN);
  });

  const idOf = (known: Typed) => ids.get(known) ?? "";
  const countPeople = async () => (await services.db.selectFrom("people").select("id").execute()).length;
  const booked = () => services.db.selectFrom("bookings").select("person_id").execute();

  const byName = (who: DeskPerson & { formId?: string }, actor: DeskActor = ACTOR) =>
    bookFor(services, FITNESS, who, actor);
  const walkIn = (who: DeskPerson & { formId?: string }, actor: DeskActor = ACTOR) => {
    clock.now = at(MONDAY, 8.7);
    return addWalkIn(services, FITNESS, who, actor);
  };

  describe.each([
    ["booking by name", byName, "booked", "begun"],
    ["a walk-in", walkIn, "done", "walk-in-full"],
  ] as const)("%s", (_, act, done, refusal) => {
    test("adds one person with one booking for a form sent twice, at once or later", async () => {
      const form = { name: "Otieno", phone: "", formId: randomUUID() };
      const answers = await Promise.all([act(form), act(form)]);
      expect(answers.map(({ code }) => code).toSorted()).toEqual([done, "same"].toSorted());
      expect(await act(form)).toMatchObject({ code: "same" });
      // Without a number, only the desk knows whether this is the same Otieno.
      expect(await act({ name: "Otieno" })).toMatchObject({ code: "who", ids: { length: 1 } });
      const input = { name: "Otieno", phone: "", isOther: true, formId: randomUUID() };
      for (const code of [done, "same"]) expect(await act(input)).toMatchObject({ code });
      expect([(await booked()).length, await countPeople()]).toEqual([2, KNOWN.length + 2]);
    });

    test("adds nobody for a refused booking or an unknown id", async () => {
      for (const name of ["Akinyi", "Njeri", "Baraka"]) await act({ name });
      clock.now = at(MONDAY, 9.9);
      for (const who of [{ name: "Zawadi" }, { name: "Zawadi", isOther: true }]) {
        expect(await act(who)).toMatchObject({ code: refusal });
      }
      await services.db.updateTable("people").set({ erased_at: SUNDAY }).where("id", "=", idOf(KAMAU)).execute();
      for (const person of [idOf(KAMAU), randomUUID()])
        expect(await act({ person })).toEqual({ code: "person-unknown" });
      expect(await act({ name: " " })).toEqual({ code: "name-missing" });
      expect(await act({ name: "x".repeat(101) })).toEqual({ code: "name-long" });
      expect(await act({ name: "Otieno evil.com" })).toEqual({ code: "name-link" });
      expect(await act({ name: "Otieno", phone: "call me" })).toEqual({ code: "phone-invalid" });
      expect(await countPeople()).toBe(KNOWN.length + 3);
    });
  });

  describe("a trainer", () => {
    const own = (who: DeskPerson) => bookFor(services, LATER, who, TRAINER);

    test("is shown only people from their classes, and people with the typed number", async () => {
      expect(await own({ name: "Kamau N.", phone: "0712 000 007" })).toEqual({ code: "who", ids: [idOf(KAMAU)] });
      // A name alone reveals nobody.
      expect(await own({ name: "Nganga Kamau" })).toMatchObject({ code: "booked" });
      expect(await countPeople()).toBe(KNOWN.length + 1);
      await services.db.deleteFrom("bookings").execute();
      await byName(KAMAU);
      clock.now = at(MONDAY, 8.7);
      const [{ id = "" } = {}] = (await findDeskSession(services, FITNESS))?.people ?? [];
      await checkIn(services, id, ACTOR);
      clock.now = at(MONDAY, 11);
      expect(await own({ name: "Kamau Nganga", phone: "" })).toEqual({ code: "who", ids: [idOf(KAMAU)] });
    });

    test("books for a person found by number, and not for another id", async () => {
      expect(await own({ person: idOf(KAMAU), phone: "0712 000 007" })).toMatchObject({ code: "booked" });
      for (const phone of ["", "0733 000 007", "+44 7700 900123", "x"]) {
        await services.db.deleteFrom("bookings").execute();
        expect(await own({ person: idOf(KAMAU), phone }), phone).toEqual({ code: "person-not-theirs" });
        expect(await own({ person: randomUUID(), phone }), phone).toEqual({ code: "person-not-theirs" });
      }
      expect(await booked()).toEqual([]);
    });
  });
});

describe.each(ENGINES)("people who book, on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, { now: at(MONDAY, 6), places: { fitness: 2, running: 2 } });
  beforeEach(() => emptyTables(services, "bookings", "people", "users", "audit_log"));

  async function addAccount(name: string): Promise<Member> {
    const [member] = (await addMembers(services, 1, name.toLowerCase())) as [Member];
    await writeDetails(services, member.id, { name, phone: "" });
    return member;
  }
  const names = async (typed: string) => (await findPeople(services, typed)).people.map(({ name }) => name);

  test("are found by the beginning of their current address", async () => {
    const { email, id: userId } = await addAccount("Njeri");
    expect(await names(email.slice(0, 9))).toEqual(["Njeri"]);
    await services.db.updateTable("users").set({ email: "elsewhere@example.com" }).where("id", "=", userId).execute();
    await indexNewAddress(services.db, userId);
    expect([await names(email), await names("elsewhere@exam")]).toEqual([[], ["Njeri"]]);
  });

  test("come with their bookings from today on, and people with bookings come first", async () => {
    await makePerson(services, { name: "Amina Kamau" });
    const brian = await makePerson(services, { name: "Brian Kamau" });
    const read = async () => (await findBookedPerson(services, brian, {}))?.bookings;
    for (const id of [FITNESS, LATER]) await bookFor(services, id, { person: brian }, ACTOR);
    const { people } = await findPeople(services, "kamau");
    expect(people).toMatchObject([
      { name: "Brian Kamau", bookings: [{ session: { id: FITNESS } }, { session: { id: LATER } }] },
      { name: "Amina Kamau", bookings: [] },
    ]);
    await cancelFor(services, people[0]?.bookings[1]?.id ?? "", { free: true }, ACTOR);
    expect(await read()).toMatchObject([{}, { state: "cancelled" }]);
    await bookFor(services, LATER, { person: brian }, ACTOR);
    expect(await read()).toMatchObject([{}, { state: "booked" }]);
    await cancelFor(services, (await read())?.[1]?.id ?? "", { free: false }, ACTOR);
    expect(await read()).toMatchObject([{}, { state: "late_cancelled" }]);
    clock.now = at(addDays(MONDAY, 1), 0.5);
    expect(await read()).toMatchObject([{ session: { id: LATER } }]);
  });

  test("are found by a name, a number, and a door number without its first zero", async () => {
    const brien = await makePerson(services, { name: "Mary-Anne O'Brien", phone: "+44 7700 900123" });
    await makePerson(services, { name: "Ng'ang'a Kamau", phone: "0712 000 007" });
    for (const typed of ["maryanne obr", "anne", "7700900"])
      expect(await names(typed), typed).toEqual(["Mary-Anne O'Brien"]);
    for (const typed of ["", "—", "kamau otieno", "0799", "nganga 7700", "%", "_", "'"]) {
      expect(await names(typed), typed).toEqual([]);
    }
    await services.db.updateTable("door_numbers").set({ number: "098897" }).where("person_id", "=", brien).execute();
    for (const typed of ["098897", "098 897", "98897", " 98 897"]) {
      expect(await names(typed), typed).toEqual(["Mary-Anne O'Brien"]);
    }
    for (const typed of ["098898", "98898", "8897", ""]) expect(await names(typed), typed).toEqual([]);
  });

  test("are limited in number, with a flag when there are more", async () => {
    await addMembers(services, MAX_PEOPLE_SHOWN + 1, "kariuki");
    await indexPeople(services);
    const { people, hasMore } = await findPeople(services, "kariuki");
    expect([people.length, hasMore]).toEqual([MAX_PEOPLE_SHOWN, true]);
  });

  test.runIf(kind === "postgres")("are indexed under the lock, which keeps corrections made meanwhile", async () => {
    await services.db.updateTable("people").set({ words_version: 0 }).execute();
    const start = async () => {
      const indexing = indexPeople(services);
      await untilLocksAreAwaited(services, 1);
      return { indexing };
    };
    await (await transact(services, start, { lock: "people" })).indexing;
  });

  test("include accounts that never booked, when booking and by their whole address", async () => {
    await addAccount("Wambui");
    const wambui = { name: "Wambui", phone: "0722 000 111" };
    await bookFor(services, FITNESS, { ...wambui, isOther: true }, ACTOR);
    const [stranger] = (await addMembers(services, 1, "stranger")) as [Member];
    await services.db.deleteFrom("people").where("user_id", "=", stranger.id).execute();
    const { people } = await findPeople(services, "wambui");
    expect(people.map(({ hasAccount }) => hasAccount)).toEqual([false, true]);
    expect((await findPeople(services, "stranger")).people).toEqual([]);
    const whole = ` ${stranger.email.toUpperCase()} `;
    const toBook = { withNewAccounts: true };
    expect((await findPeople(services, whole, toBook)).people).toMatchObject([{ id: stranger.id, hasAccount: true }]);
    // They have no page yet.
    expect((await findPeople(services, whole)).people).toEqual([]);
    await bookFor(services, FITNESS, { person: stranger.id }, ACTOR);
    const own = await personIdOfAccount(services.db, stranger.id);
    for (const typed of ["stranger", whole]) {
      expect((await findPeople(services, typed)).people, typed).toMatchObject([{ id: own, name: "" }]);
    }
  });

  test("are not found once their last booking is deleted, except with an account, a note or a child", async () => {
    const desk = await makePerson(services, { name: "Wangari" });
    const booked = await Promise.all(["Wangari Noted", "Wangari Parent"].map((name) => makePerson(services, { name })));
    const [noted = "", parent = ""] = booked;
    const account = await addAccount("Wangari Account");
    await addPersonNote(services, ACTOR, noted, { formId: "", text: "Prefers the morning" });
    await makePerson(services, { name: "Baraka", isChild: "on", guardianId: parent });
    for (const person of [...booked, account.id]) await bookFor(services, LATER, { person }, ACTOR);
    clock.now = at(MONDAY, 9);
    await addWalkIn(services, FITNESS, { name: "Wangari", phone: "0722 000 111", isOther: true }, ACTOR);
    expect(await names("wangari")).toHaveLength(5);
    clock.now = at(addDays(MONDAY, 400), 9);
    await applyRetention(services, ...BOOKING_RETENTION);
    const left = (await findPeople(services, "wangari")).people.map((person) => person.id);
    const own = await personIdOfAccount(services.db, account.id);
    expect(left.toSorted()).toEqual([desk, noted, parent, own].toSorted());
  });
});
