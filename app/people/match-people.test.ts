import { beforeEach, describe, expect, test } from "vitest";
import { addMembers, emptyTables, writeDetails } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { BLANK, makePerson, versionOf } from "../../test/members/members-gym.ts";
import { addPeople, KAMAU, KNOWN, type Typed } from "../../test/people/known-people.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { correctPerson } from "./desk-records.server.ts";
import { matchPeople } from "./match-people.server.ts";
import { readContact } from "./people.server.ts";

const NOBODY = { code: "other", ids: [] };

describe.each(ENGINES)("people whom the site knows, on %s", (kind) => {
  const { services } = openGymBeforeAll(kind, { now: "2026-11-23T06:00:00.000Z" });
  let ids: ReadonlyMap<Typed, string>;

  beforeEach(async () => {
    await emptyTables(services, "people", "users");
    ids = await addPeople(services, KNOWN);
  });

  async function match(typed: Typed, email = "") {
    const contact = readContact(typed);
    if ("code" in contact) throw new Error(`${typed.phone} is not a number`);
    return matchPeople(services.db, { ...contact, email });
  }
  const idOf = (known: Typed) => ids.get(known) ?? "";

  // Other spellings are in `samePerson` and `readPhone`; the random desk books people by current and former numbers.
  test("people are found by number or by name, whether two words are joined or not, and the rules of `samePerson` apply", async () => {
    const ids = [idOf(KAMAU)];
    expect(await match({ name: "kamau, NGANGA", phone: "+254 (0)712 000 007" })).toEqual({ code: "same", ids });
    expect(await match({ name: "N. Kamau", phone: "0712000007" })).toEqual({ code: "ask", ids });
    expect(await match({ name: "Kamau Nganga", phone: "0733 000 007" })).toEqual({ code: "ask", ids });
    expect(await match({ name: "Wanjiru Otieno", phone: "0712000007" })).toEqual(NOBODY);
    expect(await match({ name: "Nganga", phone: "0733000007" })).toEqual(NOBODY);
    // At most five people with one name are shown to the desk.
    for (let index = 0; index < 7; index += 1)
      await makePerson(services, { name: "Faith Akinyi", phone: `072200010${index}` });
    const { code, ids: candidates } = await match({ name: "Akinyi Faith", phone: "0799000000" });
    expect([code, candidates.length]).toEqual(["ask", 5]);
    // Joined or not, also without a number.
    const anne = await makePerson(services, { name: "Mary-Anne O'Brien", phone: "0722 000 111" });
    const maryanne = await makePerson(services, { name: "Maryanne Waweru", phone: "0722 000 112" });
    for (const name of ["Maryanne OBrien", "O Brien Mary-Anne"]) {
      expect(await match({ name, phone: "0722000111" }), name).toEqual({ code: "same", ids: [anne] });
      expect(await match({ name, phone: "" }), name).toEqual({ code: "ask", ids: [anne] });
    }
    expect(await match({ name: "Waweru, Mary Anne", phone: "" })).toEqual({ code: "ask", ids: [maryanne] });
  });

  test("with a former number that a namesake has now, the desk is asked", async () => {
    for (const phone of ["0733 005 501", KAMAU.phone, "0733 005 501"]) {
      const version = await versionOf(services, idOf(KAMAU));
      const typed = { ...BLANK, ...KAMAU, phone };
      expect(await correctPerson(services, ACTOR, idOf(KAMAU), typed, version)).toEqual({ code: "done" });
    }
    const other = await makePerson(services, { name: "Kamau Nganga", phone: "0712 000 007" });
    const both = await match({ name: "Nganga Kamau", phone: "0712000007" });
    expect([both.code, both.ids.toSorted()]).toEqual(["ask", [idOf(KAMAU), other].toSorted()]);
  });

  test("an account that was never linked has proved neither name nor number, so the desk is asked", async () => {
    const [account] = await addMembers(services, 1);
    const { id } = await writeDetails(services, account?.id ?? "", { name: "Juma Hassan", phone: "0722 000 111" });
    for (const phone of ["0722000111", ""])
      expect(await match({ name: "Juma Hassan", phone })).toEqual({ code: "ask", ids: [id] });
    // The visitor enters the details of a person whom the desk knows.
    await writeDetails(services, account?.id ?? "", KAMAU);
    expect(await match(KAMAU)).toEqual({ code: "same", ids: [idOf(KAMAU)] });
    const { code, ids: candidates } = await match({ name: "Ng'ang'a K.", phone: "0712000007" });
    expect([code, candidates.toSorted()]).toEqual(["ask", [id, idOf(KAMAU)].toSorted()]);
  });

  test("with a shared email address, of a record or an account, the desk is asked if the names are similar", async () => {
    const desk = await makePerson(services, { name: "Juma Hassan", email: "Juma@example.com" });
    expect(await match({ name: "J. Hassan", phone: "" }, "juma@example.com")).toEqual({ code: "ask", ids: [desk] });
    expect(await match({ name: "Baraka", phone: "" }, "juma@example.com")).toEqual(NOBODY);
    expect(await match({ name: "J. Hassan", phone: "" }, "other@example.com")).toEqual(NOBODY);
    const [account] = await addMembers(services, 1);
    const { id } = await writeDetails(services, account?.id ?? "", { name: "Asha Salim", phone: "" });
    expect(await match({ name: "A. Salim", phone: "" }, account?.email)).toEqual({ code: "ask", ids: [id] });
  });
});
