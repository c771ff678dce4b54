/** The desk and visitors book for the right person, or add a new one. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { momentAt as at, emptyTables } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { addPeople, KAMAU, KNOWN, type Typed } from "../../test/people/known-people.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { addDays } from "../time/dates.server.ts";
import { addWalkIn, bookFor, checkIn, type DeskActor, type DeskPerson } from "./desk-actions.server.ts";
import { findDeskSession } from "./desk-day.server.ts";

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
      expect(await act({ person: randomUUID() })).toEqual({ code: "person-unknown" });
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
