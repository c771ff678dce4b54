import { beforeEach, describe, expect, test } from "vitest";
import { addMembers, momentAt as at, emptyTables, type Member, writeDetails } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { makePerson } from "../../test/members/members-gym.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { indexNewAddress, indexPeople } from "../people/person-index.server.ts";
import { addPersonNote } from "../people/person-notes.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { addDays } from "../time/dates.server.ts";
import { findBookedPerson, findPeople, MAX_PEOPLE_SHOWN } from "./booked-people.server.ts";
import { personIdOfAccount } from "./booking-rows.server.ts";
import { addWalkIn, bookFor, cancelFor } from "./desk-actions.server.ts";
import { BOOKING_RETENTION } from "./erasure.server.ts";

const MONDAY = "2026-11-23";
/** Wanjiru's morning class, and Amina's class. */
const ID = `monday-1.${MONDAY}`;
const OTHER = "wednesday-3.2026-11-25";

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
    for (const id of [ID, OTHER]) await bookFor(services, id, { person: brian }, ACTOR);
    const { people } = await findPeople(services, "kamau");
    expect(people).toMatchObject([
      { name: "Brian Kamau", bookings: [{ session: { id: ID } }, { session: { id: OTHER } }] },
      { name: "Amina Kamau", bookings: [] },
    ]);
    await cancelFor(services, people[0]?.bookings[1]?.id ?? "", { free: true }, ACTOR);
    expect(await read()).toMatchObject([{}, { state: "cancelled" }]);
    await bookFor(services, OTHER, { person: brian }, ACTOR);
    expect(await read()).toMatchObject([{}, { state: "booked" }]);
    clock.now = at(addDays(MONDAY, 1), 0.5);
    expect(await read()).toMatchObject([{ session: { id: OTHER } }]);
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

  test("include accounts that never booked, when booking and by their whole address", async () => {
    await addAccount("Wambui");
    const wambui = { name: "Wambui", phone: "0722 000 111" };
    await bookFor(services, ID, { ...wambui, isOther: true }, ACTOR);
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
    await bookFor(services, ID, { person: stranger.id }, ACTOR);
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
    for (const person of [...booked, account.id]) await bookFor(services, OTHER, { person }, ACTOR);
    clock.now = at(MONDAY, 9);
    await addWalkIn(services, ID, { name: "Wangari", phone: "0722 000 111", isOther: true }, ACTOR);
    expect(await names("wangari")).toHaveLength(5);
    clock.now = at(addDays(MONDAY, 400), 9);
    await applyRetention(services, ...BOOKING_RETENTION);
    const left = (await findPeople(services, "wangari")).people.map((person) => person.id);
    const own = await personIdOfAccount(services.db, account.id);
    expect(left.toSorted()).toEqual([desk, noted, parent, own].toSorted());
  });
});
