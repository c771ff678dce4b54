import { beforeEach, describe, expect, test } from "vitest";
import { addMembers, momentAt as at, type Member, setPlaces } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { addDays } from "../time/dates.server.ts";
import { bookPlace } from "./book.server.ts";
import { cancelBooking } from "./cancel-booking.server.ts";
import { correctContact } from "./correct-contact.server.ts";
import { addWalkIn, bookFor, markMissed } from "./desk-actions.server.ts";
import { findDeskSession } from "./desk-day.server.ts";
import { removeOldBookings } from "./erasure.server.ts";
import { findPeople, findPerson, PEOPLE_SHOWN } from "./people.server.ts";
import { indexNewAddress, indexPeople } from "./person-index.server.ts";

const MONDAY = "2026-11-23";

describe.each(ENGINES)("people who book, on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, {
    now: at(MONDAY, 6),
    places: { fitness: { places: 2 }, running: { places: 2 } },
  });
  let monday = MONDAY;
  /** Wanjiru's class in the morning, and Amina's. */
  let id: string;
  let other: string;

  beforeEach(async () => {
    monday = addDays(monday, 7);
    id = `monday-1.${monday}`;
    other = `wednesday-3.${addDays(monday, 2)}`;
    clock.now = at(monday, 6);
    for (const table of ["bookings", "booking_profiles", "users", "person_words", "audit_log"] as const) {
      await services.db.deleteFrom(table).execute();
    }
  });

  async function addPerson(name: string, phone = ""): Promise<Member> {
    const [member] = await addMembers(services, 1, name.toLowerCase().replaceAll(/\W/g, ""));
    if (member === undefined) throw new Error("Added one");
    await services.db.updateTable("booking_profiles").set({ name, phone }).where("user_id", "=", member.id).execute();
    await indexPeople(services);
    return member;
  }
  const names = async (typed: string, options = {}) =>
    (await findPeople(services, typed, options)).people.map(({ name }) => name);

  test("are found by any part of a name or number, whatever case and accents, accounts and guests alike", async () => {
    await addPerson("Wanjirũ Kamau", "+254712345678");
    await addPerson("Zoë Otieno", "+44 7700 900123");
    await bookFor(services, id, { name: "Mama Achieng", phone: "0733 111 222" }, ACTOR);
    for (const typed of ["wanjiru", "JIRŨ", "amau wanj", "0712", "+254 712 34", "254712345678", "345 678", "78"]) {
      expect(await names(typed), typed).toEqual(["Wanjirũ Kamau"]);
    }
    for (const typed of ["zoe", "ZOË OTI", "7700900", "otieno"])
      expect(await names(typed), typed).toEqual(["Zoë Otieno"]);
    for (const typed of ["chieng", "mama", "0733111222", "111"]) {
      expect(await names(typed), typed).toEqual(["Mama Achieng"]);
    }
    for (const typed of ["", "—", "kamau otieno", "0799", "wanjiru 0733", "%", "_", "'"]) {
      expect(await names(typed), typed).toEqual([]);
    }
  });

  test("by the beginning of their address, the one that they have now", async () => {
    const { email, id: userId } = await addPerson("Njeri");
    expect(await names(email.slice(0, 9))).toEqual(["Njeri"]);
    await services.db.updateTable("users").set({ email: "elsewhere@example.com" }).where("id", "=", userId).execute();
    await indexNewAddress(services.db, userId);
    expect([await names(email), await names("elsewhere@exam")]).toEqual([[], ["Njeri"]]);
  });

  test("with their bookings of today and to come, those who have one first", async () => {
    const [amina, brian] = [await addPerson("Amina Kamau"), await addPerson("Brian Kamau")];
    for (const name of ["Achieng", "Baraka"]) await bookFor(services, id, { name }, ACTOR);
    await bookPlace(services, brian, { sessionId: id });
    await bookPlace(services, brian, { sessionId: other });
    const found = await findPeople(services, "kamau");
    expect(found.people.map(({ name }) => name)).toEqual(["Brian Kamau", "Amina Kamau"]);
    expect(found.people[0]?.bookings).toMatchObject([
      { state: "waiting", position: 1, session: { id } },
      { state: "booked", position: null, session: { id: other } },
    ]);
    expect(found.people[1]?.bookings).toEqual([]);
    const own = found.people[0]?.bookings[1]?.id ?? "";
    await cancelBooking(services, brian.id, own);
    expect((await findPerson(services, brian.id))?.bookings[1]).toMatchObject({ state: "cancelled" });
    await bookPlace(services, brian, { sessionId: other });
    expect((await findPerson(services, own))?.bookings).toMatchObject([{}, { state: "booked" }]);
    expect((await findPerson(services, amina.id))?.bookings).toEqual([]);
    clock.now = at(addDays(monday, 1), 0.5);
    expect((await findPerson(services, brian.id))?.bookings).toMatchObject([{ session: { id: other } }]);
  });

  test("a guest with a number is one person; without one, each booking to come is", async () => {
    for (const session of [id, other]) {
      await bookFor(services, session, { name: "Otieno", phone: "0722 000 111" }, ACTOR);
    }
    await bookFor(services, id, { name: "otieno" }, ACTOR);
    await bookFor(services, other, { name: "Otieno" }, ACTOR);
    const { people } = await findPeople(services, "otieno");
    expect(people.map(({ phone, bookings }) => [phone, bookings.length])).toEqual([
      ["", 1],
      ["", 1],
      ["+254722000111", 2],
    ]);
    clock.now = at(addDays(monday, 5), 6);
    expect((await findPeople(services, "otieno")).people).toMatchObject([{ phone: "+254722000111", bookings: [] }]);
  });

  test("no more than fit, and whether there are more", async () => {
    await addMembers(services, PEOPLE_SHOWN + 1, "kariuki");
    await indexPeople(services);
    const { people, hasMore } = await findPeople(services, "kariuki");
    expect([people.length, hasMore]).toEqual([PEOPLE_SHOWN, true]);
    // With no digits: their addresses are random, and are searched too.
    await addPerson("Kariuki Wambui");
    expect(await findPeople(services, "kariuki wambui")).toMatchObject({
      people: [{ name: "Kariuki Wambui" }],
      hasMore: false,
    });
  });

  test("a trainer finds who has been in their classes, with the bookings of these alone", async () => {
    const [there, missed, elsewhere, ahead] = [
      await addPerson("Kamau There"),
      await addPerson("Kamau Missed"),
      await addPerson("Kamau Elsewhere"),
      await addPerson("Kamau Ahead"),
    ];
    const trainerSlug = "wanjiru-kamau";
    await setPlaces(services, "fitness", { places: 9 });
    for (const member of [there, missed]) await bookPlace(services, member, { sessionId: id });
    await bookFor(services, id, { name: "Kamau Guest", phone: "0722 000 111" }, ACTOR);
    const { trainer_slug: of } = await services.db
      .selectFrom("class_sessions")
      .select("trainer_slug")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(of).toBe(trainerSlug);
    await bookPlace(services, elsewhere, { sessionId: `tuesday-2.${addDays(monday, 1)}` });
    expect(await names("kamau", { trainerSlug })).toEqual([]);
    clock.now = at(monday, 9.5);
    await markMissed(services, (await findPerson(services, missed.id))?.bookings[0]?.id ?? "", ACTOR);
    expect(await names("kamau", { trainerSlug })).toEqual(["Kamau Guest", "Kamau There"]);
    expect(await names("kamau", { trainerSlug: "amina-yusuf" })).toEqual([]);
    expect(await names(elsewhere.email, { trainerSlug, withAccount: true })).toEqual([]);
    // Who has booked a class of theirs is on their list anyway.
    const next = `monday-1.${addDays(monday, 7)}`;
    await bookFor(services, next, { account: ahead.id }, ACTOR);
    expect(await findPerson(services, ahead.id, { trainerSlug })).toMatchObject({
      bookings: [{ session: { id: next } }],
    });
    expect(await findPerson(services, elsewhere.id, { trainerSlug })).toBeUndefined();
    await setPlaces(services, "fitness", { places: 2 });
  });

  test("for booking: accounts alone, by their whole address also those who never booked", async () => {
    const member = await addPerson("Wambui");
    await bookFor(services, id, { name: "Wambui", phone: "0722 000 111" }, ACTOR);
    const [stranger] = await addMembers(services, 1, "stranger");
    await services.db
      .deleteFrom("booking_profiles")
      .where("user_id", "=", stranger?.id ?? "")
      .execute();
    expect(await findPeople(services, "wambui", { withAccount: true })).toMatchObject({ people: [{ id: member.id }] });
    expect((await findPeople(services, "stranger", { withAccount: true })).people).toEqual([]);
    const whole = stranger?.email.toUpperCase() ?? "";
    expect(await findPeople(services, ` ${whole} `, { withAccount: true })).toMatchObject({
      people: [{ id: stranger?.id }],
    });
    expect((await findPeople(services, whole)).people).toEqual([]);
    await bookFor(services, id, { account: stranger?.id ?? "" }, ACTOR);
    expect((await findPeople(services, "stranger")).people).toMatchObject([{ id: stranger?.id, name: "" }]);
  });

  test("name and number are corrected, with a line in the history and the log, and are found from then on", async () => {
    const member = await addPerson("Wangui", "+254700000001");
    await bookPlace(services, member, { sessionId: id });
    await bookFor(services, id, { name: "Otieno", phone: "0722 000 111" }, ACTOR);
    await bookFor(services, other, { name: "Otieno", phone: "0722 000 111" }, ACTOR);
    const guest = (await findPeople(services, "otieno")).people[0]?.id ?? "";
    const correct = (who: string, name: string, phone: string) => correctContact(services, who, { name, phone }, ACTOR);
    expect(await correct(member.id, " ", "")).toEqual({ code: "name-missing" });
    expect(await correct(member.id, "n".repeat(61), "")).toEqual({ code: "name-long" });
    expect(await correct(member.id, "Otieno evil.com", "")).toEqual({ code: "name-link" });
    expect(await correct(guest, "Otieno", "call me")).toEqual({ code: "phone-invalid" });
    expect(await correct("none", "Otieno", "")).toEqual({ code: "unknown" });
    expect(await correct(member.id, "Wangui", "0700 000 001")).toEqual({ code: "same" });
    expect(await correct(member.id, "Wangui Njoroge", "0700 000 002")).toEqual({ code: "done" });
    expect(await correct(guest, "Otieno Were", "0722 000 112")).toEqual({ code: "done" });
    expect([await names("njoroge"), await names("700000002"), await names("700000001")]).toEqual([
      ["Wangui Njoroge"],
      ["Wangui Njoroge"],
      [],
    ]);
    expect([await names("were"), await names("000111")]).toEqual([["Otieno Were"], []]);
    expect((await findPeople(services, "were")).people[0]?.bookings).toHaveLength(2);
    const people = (await findDeskSession(services, id))?.people ?? [];
    expect(people.map(({ name, phone, events }) => [name, phone, events.at(-1)?.note])).toEqual([
      ["Wangui Njoroge", "+254700000002", "contact-corrected"],
      ["Otieno Were", "+254722000112", "contact-corrected"],
    ]);
    const acts = await services.db
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", "contact-corrected")
      .execute();
    expect(acts).toHaveLength(2);
    expect(JSON.stringify(acts)).not.toMatch(/Wangui|Otieno|0700000|722000/);
  });

  test("a guest without a number is corrected in one booking: another may have the name", async () => {
    for (const session of [id, other]) await bookFor(services, session, { name: "Otieno" }, ACTOR);
    const [first] = (await findPeople(services, "otieno")).people;
    await correctContact(services, first?.id ?? "", { name: "Otieno", phone: "0722 000 111" }, ACTOR);
    expect(
      (await findPeople(services, "otieno")).people.map(({ phone, bookings }) => [phone, bookings.length]),
    ).toEqual([
      ["", 1],
      ["+254722000111", 1],
    ]);
  });

  test("nobody is found any more whose bookings or account are deleted", async () => {
    const member = await addPerson("Wangari");
    await addWalkIn(services, `monday-1.${monday}`, { name: "Wangari", phone: "0722 000 111" }, ACTOR);
    clock.now = at(monday, 9);
    await addWalkIn(services, id, { name: "Wangari", phone: "0722 000 111" }, ACTOR);
    expect(await names("wangari")).toHaveLength(2);
    await services.db.deleteFrom("users").where("id", "=", member.id).execute();
    expect(await names("wangari")).toHaveLength(1);
    clock.now = at(addDays(monday, 400), 9);
    await removeOldBookings(services);
    expect(await services.db.selectFrom("person_words").selectAll().execute()).toEqual([]);
    clock.now = at(monday, 9);
  });

  test("those that an older version of the site has stored are found once they are indexed", async () => {
    await bookFor(services, id, { name: "Wafula", phone: "0722 000 111" }, ACTOR);
    const [member] = await addMembers(services, 1, "wafula");
    await services.db.updateTable("bookings").set({ guest_key: null }).execute();
    await services.db.deleteFrom("person_words").execute();
    expect(await names("wafula")).toEqual([]);
    await indexPeople(services);
    expect((await findPeople(services, "wafula")).people.map(({ userId }) => userId)).toEqual([null, member?.id]);
  });
});
