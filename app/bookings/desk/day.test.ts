import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { momentAt as at, emptyTables, type Member, writeDetails } from "../../../test/bookings/booking-gym.ts";
import { BookingWeek } from "../../../test/bookings/booking-week.ts";
import { makePerson } from "../../../test/members/members-gym.ts";
import { addStaffBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, type PageData, staffCall } from "../../../test/support/route-calls.ts";
import { addStaffMember } from "../../../test/support/staff.ts";
import { FITNESS } from "../../../test/timetable/sample-session.ts";
import { loader as firstPageLoader } from "../../console/first-page/first-page.route.tsx";
import { loader as personLoader } from "../../members/console/person.route.tsx";
import { SOMEBODY_ELSE } from "../../people/person.ts";
import { indexPeople } from "../../people/person-index.server.ts";
import { SENT_MAIL_RETENTION } from "../../platform/outbox.server.ts";
import { sendDueMail } from "../../platform/outbox-worker.server.ts";
import { applyRetention } from "../../platform/retention.server.ts";
import { addDays, dayAndDate } from "../../time/dates.server.ts";
import { action as closuresAction, loader as closuresLoader } from "../../timetable/console/closures.route.tsx";
import { loader as timetableSessionLoader } from "../../timetable/console/session.route.tsx";
import { loader as weekLoader } from "../../timetable/console/timetable.route.tsx";
import { action as slotAction } from "../../timetable/console/weekly-slot.route.tsx";
import { cancelSession } from "../../timetable/session-actions.server.ts";
import { personIdOfAccount } from "../booking-rows.server.ts";
import type { PendingNotice } from "../call-list.ts";
import { bookFor } from "../desk-actions.server.ts";
import { action as callListAction, loader as callListLoader } from "./call-list.route.tsx";
import { noticeText } from "./call-list-view.server.ts";
import { action as dayAction, loader as dayLoader } from "./day.route.tsx";
import { action as sessionAction, loader as sessionLoader } from "./day-session.route.tsx";
import { type DeskBookingView, type DeskSessionView, foldLongDay } from "./desk-session-view.server.ts";

const week = BookingWeek.on("sqlite");
const { services } = week;
const desk = addStaffBeforeAll(services, "desk", { name: "Moraa" });

/** Monday's first class has three places, and a fourth person waits. */
beforeEach(async () => {
  await week.setPlaces("fitness", { places: 3 });
  await week.bookAll(0, 1, 2, 3);
});
afterEach(() => emptyTables(services, "bookings", "people"));

const load = async (work: (args: PageData) => Promise<unknown>, path: string, params = {}, member = desk) =>
  (await work(staffCall(services, member, path, { params }))) as PageData;

const post = (
  work: Parameters<typeof callRoute>[0],
  path: string,
  fields: Record<string, string>,
  member = desk,
  params: Record<string, string> = { session: week.id },
) => callRoute(work, staffCall(services, member, path, { params, fields }));

const readDay = (member = desk) => load(dayLoader, `/staff/day?date=${week.monday}`, {}, member);
const readSession = (member = desk) => load(sessionLoader, `/staff/day/${week.id}`, { session: week.id }, member);
const firstPage = () => load(firstPageLoader, "/staff");
const checkIn = (fields: Record<string, string>, member = desk) =>
  post(dayAction, `/staff/day?date=${week.monday}`, { session: week.id, ...fields }, member);
const act = (fields: Record<string, string>, member = desk) =>
  post(sessionAction, `/staff/day/${week.id}`, fields, member);

const own = (page: PageData): DeskSessionView => page.sessions.find(({ row }: DeskSessionView) => row.id === week.id);
const someone = async (name: string): Promise<DeskBookingView> => {
  const { people, waiting, ended } = (await readSession()).session as DeskSessionView;
  return [...people, ...waiting, ...ended].find((person) => person.name === name) as DeskBookingView;
};
const booking = async (name: string) => (await someone(name)).id;

describe("the page of a day", () => {
  test("lists its classes by time, and no people for classes that can't be booked", async () => {
    const page = await readDay();
    expect(page.summary).toBe(`${page.sessions.length} classes, 3 booked, 1 waiting`);
    const starts = page.sessions.map(({ row }: DeskSessionView) => row.startsAt);
    expect(starts).toEqual(starts.toSorted());
    expect(own(page)).toMatchObject({
      places: "3 booked, full, 1 waiting",
      checkIn: expect.stringMatching(/^Check-in opens Mon .*, 7:30am$/),
      takesWalkIns: false,
      people: [{ name: "member 1", state: "Booked", actions: [] }, { name: "member 2" }, { name: "member 3" }],
      waiting: [{ name: "member 4", state: "Waiting, no. 1", actions: [] }],
    });
    const unbookable = page.sessions.filter(({ row }: DeskSessionView) => ![week.id, week.other].includes(row.id));
    expect(unbookable.length).toBeGreaterThan(0);
    for (const session of unbookable) expect(session).toMatchObject({ places: null, takesWalkIns: false, people: [] });
  });

  test("lists only the people of the classes with check-ins, or of the next class, when there are many", async () => {
    const session = own(await readDay());
    const crowd = (now: Partial<DeskSessionView>) =>
      ({ ...session, people: Array(80).fill(session.people[0]), waiting: session.waiting, ...now }) as DeskSessionView;
    const listed = (...sessions: DeskSessionView[]) =>
      foldLongDay(sessions).map(({ people, waiting, folded }) => [people.length, waiting.length, folded]);
    const all = [80, 1, 0];
    const none = [0, 0, 81];
    const past = crowd({ isPast: true, canCheckIn: true });
    const [open, ahead] = [crowd({ canCheckIn: true }), crowd({})];
    expect(listed(past, ahead, crowd({}))).toEqual([none, all, none]);
    expect(listed(past, open, ahead)).toEqual([none, all, none]);
    expect(listed(past, { ...ahead, people: [] })).toEqual([all, [0, 1, 0]]);
  });

  test.each(["2026-02-31", "x", "9999-01-01", ""])("is today for %j", async (date) => {
    const today = { date: week.sunday, address: `/staff/day?date=${week.sunday}` };
    expect(await load(dayLoader, `/staff/day?date=${date}`)).toMatchObject(today);
  });

  test("shows why a check-in failed, and the current state", async () => {
    const fields = { do: "here", booking: await booking("member 1") };
    const early = await checkIn(fields);
    expect(early.status).toBe(422);
    expect(early.form?.errors.form).toMatch(/^It is too early/);
    expect(early.form).toMatchObject({ typed: fields, isRefused: true, session: { here: null } });
    expect((await checkIn({ ...fields, do: "delete" })).status).toBe(422);
    expect((await checkIn({ ...fields, more: "1" })).status).toBe(400);
    // A check-in that could not be stored can be sent again.
    week.setClock(week.monday, 8.6);
    const { db } = services;
    await db.schema.alterTable("booking_events").renameTo("elsewhere").execute();
    const { status, form } = await checkIn(fields);
    await db.schema.alterTable("elsewhere").renameTo("booking_events").execute();
    expect([status, form]).toMatchObject([503, { errors: { form: expect.any(String) }, typed: fields }]);
    expect(form).not.toHaveProperty("isRefused");
    expect((await checkIn(fields)).status).toBe(303);
  });

  test("shows whom the email about a change has reached, refused emails first, on the list and on a person’s page", async () => {
    // The emails about the bookings are sent first.
    await sendDueMail(services, { send: async () => {} });
    await cancelSession(services, { id: week.id, seen: 0, reason: "No power." }, desk);
    const notes = async () => {
      const [list] = (await firstPage()).callList.filter(({ sessionId }: PageData) => sessionId === week.id);
      return list.people.slice(0, 2).map(({ note }: PageData) => note);
    };
    const pageOf = async (member: Member) => {
      const person = await personIdOfAccount(services.db, member.id);
      return (await load(personLoader, `/staff/members/${person}`, { person })).page;
    };
    const stateOf = async (member: Member) => (await pageOf(member)).bookings[0]?.state;
    expect(await notes()).toEqual(["Email queued", "Email queued"]);
    expect(await stateOf(week.person(1))).toBe("Cancelled by us, email queued");
    expect((await pageOf(week.person(1))).toTell).toHaveLength(1);
    const unknown = Object.assign(new Error("No"), { response: "550 5.1.1 No such user" });
    const send = async ({ recipient }: { recipient: string }) => {
      if (recipient === week.person(1).email) throw unknown;
    };
    await sendDueMail(services, { send });
    expect(await notes()).toEqual(["Email refused", "Email sent"]);
    expect(await stateOf(week.person(1))).toBe("Cancelled by us, email refused");
    expect((await pageOf(week.person(1))).failedMail).toMatchObject({ state: "refused", error: "550 5.1.1" });
    expect(await stateOf(week.person(0))).toBe("Cancelled by us, email sent");
    expect((await pageOf(week.person(0))).failedMail).toBeUndefined();
    // An old email about an upcoming session, as after a move by weeks.
    await services.db
      .updateTable("outbox")
      .set({ sent_at: at("2026-01-01", 9) })
      .where("sent_at", "is not", null)
      .execute();
    await applyRetention(services, SENT_MAIL_RETENTION);
    expect(await notes()).toEqual(["Email refused", "Email sent"]);
  });

  test("records who told whom from the call list, and returns to the page of the form", async () => {
    await bookFor(services, week.id, { name: "Otieno", phone: "0712 345 678" }, { id: desk.id, name: desk.name });
    await cancelSession(services, { id: week.id, seen: 0, reason: "No power" }, desk);
    const list = async () => (await load(callListLoader, "/staff/day/to-tell")).sessions[0];
    const people = (await list()).people;
    const [otieno, first] = people;
    const text = `Hello Otieno! We are sorry: Fitness on ${dayAndDate(week.monday)}, 9:00am is not taking place: No power.`;
    expect(otieno.ways.map(({ way }: PageData) => way)).toEqual(["whatsapp", "call", "sms"]);
    expect(new URL(otieno.ways[0].href).searchParams.get("text")).toContain(text);
    const tell = (fields: Record<string, string>) =>
      post(callListAction, "/staff/day/to-tell", { session: week.id, ...fields });
    const outcome = await tell({ do: "told", seen: otieno.seen, back: "today" });
    expect([outcome.status, outcome.location]).toEqual([303, `/staff?tell=${week.id}&done=told#tell-${week.id}`]);
    expect((await tell({ do: "call", seen: otieno.seen, back: "day" })).location).toMatch(/done=told-before#session-/);
    expect((await tell({ do: "mail", seen: first.seen.slice(0, -1), back: "" })).status).toBe(409);
    week.setClock(week.sunday, 13);
    await tell({ do: "together", seen: people.map(({ seen }: PageData) => seen).join(), back: "session" });
    const after = await list();
    expect(after.people).toEqual([]);
    expect(after.told).toMatchObject(Array(5).fill({ text: expect.stringMatching(/^Cancelled: told by/) }));
    expect(after.told.at(-1)).toMatchObject({ name: "Otieno" });
  });
});

describe("the page of a session", () => {
  test("shows what happened to each booking, and why somebody was promoted; removes only walk-ins", async () => {
    await week.move({ date: week.monday, time: { from: "9:00am", to: "10:00am" } }, week.other);
    await week.book(3, week.other);
    await act({ do: "cancel", booking: await booking("member 1") });
    expect(await week.rebook(3, `wednesday-3.${week.day(3)}`, week.other)).toEqual({ code: "moved" });
    const { ended } = (await load(sessionLoader, `/staff/day/${week.other}`, { session: week.other })).session;
    expect(ended[0].details.events[0]).toMatch(/^Moved their booking to another class, in time, /);
    expect((await someone("member 4")).details).toMatchObject({
      events: [
        expect.stringMatching(/^Promoted from the waiting list, Sun .*, 12:00pm$/),
        expect.stringMatching(/^Skipped: has another class at that time, Sun /),
        expect.stringMatching(/^Joined the waiting list, Sun /),
      ],
      deadline: expect.stringMatching(/^Free to cancel until Sun .*, 9:00pm$/),
    });
    expect((await someone("member 1")).details?.events[0]).toMatch(/^Cancelled free of charge by Moraa, Sun /);
    week.setClock(week.monday, 8.6);
    await act({ do: "here", session: week.id, booking: await booking("member 2") });
    expect((await someone("member 2")).details?.events[0]).toMatch(/^Checked in by Moraa, Mon .*, 8:36am$/);
    week.setClock(week.monday, 9.2);
    expect((await act({ do: "walk-in", name: "Otieno", phone: "0712 345 678" })).location).toMatch(/done=walk-in$/);
    const walkIn = await someone("Otieno");
    expect(walkIn).toMatchObject({ phone: { text: "0712 345 678" }, details: { cancels: "walk-in" } });
    expect((await act({ do: "remove", booking: await booking("member 1") })).status).toBe(409);
    expect((await act({ do: "remove", booking: walkIn.id })).location).toMatch(/done=removed$/);
    expect((await someone("Otieno")).details?.events[0]).toMatch(/^Walk-in removed by Moraa, /);
  });

  test("books for a person chosen from the matches of the current search", async () => {
    await indexPeople(services);
    const book = (fields: Record<string, string>) => act({ do: "book", ...fields });
    expect((await book({})).form?.errors.who).toMatch(/^Enter part of the name/);
    // Contact details tell two people with the same name apart.
    const named = { name: "Wanjiru Kamau", phone: "+254712345678" };
    const { id: person } = await writeDetails(services, week.person(4).id, named);
    await writeDetails(services, week.person(3).id, { ...named, phone: "0733 111 222" });
    const outcome = await book({ who: "jiru" });
    expect([outcome.status, outcome.form?.errors.who]).toEqual([422, "Choose who it is, and press Book."]);
    const contact = `0712 345 678, ${week.person(4).email}`;
    const { people } = (outcome.form as PageData).choice;
    expect(people).toMatchObject([{}, { id: person, name: "Wanjiru Kamau", contact }]);
    await writeDetails(services, week.person(0).id, { name: "Zuhura", phone: "" });
    expect((await book({ who: "zuhura", person })).form?.errors.who).toMatch(/^Choose who it is/);
    expect((await book({ who: "jiru", person })).location).toBe(`/staff/day/${week.id}?done=waiting`);
  });

  test.each([
    ["book-name", 8, /done=(booked|same)$/],
    ["walk-in", 9.2, /done=walk-in$/],
  ] as const)(
    "asks who is meant by a name like somebody’s, keeps what was typed, and accepts either answer: %s",
    async (action, hour, done) => {
      await week.setPlaces("fitness", { places: 9 });
      const kamau = await makePerson(services, { name: "Ng'ang'a Kamau", phone: "0712 000 007" });
      week.setClock(week.monday, hour);
      const typed = { do: action, name: "Ng’ang’a K.", phone: "0712 000 007", formId: randomUUID() };
      expect(await act(typed)).toMatchObject({
        status: 422,
        form: {
          errors: { form: "Choose who it is, or “Another person”." },
          typed,
          choice: { people: [{ id: kamau, name: "Ng'ang'a Kamau", contact: "0712 000 007, without an account" }] },
        },
      });
      for (const _ of ["sent", "sent again"]) expect((await act({ ...typed, person: kamau })).location).toMatch(done);
      expect(await someone("Ng'ang'a Kamau")).toMatchObject({ personId: kamau });
      await act({ ...typed, formId: randomUUID(), person: SOMEBODY_ELSE });
      expect((await someone(typed.name)).personId).not.toBe(kamau);
    },
  );

  test("lists a guest below the host, and books a guest for an account", async () => {
    await week.setPlaces("fitness", { places: 5 });
    await indexPeople(services);
    const host = week.person(0);
    const person = await personIdOfAccount(services.db, host.id);
    const fields = { do: "book", who: host.email, person, guest: "Zawadi" };
    expect(await act(fields)).toMatchObject({ location: `/staff/day/${week.id}?done=booked` });
    expect(own(await readDay())).toMatchObject({
      places: "5 booked, full",
      people: [{ name: "member 1" }, { name: "Zawadi", guestOf: "Guest of member 1", email: "" }, {}, {}, {}],
    });
    expect(await someone("member 1")).toMatchObject({ details: { cancels: "place", guest: "Zawadi" } });
    await act({ do: "cancel", booking: await booking("Zawadi") });
    expect((await someone("member 1")).details?.guest).toBeUndefined();
    await act(fields);
    await cancelSession(services, { id: week.id, seen: 0, reason: "No water" }, { id: desk.id, name: desk.name });
    expect((await readSession()).callList.people[0]).toMatchObject({ name: "member 1, with Zawadi" });
  });

  test("cancels late or free, excuses, removes from the list, and lists somebody without an account who got a place", async () => {
    await act({ do: "book-name", name: "Mama Achieng" });
    expect((await act({ do: "leave", booking: await booking("member 4") })).location).toMatch(/done=left$/);
    expect((await act({ do: "cancel-late", booking: await booking("member 1") })).location).toMatch(/done=late$/);
    expect(await someone("Mama Achieng")).toMatchObject({ state: "Booked", details: { cancels: "place" } });
    const late = await someone("member 1");
    expect(late).toMatchObject({ state: "Cancelled late", details: { mayExcuse: true, cancels: null } });
    expect((await act({ do: "excuse", booking: late.id })).location).toMatch(/done=excused$/);
    const events = [/^Late cancellation excused by Moraa, /, /^Recorded as a late cancellation by Moraa, /, /^Booked/];
    const excused = { mayExcuse: false, events: events.map((event) => expect.stringMatching(event)) };
    expect(await someone("member 1")).toMatchObject({ state: "Cancelled", details: excused });
    expect((await act({ do: "cancel", booking: late.id })).status).toBe(409);
    week.setClock(week.monday, 10.1);
    for (const _ of ["sent", "sent again"]) expect((await act({ do: "all-came" })).location).toMatch(/done=all-came$/);
  });

  test.each(["none", "monday-1.2026-02-31"])("is not found for %s", async (session) => {
    const { status } = await post(sessionAction, "/staff/day/x", { do: "walk-in", name: "A" }, desk, { session });
    expect(status).toBe(404);
    await expect(load(sessionLoader, "/staff/day/x", { session })).rejects.toMatchObject({ init: { status: 404 } });
  });
});

describe("the timetable shows whom a change affects", () => {
  test("on the page of a class, with the people to call once it is cancelled", async () => {
    const page = async () =>
      (await load(timetableSessionLoader, `/staff/timetable/${week.id}`, { session: week.id })).page;
    expect((await page()).bookings).toEqual({ booked: "3 people have booked and 1 is waiting.", toTell: null });
    await cancelSession(services, { id: week.id, seen: 0, reason: "No power." }, desk);
    expect((await page()).bookings).toEqual({ booked: null, toTell: "4 people still have to be told." });
    const other = `monday-2.${week.monday}`;
    const without = await load(timetableSessionLoader, `/staff/timetable/${other}`, { session: other });
    expect(without.page.bookings).toBeUndefined();
  });

  test("before a day is closed, and before a weekly class changes", async () => {
    const close = { do: "close", from: week.monday, to: "", note: "Public holiday." };
    const { form } = await post(closuresAction, "/staff/timetable/closures", { ...close, show: "yes" });
    const { sessions, effects, seen } = (form as PageData).preview;
    expect(effects).toContainEqual({ text: expect.stringContaining("3 people have booked and 1 is waiting.") });
    expect(sessions.map(({ note }: { note: string }) => note)).toContain("3 booked, 1 waiting");
    const { location } = await post(closuresAction, "/staff/timetable/closures", { ...close, seen });
    expect((await load(closuresLoader, location ?? "")).page.done).toMatchObject({
      toTell: "4 people still have to be told.",
      visibility: "Visitors see it now.",
    });
    await post(closuresAction, "/staff/timetable/closures", { do: "open", days: week.monday });
    const slot = { day: "monday", from: "7:00am", to: "8:00am", class: "fitness", trainer: "wanjiru-kamau" };
    const changed = { do: "change", seen: "", ...slot };
    const outcome = await post(slotAction, "/staff/timetable/rows/monday-1", changed, desk, { slug: "monday-1" });
    const { affected } = outcome.form as PageData;
    expect(affected.booked).toMatch(/ people have booked and \d+ (is|are) waiting\.$/);
    expect(affected.sessions).toContainEqual(expect.objectContaining({ id: week.id, note: "3 booked, 1 waiting" }));
  });

  test("on the first page and the day, before the class, during it and after it", async () => {
    const find = async () => (await firstPage()).classes.find((row: { id: string }) => row.id === week.id);
    await week.book(4);
    week.setClock(week.monday, 8);
    expect(await find()).toMatchObject({ places: "3 booked, full, 2 waiting" });
    const waiting = [{ name: "member 4" }, { name: "member 5" }];
    const [before, during] = [{ actions: ["here"] }, { actions: ["here", "missed"] }];
    const nobodyHere = { here: null, takesWalkIns: true, question: null };
    expect(own(await readDay())).toMatchObject({ ...nobodyHere, people: Array(3).fill(before), waiting });
    week.setClock(week.monday, 9.5);
    await checkIn({ do: "here", booking: await booking("member 1") });
    const people = [{ actions: ["undo"] }, during, during];
    expect(own(await readDay())).toMatchObject({ here: "1 here", checkIn: null, question: null, people });
    expect((await someone("member 2")).details?.cancels).toBeNull();
    week.setClock(week.monday, 12);
    expect(await find()).toMatchObject({ hasBegun: true, isOn: false, places: "3 booked, 2 waiting" });
    expect(own(await readDay())).toMatchObject({
      ...{ places: "3 booked, 2 waiting", takesWalkIns: false, question: "2 not checked in" },
      checkIn: expect.stringMatching(/^Check-ins can be corrected until Wed .*, 10:00am$/),
    });
  });
});

test("a trainer reads of their own classes alone on the first page and in the week", async () => {
  await week.move({ date: week.monday, time: { from: "9:30am", to: "10:30am" } });
  const readBy = async (trainerSlug: string) => {
    const { member } = await addStaffMember(services, "trainer", { trainerSlug });
    const { classes, callList, attendance } = await load(firstPageLoader, "/staff", {}, member);
    const { days } = await load(weekLoader, `/staff/timetable?week=${week.monday}`, {}, member);
    const rows = days.flatMap((day: PageData) => day.rows);
    return [classes, callList, attendance.questions, rows].map((listed: PageData[]) =>
      listed.some(({ id, sessionId = id }) => sessionId === week.id),
    );
  };
  week.setClock(week.monday, 10);
  expect(await readBy("wanjiru-kamau")).toEqual([true, true, false, true]);
  week.setClock(week.monday, 11);
  expect(await readBy("wanjiru-kamau")).toEqual([true, false, true, true]);
  for (const hour of [10, 11]) {
    week.setClock(week.monday, hour);
    expect(await readBy("amina-yusuf")).toEqual([false, false, false, false]);
  }
});

test("a trainer has their own classes, and no others", async () => {
  const trainer = (slug: string) =>
    addStaffMember(services, "trainer", { trainerSlug: slug }).then(({ member }) => member);
  const [ownTrainer, other] = [await trainer("wanjiru-kamau"), await trainer("amina-yusuf")];
  week.setClock(week.monday, 8.6);
  const fields = { do: "here", booking: await booking("member 1") };
  expect(own(await readDay(other))).toBeUndefined();
  await expect(readSession(other)).rejects.toMatchObject({ init: { status: 404 } });
  expect((await checkIn(fields, other)).status).toBe(404);
  expect((await act(fields, other)).status).toBe(404);
  expect(await someone("member 1")).toMatchObject({ state: "Booked" });
  // Naming their own session gives no access to another session's booking.
  const others = (await readDay(other)).sessions[0].row.id;
  const refused = await checkIn({ ...fields, session: others }, other);
  expect(refused.form?.errors.form).toMatch(/^This booking no longer exists/);
  expect((await checkIn(fields, ownTrainer)).status).toBe(303);
  expect(await readSession(ownTrainer)).toMatchObject({ mayChange: false, canBookAnybody: false });
  // Trainers can't find out whether a person outside their classes has an account.
  week.setClock(addDays(week.monday, 1), 8);
  week.sunday = addDays(week.sunday, 7);
  await indexPeople(services);
  const stranger = await writeDetails(services, week.person(4).id, { name: "Zawadi", phone: "" });
  for (const who of [week.person(4).email, "zawadi"]) {
    const { status, form } = await act({ do: "book", who, person: stranger.id }, ownTrainer);
    expect([status, form?.errors.who]).toEqual([422, expect.stringMatching(/^Nobody has this name/)]);
    expect((form as PageData).choice.people).toEqual([]);
  }
});

const SESSION = { ...FITNESS, trainerName: "Juma", insteadOf: "Amina" };
const AT = "Monday 23 November, 9:00am";
const REPLY = "Can’t come? Reply here: cancelling is free.";
const GIVE_UP = "Can’t come? Reply here, and somebody else gets it.";
const BOOK_AGAIN = "Does it suit you? Book again: /schedule";

test.each<[PendingNotice["kind"], PendingNotice["status"], string, string?]>([
  ["moved", "place", `Fitness has moved: it is on ${AT} now, with Juma. You and Zawadi have places.`, REPLY],
  ["substitute", "place", `Fitness on ${AT}: Juma teaches, for Amina. You and Zawadi have places.`, REPLY],
  ["back-on", "none", `Fitness on ${AT}, with Juma, takes place after all. You have no place there.`, BOOK_AGAIN],
  ["promoted", "place", `A place became free, and it is yours: Fitness on ${AT}.`, GIVE_UP],
  ["leads", "none", `You are leading Fitness on ${AT}, for Amina.`],
  ["leads-no-more", "none", `Juma is leading Fitness on ${AT} instead of you.`],
])("the text of the call list about %s, %s: %s", (kind, status, what, ...whatToDo) => {
  const to = { name: "Njeri Wambui", isMailed: false, guestName: "Zawadi", isAboutGuest: false };
  const links = { name: "Nguvu", timetable: "/schedule", bookings: "/account/bookings" };
  const text = noticeText({ kind, status }, SESSION, to, links);
  expect(text.split("\n")).toEqual([`Hello Njeri! ${what}`, ...whatToDo, "Nguvu"]);
});
