/** The desk and visitors book for the right person, or add a new one. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { addMembers, momentAt as at, writeDetails } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { addPeople, addPerson, KAMAU, KNOWN, type Typed } from "../../test/people/known-people.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { inviteToLink, linkAccount } from "../people/link-account.server.ts";
import { findPerson } from "../people/people.server.ts";
import { addDays } from "../time/dates.server.ts";
import { bookPlace } from "./book.server.ts";
import { personIdOfAccount } from "./booking-rows.server.ts";
import { addWalkIn, bookFor, checkIn, type DeskActor, type DeskPerson } from "./desk-actions.server.ts";
import { findDeskSession } from "./desk-day.server.ts";

const SUNDAY = "2026-11-22";
const MONDAY = addDays(SUNDAY, 1);
const FITNESS = `monday-1.${MONDAY}`;
const LATER = `wednesday-3.${addDays(MONDAY, 2)}`;
const TRAINER: DeskActor = { ...ACTOR, trainerSlug: "wanjiru-kamau" };

describe.each(ENGINES)("whom the desk books for, on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, {
    now: at(SUNDAY, 12),
    places: { fitness: { places: 3 }, running: { places: 3 } },
  });
  let ids: ReadonlyMap<Typed, string>;

  beforeEach(async () => {
    for (const table of ["bookings", "people", "users"] as const) await services.db.deleteFrom(table).execute();
    ids = await addPeople(services, KNOWN);
  });

  const idOf = (known: Typed) => ids.get(known) ?? "";
  const countPeople = async () => (await services.db.selectFrom("people").select("id").execute()).length;
  const booked = async () =>
    (await services.db.selectFrom("bookings").select("person_id").orderBy("ticket").execute()).map(
      ({ person_id: id }) => id,
    );

  const byName = (who: DeskPerson & { formId?: string }, actor: DeskActor = ACTOR) =>
    bookFor(services, FITNESS, who, actor);
  const walkIn = (who: DeskPerson & { formId?: string }, actor: DeskActor = ACTOR) => {
    clock.now = at(MONDAY, 8.7);
    return addWalkIn(services, FITNESS, who, actor);
  };

  describe.each([
    ["booking by name", byName, "booked", "same"],
    ["a walk-in", walkIn, "done", "here"],
  ] as const)("%s", (_, act, done, again) => {
    test("finds a person by name and number in another spelling", async () => {
      expect(await act({ name: "kamau NGANGA", phone: "+254 (0)712 000 007" })).toMatchObject({ code: done });
      expect(await booked()).toEqual([idOf(KAMAU)]);
      expect(await act(KAMAU)).toMatchObject({ code: again });
      expect([(await booked()).length, await countPeople()]).toEqual([1, KNOWN.length]);
    });

    test("asks whether somebody with the same number is meant, and accepts both answers", async () => {
      const typed = { name: "N. Kamau", phone: "0712000007" };
      expect(await act(typed)).toEqual({ code: "who", ids: [idOf(KAMAU)] });
      expect([await booked(), await countPeople()]).toEqual([[], KNOWN.length]);
      expect(await act({ person: idOf(KAMAU), phone: typed.phone })).toMatchObject({ code: done });
      expect(await act({ ...typed, isOther: true })).toMatchObject({ code: done });
      const [first, second] = await booked();
      expect(first).toBe(idOf(KAMAU));
      expect(await findPerson(services.db, second ?? "")).toMatchObject({ name: typed.name, user_id: null });
      expect(await countPeople()).toBe(KNOWN.length + 1);
    });

    test("adds one person with one booking for a form sent twice, at once or later", async () => {
      const form = { name: "Otieno", phone: "", formId: randomUUID() };
      const answers = await Promise.all([act(form), act(form)]);
      expect(answers.map(({ code }) => code).toSorted()).toEqual([done, "same"].toSorted());
      expect(await act(form)).toMatchObject({ code: "same" });
      const input = { name: "Otieno", phone: "", isOther: true, formId: randomUUID() };
      for (const code of [done, "same"]) expect(await act(input)).toMatchObject({ code });
      expect([(await booked()).length, await countPeople()]).toEqual([2, KNOWN.length + 2]);
    });

    test("asks the desk to choose between people with the same name and number, and for an unconfirmed account", async () => {
      const twin = await addPerson(services, KAMAU);
      const both = await act({ ...KAMAU, name: "Nganga Kamau" });
      expect(both).toMatchObject({ code: "who" });
      expect("ids" in both && both.ids.toSorted()).toEqual([idOf(KAMAU), twin].toSorted());
      const [account] = await addMembers(services, 1);
      const juma = { name: "Juma Hassan", phone: "0722 000 111" };
      const own = await writeDetails(services, account?.id ?? "", juma);
      expect(await act(juma)).toEqual({ code: "who", ids: [own.id] });
      expect(await act({ person: own.id, phone: juma.phone })).toMatchObject({ code: done });
      expect(await booked()).toEqual([own.id]);
    });

    test("adds nobody for a refused booking or an unknown id", async () => {
      for (const name of ["Akinyi", "Njeri", "Baraka"]) await act({ name });
      clock.now = at(MONDAY, 9.9);
      for (const who of [{ name: "Zawadi" }, { name: "Zawadi", isOther: true }]) {
        const { code } = act === walkIn ? await walkIn(who) : await byName(who);
        expect(code).toBe(act === walkIn ? "walk-in-full" : "begun");
      }
      expect(await countPeople()).toBe(KNOWN.length + 3);
      clock.now = at(SUNDAY, 12);
      await services.db.deleteFrom("bookings").execute();
      const [stranger] = await addMembers(services, 1);
      await services.db
        .deleteFrom("people")
        .where("user_id", "=", stranger?.id ?? "")
        .execute();
      for (const [person, code] of [
        [randomUUID(), "person-unknown"],
        ["'; drop table people; --", "person-unknown"],
        ["", "person-unknown"],
      ] as const) {
        expect(await act({ person })).toEqual({ code });
      }
      for (const [typed, code] of [
        [{ name: " " }, "name-missing"],
        [{ name: "x".repeat(101) }, "name-long"],
        [{ name: "Otieno evil.com" }, "name-link"],
        [{ name: "Otieno", phone: "call me" }, "phone-invalid"],
      ] as const) {
        expect(await act(typed)).toEqual({ code });
      }
      expect(await countPeople()).toBe(KNOWN.length + 3);
    });

    test("books for an account without a person, or with one added since the page was loaded", async () => {
      const [account, other] = await addMembers(services, 2);
      await services.db.deleteFrom("people").where("user_id", "is not", null).execute();
      expect(await act({ person: account?.id ?? "" })).toMatchObject({ code: done });
      expect(await booked()).toEqual([await personIdOfAccount(services.db, account?.id ?? "")]);
      const own = await writeDetails(services, other?.id ?? "", { name: "Juma", phone: "" });
      expect(await act({ person: other?.id ?? "" })).toMatchObject({ code: done });
      expect(await booked()).toEqual([expect.any(String), own.id]);
    });
  });

  test("a visitor books for the person of their account, and for a record once it is linked, never for one with the same number", async () => {
    const [visitor] = await addMembers(services, 1);
    if (visitor === undefined) throw new Error("No member was added");
    await services.db.deleteFrom("people").where("user_id", "=", visitor.id).execute();
    expect(await bookPlace(services, visitor, { sessionId: FITNESS, ...KAMAU })).toMatchObject({ code: "booked" });
    const own = await personIdOfAccount(services.db, visitor.id);
    expect(own).not.toBe(idOf(KAMAU));
    expect(await booked()).toEqual([own]);
    // By name and number, the desk books for the record.
    await byName(KAMAU);
    expect(await booked()).toEqual([own, idOf(KAMAU)]);

    await services.db.deleteFrom("bookings").execute();
    await bookPlace(services, visitor, { sessionId: FITNESS });
    const { code = "" } = (await inviteToLink(services, ACTOR, idOf(KAMAU))) ?? {};
    expect(await linkAccount(services, visitor, code)).toEqual({ code: "joined" });
    expect(await booked()).toEqual([idOf(KAMAU)]);
    expect(await bookPlace(services, visitor, { sessionId: LATER })).toMatchObject({ code: "booked" });
    expect(await bookFor(services, LATER, { name: "Nganga Kamau", phone: "0712000007" }, ACTOR)).toMatchObject({
      code: "same",
    });
    expect(await booked()).toEqual([idOf(KAMAU), idOf(KAMAU)]);
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
