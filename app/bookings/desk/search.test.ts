/** The console's search for people and classes, and the page of somebody who books. */
import { beforeEach, describe, expect, test } from "vitest";
import {
  addMembers,
  momentAt as at,
  emptyTables,
  type Member,
  writeDetails,
} from "../../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../../test/content/content-changes.ts";
import { give, makePerson } from "../../../test/members/members-gym.ts";
import { addStaffBeforeAll, openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, type PageData, staffCall } from "../../../test/support/route-calls.ts";
import { loader as searchLoader } from "../../console/search.route.tsx";
import type { FoundGroup } from "../../console/search.server.ts";
import { recordEnquiry } from "../../enquiries/enquiries.server.ts";
import { action as bookAction, loader as bookLoader } from "../../members/console/book-class.route.tsx";
import { loader as personLoader } from "../../members/console/person.route.tsx";
import type { StaffMember } from "../../staff/roles.ts";
import { cancelSession } from "../../timetable/session-actions.server.ts";
import { bookPlace } from "../book.server.ts";
import { bookFor } from "../desk-actions.server.ts";
import { findPeopleToBook } from "../person-view.server.ts";

const MONDAY = "2026-11-23";
const ID = `monday-1.${MONDAY}`;

describe("the search", () => {
  const { services, clock } = openGymBeforeAll("sqlite", {
    ...{ now: at(MONDAY, 6), places: { fitness: 2, running: 2 }, hasMembers: true },
  });
  const owner = addStaffBeforeAll(services, "owner");
  const desk = addStaffBeforeAll(services, "desk", { name: "Moraa" });
  const trainer = addStaffBeforeAll(services, "trainer", { trainerSlug: "wanjiru-kamau" });
  let member: Member;
  let personId: string;
  beforeEach(async () => {
    await emptyTables(services, "bookings", "pass_days", "passes", "door_numbers", "people", "enquiries");
    [member] = (await addMembers(services, 1)) as [Member];
    personId = (await writeDetails(services, member.id, { name: "Fatuma Zawadi", phone: "0712 345 678" })).id;
  });

  const call = (path: string, who: StaffMember, person = "", fields?: Record<string, string>) =>
    staffCall(services, who, path, { params: { person }, fields }) as never;
  const search = async (typed: string, who = desk): Promise<FoundGroup[]> =>
    (await searchLoader(call(`/staff/search?q=${encodeURIComponent(typed)}`, who))).groups;
  const namesOf = (groups: readonly FoundGroup[]) => groups.map(({ name }) => name);
  const person = async (person: string, who = desk) =>
    ((await personLoader(call(`/staff/members/${person}`, who, person))) as PageData).page;
  const offersFor = async (person: string, who = desk) =>
    ((await bookLoader(call(`/staff/members/${person}/book`, who, person))) as PageData).page;
  const book = (person: string, fields: Record<string, string>, who = desk) =>
    callRoute(bookAction, call(`/staff/members/${person}/book`, who, person, { do: "book", ...fields }));

  test("finds people first, then enquiries, classes of this week, weekly slots and content, by role", async () => {
    const enquiry = { email: "zola@example.com", phone: "0712345678", class: "", comment: "Zola’s boxing" };
    await recordEnquiry(services, { ...enquiry, name: "Fatuma Boxing" });
    await bookFor(services, ID, { name: "Boxing Fatuma" }, ACTOR);
    const all = ["People", "Enquiries", "Classes this week", "Weekly timetable", "Content"];
    for (const who of [owner, desk]) expect(namesOf(await search("boxing", who))).toEqual(all);
    expect(JSON.stringify(await search("boxing", desk))).not.toContain("/staff/content/class");
    expect(namesOf(await search("boxing", trainer))).toEqual([]);
    for (const typed of ["", "b", " ", "12"]) expect(await search(typed, owner), typed).toEqual([]);
    const [slot] = (await search("MONDAY running")).flatMap(({ rows }) => rows);
    expect(slot).toMatchObject({ title: "Monday, 4:00pm-5:00pm, Running", to: "/staff/timetable/rows/monday-3" });
    const running = async () => (await search("running")).find(({ name }) => name === "Classes this week")?.rows[0];
    expect(await running()).toMatchObject({ about: expect.stringMatching(/m, .*, 2 free$/) });
    await cancelSession(services, { id: `monday-3.${MONDAY}`, seen: 0, reason: "No water" }, ACTOR);
    expect(await running()).toMatchObject({ isCancelled: true });
    clock.now = at(MONDAY, 17);
    expect(await running()).toMatchObject({ isCancelled: false });
  });

  test("a trainer finds people from their classes, without full addresses or other trainers’ classes", async () => {
    await bookPlace(services, member, { sessionId: ID });
    expect((await bookPlace(services, member, { sessionId: "wednesday-4.2026-11-25" })).code).toBe("booked");
    await give(services, personId, "mwanzo");
    await services.db.updateTable("outbox").set({ last_error: "550 5.1.1" }).execute();
    expect(await search("zawadi", trainer)).toEqual([]);
    clock.now = at(MONDAY, 9.5);
    const [people] = await search("zawadi", trainer);
    expect(people?.rows).toMatchObject([{ title: "Fatuma Zawadi", lines: [{ to: `/staff/day/${ID}` }] }]);
    expect(JSON.stringify(people)).not.toContain(member.email);
    const page = await person(personId, trainer);
    expect(page).toMatchObject({
      name: "Fatuma Zawadi",
      mayEdit: false,
      ways: { phone: { text: "0712 345 678" }, mailTo: "" },
    });
    expect([page.record, page.passes, page.failedMail, page.past]).toEqual([undefined, undefined, undefined, []]);
    expect(page.bookings.map((booking: { page: string }) => booking.page)).toEqual([`/staff/day/${ID}`]);
    expect(JSON.stringify(page)).not.toContain(member.email);
    const hasPass = async (who: StaffMember) =>
      (await findPeopleToBook(services, who, "zawadi")).people[0]?.contact.includes("Mwanzo");
    expect([await hasPass(trainer), await hasPass(desk)]).toEqual([false, true]);
    const { offers, moreOffers } = await offersFor(personId, trainer);
    const offered = [...offers, ...moreOffers].map(({ about }: { about: string }) => about.split(",")[0]);
    expect(new Set(offered)).toEqual(new Set(["Wanjiru Kamau"]));
    // In the evening, the class of the morning is still listed for today.
    clock.now = at(MONDAY, 22);
    expect(await person(personId)).toMatchObject({ past: [] });
    clock.now = at("2026-11-24", 9);
    await cancelSession(services, { id: "wednesday-4.2026-11-25", seen: 0, reason: "No water" }, ACTOR);
    expect(await person(personId)).toMatchObject({ past: [{}], toTell: [{}] });
    expect(await person(personId, trainer)).toMatchObject({ past: [], toTell: [] });
    const stranger = await makePerson(services, { name: "Fatuma Kamau", phone: "0712 345 678" });
    const form = { session: "wednesday-3.2026-11-25", formId: "" };
    for (const someone of [stranger, "none"]) {
      await expect(person(someone, trainer), someone).rejects.toMatchObject({ init: { status: 404 } });
      await expect(offersFor(someone, trainer), someone).rejects.toMatchObject({ init: { status: 404 } });
      expect((await book(someone, form, trainer)).status, someone).toBe(404);
    }
    await expect(person("none")).rejects.toMatchObject({ init: { status: 404 } });
  });

  test("books one of the next classes for a person, once", async () => {
    const { offers, formId } = await offersFor(personId);
    expect(offers[0].id).toBe(ID);
    for (const _ of ["sent", "sent again"]) {
      const sent = await book(personId, { session: ID, formId });
      expect(sent.location).toBe(`/staff/members/${personId}?done=booked`);
    }
    const after = await offersFor(personId);
    expect([...after.offers, ...after.moreOffers].map((offer: { id: string }) => offer.id)).not.toContain(ID);
    clock.now = at(MONDAY, 9.5);
    const stranger = await makePerson(services, { name: "Zola" });
    const refused = await book(stranger, { session: ID, formId: "" });
    expect([refused.status, refused.form?.errors.form]).toEqual([422, expect.stringMatching(/^This class has begun/)]);
    expect((await book("none", { session: ID, formId: "" })).status).toBe(404);
  });
});
