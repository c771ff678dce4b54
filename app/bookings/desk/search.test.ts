/** The console's search for people and classes, and the page of somebody who books. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMembers, momentAt as at, type Member } from "../../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, routeCall } from "../../../test/support/route-calls.ts";
import { addStaffMember } from "../../../test/support/staff.ts";
import { ENGINES } from "../../../test/support/test-services.ts";
import type { FoundGroup, FoundRow } from "../../console/finder.ts";
import { loader as searchLoader } from "../../console/search.route.tsx";
import { recordEnquiry } from "../../enquiries/enquiries.server.ts";
import { documentContext } from "../../request/request-context.ts";
import { staffContext } from "../../staff/staff-context.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { addDays } from "../../time/dates.server.ts";
import { bookPlace } from "../book.server.ts";
import { correctContact } from "../correct-contact.server.ts";
import { bookFor, checkIn } from "../desk-actions.server.ts";
import { findPerson } from "../people.server.ts";
import { action as personAction, loader as personLoader } from "./booked-person.route.tsx";
import { loader as peopleLoader } from "./people-choice.route.ts";

// biome-ignore lint/suspicious/noExplicitAny: each page's data has a type of its own
type PageData = any;

describe.each(ENGINES)("the search on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, {
    now: at("2026-11-23", 6),
    places: { fitness: { places: 2 }, running: { places: 2 } },
  });
  let owner: StaffMember;
  let desk: StaffMember;
  let trainer: StaffMember;
  let member: Member;
  let monday = "2026-11-23";
  let id: string;
  let later: string;

  beforeAll(async () => {
    owner = (await addStaffMember(services, "owner")).member;
    desk = (await addStaffMember(services, "desk", { name: "Moraa" })).member;
    trainer = (await addStaffMember(services, "trainer", { trainerSlug: "wanjiru-kamau" })).member;
  });
  beforeEach(async () => {
    monday = addDays(monday, 7);
    id = `monday-1.${monday}`;
    later = `wednesday-3.${addDays(monday, 2)}`;
    clock.now = at(monday, 6);
    for (const table of ["bookings", "person_words", "enquiries"] as const)
      await services.db.deleteFrom(table).execute();
    [member] = (await addMembers(services, 1)) as [Member];
    const contact = { name: "Fatuma Zawadi", phone: "0712 345 678" };
    await correctContact(services, member.id, contact, desk);
  });

  function call(path: string, who: StaffMember, fields?: Record<string, string>) {
    const made = routeCall(services, path, fields && { fields });
    made.context.set(staffContext, who);
    made.context.set(documentContext, {});
    return made;
  }
  const search = async (typed: string, who = desk): Promise<FoundGroup[]> =>
    (await searchLoader(call(`/staff/search?q=${encodeURIComponent(typed)}`, who) as never)).groups;
  const namesOf = (groups: readonly FoundGroup[]) => groups.map(({ name }) => name);
  const person = (person: string, who = desk, query = "") =>
    personLoader({ ...call(`/staff/day/person/${person}${query}`, who), params: { person } } as never) as PageData;
  const send = (person: string, fields: Record<string, string>, who = desk) =>
    callRoute(personAction, { ...call(`/staff/day/person/${person}`, who, fields), params: { person } } as never);

  test("says of somebody who booked where they are, and how to reach them", async () => {
    for (const name of ["Achieng", "Baraka"]) await bookFor(services, id, { name }, ACTOR);
    await bookPlace(services, member, { sessionId: id });
    await bookPlace(services, member, { sessionId: later });
    const [people] = await search("zawadi");
    const page = `/staff/day/person/${member.id}`;
    expect(people).toMatchObject({
      name: "People",
      rows: [
        {
          title: "Fatuma Zawadi",
          to: page,
          about: `0712 345 678, ${member.email}`,
          lines: [
            { text: expect.stringMatching(/, today 9:00am$/), state: "waiting, no. 1", to: `/staff/day/${id}` },
            { text: expect.stringMatching(/, Wed \d+ \w+ .*m$/), state: "booked", to: `/staff/day/${later}` },
          ],
          ways: [
            { label: "Call", to: "tel:+254712345678" },
            { label: "WhatsApp", to: "https://wa.me/254712345678" },
            { label: "Book", to: `${page}#book` },
          ],
        },
      ],
    });
    expect((await search("0712345678"))[0]?.rows).toEqual(people?.rows);
    clock.now = at(monday, 8.6);
    const baraka = (await search("baraka"))[0]?.rows[0] as FoundRow;
    await checkIn(services, baraka.key, ACTOR);
    expect((await search("baraka"))[0]?.rows).toMatchObject([
      { about: "no number, without an account", lines: [{ state: "here" }], ways: [{ label: "Book" }] },
    ]);
  });

  test("finds people first, then enquiries, classes of this week, weekly slots and content, by role", async () => {
    const enquiry = { email: "zola@example.com", phone: "0712345678", class: "", comment: "Zola’s boxing" };
    await recordEnquiry(services, { ...enquiry, name: "Fatuma Boxing" });
    await bookFor(services, id, { name: "Boxing Fatuma" }, ACTOR);
    const all = ["People", "Enquiries", "Classes this week", "Weekly timetable", "Content"];
    for (const who of [owner, desk]) expect(namesOf(await search("boxing", who))).toEqual(all);
    expect(namesOf(await search("boxing", trainer))).toEqual([]);
    // Any part of the name, and the number as it is written anywhere.
    for (const typed of ["atuma", "0712 345", "+254712345678"]) {
      expect(namesOf(await search(typed)), typed).toContain("Enquiries");
    }
    for (const typed of ["", "b", " ", "12"]) expect(await search(typed, owner), typed).toEqual([]);
    const [slot] = (await search("monday running")).flatMap(({ rows }) => rows);
    expect(slot).toMatchObject({ title: "Monday, 4:00pm-5:00pm, Running", to: "/staff/timetable/rows/monday-3" });
    const classes = (await search("running")).find(({ name }) => name === "Classes this week");
    expect(classes?.rows.length).toBeGreaterThan(0);
    expect(classes?.rows[0]).toMatchObject({ about: expect.stringMatching(/m, .*, 2 free$/) });
  });

  test("a trainer finds who was in their classes, with no whole address and no other trainer’s class", async () => {
    await bookPlace(services, member, { sessionId: id });
    await bookPlace(services, member, { sessionId: `tuesday-2.${addDays(monday, 1)}` });
    expect(await search("zawadi", trainer)).toEqual([]);
    clock.now = at(monday, 9.5);
    const [people] = await search("zawadi", trainer);
    expect(people?.rows).toMatchObject([{ title: "Fatuma Zawadi", lines: [{ to: `/staff/day/${id}` }] }]);
    expect(JSON.stringify(people)).not.toContain(member.email);
    expect((await person(member.id, trainer)).contact).toBeNull();
    expect((await send(member.id, { do: "correct", name: "A", phone: "" }, trainer)).status).toBe(404);
    const [stranger] = await addMembers(services, 1);
    await expect(person(stranger?.id ?? "", trainer)).rejects.toMatchObject({ init: { status: 404 } });
    await expect(person("none")).rejects.toMatchObject({ init: { status: 404 } });
  });

  test("books one of the next classes for an account or for a guest, once", async () => {
    const page = await person(member.id);
    const offered = [...page.offers, ...page.moreOffers].map((offer: { id: string }) => offer.id);
    expect(offered).toContain(id);
    const fields = { do: "book", session: id, formId: page.formId };
    for (const _ of ["sent", "sent again"]) {
      expect((await send(member.id, fields)).location).toBe(`/staff/day/person/${member.id}?done=${id}`);
    }
    const after = await person(member.id, desk, `?done=${id}`);
    expect(after).toMatchObject({ booked: expect.stringMatching(/, today 9:00am: booked$/), isCorrected: false });
    expect([...after.offers, ...after.moreOffers].map((offer: { id: string }) => offer.id)).not.toContain(id);

    await bookFor(services, later, { name: "Otieno" }, ACTOR);
    const guest = (await search("otieno"))[0]?.rows[0]?.key ?? "";
    const { location } = await send(guest, { do: "book", session: id });
    const booking = location?.match(/person\/(.*)\?/)?.[1] ?? "";
    expect(booking).not.toBe(guest);
    expect(await person(booking, desk, `?done=${id}`)).toMatchObject({ booked: expect.stringMatching(/: booked$/) });
    clock.now = at(monday, 9.5);
    expect((await send(member.id, fields)).location).toMatch(/done=/);
    const other = await send(guest, { do: "book", session: id });
    expect([other.status, other.form?.errors.form]).toEqual([422, expect.stringMatching(/^This class has begun/)]);
    expect((await send(guest, { do: "book", session: "none" })).status).toBe(422);
    expect((await send(guest, { do: "other" })).status).toBe(422);
    expect((await send(guest, { do: "book", more: "1" })).status).toBe(400);
  });

  test("corrects a name, keeps what was typed when it can’t be stored, and says so", async () => {
    const wrong = await send(member.id, { do: "correct", name: "", phone: "call me" });
    expect([wrong.status, wrong.form]).toMatchObject([
      422,
      { errors: { name: "Write the name." }, typed: { phone: "call me" } },
    ]);
    expect((await send(member.id, { do: "correct", name: "Ali", phone: "x" })).form?.errors).toHaveProperty("phone");
    const right = await send(member.id, { do: "correct", name: "Fatuma Ali", phone: "0733 111 222" });
    expect(right.location).toBe(`/staff/day/person/${member.id}?done=corrected`);
    expect(await findPerson(services, member.id)).toMatchObject({ name: "Fatuma Ali", phone: "+254733111222" });
    expect(await person(member.id, desk, "?done=corrected")).toMatchObject({ isCorrected: true });
  });

  test("offers the accounts that fit while somebody types", async () => {
    const response = (await peopleLoader(call("/staff/day/people?who=zawa", desk) as never)) as Response;
    expect(await response.json()).toEqual({
      who: "zawa",
      people: [{ id: member.id, name: "Fatuma Zawadi", contact: `0712 345 678, ${member.email}` }],
      hasMore: false,
    });
  });
});
