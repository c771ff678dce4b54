import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { addMembers, addNewcomers, bookingIdOf, momentAt, setPlaces } from "../../test/bookings/booking-gym.ts";
import { tryPublishing } from "../../test/content/content-changes.ts";
import {
  BLANK,
  bookAtDesk,
  DESK,
  daysOf,
  freeze,
  give,
  join,
  loggedAbout,
  makeJoinedPerson,
  makePerson,
  OWNER,
  passForm,
  tryGiving,
  versionOf,
} from "../../test/members/members-gym.ts";
import { GYM_WITH_MEMBERS, openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES, setAttempts } from "../../test/support/test-services.ts";
import { bookPlace } from "../bookings/book.server.ts";
import { cancelBooking } from "../bookings/cancel-booking.server.ts";
import { addWalkIn, checkIn, markMissed, undoCheckIn } from "../bookings/desk-actions.server.ts";
import { findDeskSession } from "../bookings/desk-day.server.ts";
import { moveBooking } from "../bookings/move-booking.server.ts";
import { membershipType } from "../content-types/membership.ts";
import { correctPerson } from "../people/desk-records.server.ts";
import { findDoorNumber } from "../people/door-numbers.server.ts";
import { detachPersonOfAccount, erasePerson, eraseWaitingRecords, keepRecord } from "../people/erase-person.server.ts";
import { inviteToLink, linkAccount, unlinkAccount } from "../people/link-account.server.ts";
import { findPerson } from "../people/people.server.ts";
import {
  addPersonNote,
  listPersonNotes,
  marketingConsent,
  recordMarketingConsent,
} from "../people/person-notes.server.ts";
import { DAY_MS } from "../platform/durations.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { transact } from "../platform/transact.server.ts";
import { addDays } from "../time/dates.server.ts";
import { calendarDay } from "../time/days.ts";
import { findClassSession } from "../timetable/class-sessions.server.ts";
import { closeDays, openDays } from "../timetable/closures.server.ts";
import { findCoveragesAfterMove, opensClass } from "./coverage.server.ts";
import { findOfferCover } from "./coverage-texts.server.ts";
import { createMember, givePass, offersFor } from "./give-pass.server.ts";
import { searchMembers } from "./member-list.server.ts";
import { endFreezeEarly, endPass, previewEnd, previewFreeze, undoFreeze, voidPass } from "./pass-changes.server.ts";
import { decideOnOpenedDays, listOpenedDays } from "./pass-extensions.server.ts";
import { eraseWaitingMembers, exportMember, PASS_RETENTION } from "./pass-retention.server.ts";
import { passEventsOfPerson, passesOfPerson } from "./pass-rows.server.ts";
import type { PlanTerms } from "./plans.ts";

/** A Sunday. Monthly passes from it run until 21 December, and then until 21 January. */
const SUNDAY = "2026-11-22";

describe.each(ENGINES)("members on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, GYM_WITH_MEMBERS);

  const end = async (personId: string, passId: string) =>
    endPass(services, OWNER, { ...(await passForm(services, personId, passId)), reason: "moved to Kisumu" });
  const voidGiven = async (personId: string, passId: string, actor = DESK) =>
    voidPass(services, actor, await passForm(services, personId, passId));
  const personWithPass = async () => {
    const id = await makePerson(services);
    return { id, pass: await give(services, id, "mwanzo") };
  };

  describe("a record", () => {
    const create = (typed: Partial<typeof BLANK>, { formId = randomUUID() as string, isOther = false } = {}) =>
      createMember(services, DESK, { ...BLANK, ...typed }, { formId, isOther }, undefined);

    test.each([
      [{ name: " " }, "name-missing"],
      [{ phone: "12ab" }, "phone-invalid"],
      [{ email: "nobody" }, "email-malformed"],
      [{ bornOn: "2026-02-31" }, "born-invalid"],
      [{ bornOn: "2027-01-01" }, "born-ahead"],
      [{ bornOn: "2015-05-05" }, "guardian-missing"],
      [{ isChild: "on", guardianId: "nobody" }, "guardian-unknown"],
      [{ heardOf: "x".repeat(101) }, "heard-of-long"],
    ])("with %j is refused", async (typed, code) => {
      expect(await create({ name: "Amina", ...typed })).toEqual({ code });
      expect((await searchMembers(services, "Amina", { shown: 5 })).members).toEqual([]);
    });

    test("is created once by a form that is sent twice, and only after a question if people are similar", async () => {
      const id = randomUUID();
      const typed = { name: "Grace Atieno", phone: "0700 000 517" };
      for (const code of ["done", "same"]) expect(await create(typed, { formId: id })).toEqual({ code, id });
      expect(await create(typed)).toEqual({ code: "similar", ids: [id] });
      expect(await create(typed, { isOther: true })).toMatchObject({ code: "done" });
    });

    test("belongs to a child with an adult guardian, until the child is eighteen", async () => {
      const guardianId = await makePerson(services);
      const child = await makePerson(services, { bornOn: "2010-01-01", guardianId });
      expect(await findPerson(services.db, child)).toMatchObject({ is_child: 1, guardian_id: guardianId });
      const ofChild = { name: "Small", isChild: "on", guardianId: child };
      expect(await create(ofChild, { isOther: true })).toEqual({ code: "guardian-child" });
      expect(await erasePerson(services, OWNER, guardianId)).toEqual({ code: "is-guardian" });
      clock.now = momentAt("2028-01-01", 12);
      const { members } = await searchMembers(services, "Person", { shown: 50 });
      expect(members.find(({ id }) => id === child)).toMatchObject({ isChild: false });
      // A former child no longer prevents erasing the guardian.
      expect(await erasePerson(services, OWNER, guardianId)).toEqual({ code: "done" });
      expect(await create({ name: "Late", isChild: "on", guardianId })).toEqual({ code: "guardian-unknown" });
    });

    test("is corrected by a current form, and found by any part of its values", async () => {
      const id = await makePerson(services, { name: "Zuhura Naliaka", phone: "0711222333" });
      const version = await versionOf(services, id);
      const typed = { ...BLANK, name: "Zuhura Wekesa", phone: "0711222334" };
      for (const code of ["done", "same"])
        expect(await correctPerson(services, DESK, id, typed, version)).toEqual({ code });
      expect(await correctPerson(services, DESK, id, { ...typed, name: "Z" }, version)).toEqual({ code: "conflict" });
      const ownChild = { ...typed, isChild: "on", guardianId: id };
      expect(await correctPerson(services, DESK, id, ownChild, version)).toEqual({ code: "guardian-unknown" });
      const search = async (query: string) =>
        (await searchMembers(services, query, { shown: 5 })).members.map((member) => member.id);
      const number = (await findDoorNumber(services.db, id)) ?? "";
      for (const query of ["kesa", "22334", "0711 222 334", "zuh wek", number])
        expect(await search(query)).toEqual([id]);
      for (const query of ["naliaka", "22333", "zuhura nali"]) expect(await search(query)).toEqual([]);
    });

    test("has notes and consents, each stored once", async () => {
      const id = await makePerson(services);
      const note = { formId: randomUUID(), text: "Bag by the window" };
      expect(await addPersonNote(services, DESK, id, { ...note, text: " " })).toEqual({ code: "note-missing" });
      for (const code of ["done", "same"]) expect(await addPersonNote(services, DESK, id, note)).toEqual({ code });
      await addPersonNote(services, DESK, id, { formId: randomUUID(), text: "Prefers the morning" });
      const notes = await listPersonNotes(services.db, id);
      expect(notes).toMatchObject([{ text: "Prefers the morning", by: DESK.name }, { text: note.text }]);
      expect(await marketingConsent(services.db, id)).toBeUndefined();
      const say = (isGiven: boolean) => recordMarketingConsent(services, DESK, id, { isGiven, how: "by phone" });
      // The first answer is stored even if it is no.
      const stored = [await say(false), await say(true), await say(true), await say(false)];
      expect(stored.map(({ code }) => code)).toEqual(["done", "done", "same", "done"]);
      expect(await marketingConsent(services.db, id)).toMatchObject({ isGiven: false, how: "by phone", by: DESK.name });
      const answers = ["marketing-refused", "marketing-allowed", "marketing-refused"];
      expect(await loggedAbout(services, id)).toEqual(["member-made", "member-noted", "member-noted", ...answers]);
    });

    test("leaves its passes without a name when it is erased, until five years after the last ended", async () => {
      const { id, pass } = await personWithPass();
      const { id: later } = await personWithPass();
      await erasePerson(services, OWNER, later);
      await end(id, pass);
      for (const code of ["done", "same"]) expect(await erasePerson(services, OWNER, id)).toEqual({ code });
      expect(await tryGiving(services, id, "mwanzo", randomUUID())).toEqual({ code: "unknown" });
      expect(await bookAtDesk(services, `thursday-1.${addDays(SUNDAY, 4)}`, id)).toBe("person-unknown");
      expect((await passEventsOfPerson(services.db, id)).map(({ reason }) => reason)).toEqual([""]);
      const acts = ["member-made", "pass-given", "pass-ended", "member-deleted"];
      expect(await loggedAbout(services, id)).toEqual(acts);
      clock.now = momentAt("2031-11-21", 12);
      await applyRetention(services, PASS_RETENTION);
      expect(await daysOf(services, id)).toHaveLength(1);
      clock.now = momentAt("2031-11-24", 12);
      await applyRetention(services, PASS_RETENTION);
      expect(await findPerson(services.db, id)).toBeUndefined();
      expect([await daysOf(services, id), await daysOf(services, later)]).toEqual([[], ["2026-11-22 2026-12-21"]]);
    });
  });

  describe("a pass", () => {
    test("is given once by a form that is sent twice, and not by a stale form", async () => {
      const id = await makePerson(services);
      const { seen } = await offersFor(services, (await findPerson(services.db, id)) ?? expect.unreachable());
      const form = { formId: randomUUID(), planSlug: "mwanzo", seen, paidHow: "cash", paidNote: "" };
      const giveBy = (change: Partial<Record<keyof typeof form, string>>) =>
        givePass(services, DESK, id, { ...form, ...change });
      expect(await giveBy({ planSlug: "none" })).toEqual({ code: "plan-unknown" });
      expect(await giveBy({ paidHow: "" })).toEqual({ code: "paid-missing" });
      expect(await giveBy({ formId: "1" })).toEqual({ code: "unknown" });
      expect(await giveBy({})).toEqual({ code: "done", passId: form.formId });
      expect(await giveBy({})).toEqual({ code: "same", passId: form.formId });
      expect(await giveBy({ formId: randomUUID() })).toEqual({ code: "conflict" });
      expect(await givePass(services, DESK, await makePerson(services), form)).toEqual({ code: "unknown" });
      expect(await daysOf(services, id)).toEqual(["2026-11-22 2026-12-21"]);
    });

    test("ends after a freeze as the preview showed, and a freeze is ended early once", async () => {
      const { id, pass } = await personWithPass();
      const [before = expect.unreachable()] = await passesOfPerson(services.db, id);
      const days = { firstDay: "2026-12-01", lastDay: "2026-12-14", kind: "counted" } as const;
      const preview = await previewFreeze(services, before, days);
      expect(await freeze(services, id, pass, "2026-12-33", "2027-01-02")).toEqual({ code: "day-invalid" });
      for (const code of ["done", "same"])
        expect(await freeze(services, id, pass, days.firstDay, days.lastDay)).toEqual({ code });
      const pack = await give(services, id, "pack-of-two");
      expect(await freeze(services, id, pack, days.firstDay, days.lastDay)).toEqual({ code: "too-soon" });
      const [after] = await passesOfPerson(services.db, id);
      expect(preview).toMatchObject({ lastDay: after?.lastDay, bookings: [] });
      const [act] = await passEventsOfPerson(services.db, id);
      const back = { ...(await passForm(services, id, pass)), actId: act?.id ?? "" };
      expect(await endFreezeEarly(services, DESK, back)).toEqual({ code: "not-frozen" });
      clock.now = momentAt("2026-12-15", 9);
      expect(await endFreezeEarly(services, DESK, back)).toEqual({ code: "not-frozen" });
      clock.now = momentAt("2026-12-03", 9);
      for (const code of ["done", "same"]) expect(await endFreezeEarly(services, DESK, back)).toEqual({ code });
      // It still counts as the freeze of the year.
      expect(await freeze(services, id, pass, "2026-12-05", "2026-12-18")).toEqual({ code: "too-soon" });
    });

    test("can have its freeze undone by the desk within seven days, and later only by the owner, and then be frozen again", async () => {
      const { id, pass } = await personWithPass();
      const stale = { ...(await passForm(services, id, pass)), reason: "moves away" };
      const freezeInDecember = () => freeze(services, id, pass, "2026-12-01", "2026-12-20");
      const undo = async (actor: typeof DESK) => {
        const actId = (await passEventsOfPerson(services.db, id)).at(-1)?.id ?? "";
        return undoFreeze(services, actor, { ...(await passForm(services, id, pass)), actId });
      };
      await freezeInDecember();
      expect(await endPass(services, OWNER, stale)).toEqual({ code: "conflict" });
      // Midnight in Nairobi; the freeze was recorded at noon.
      clock.now = momentAt(addDays(SUNDAY, 8), 0);
      expect(await undo(DESK)).toEqual({ code: "owner-only" });
      expect(await undo(OWNER)).toEqual({ code: "done" });
      const acts = ["pass-given", "pass-frozen", "pass-freeze-taken-back"];
      expect((await loggedAbout(services, id)).slice(-3)).toEqual(acts);
      clock.now = momentAt(SUNDAY, 12);
      expect(await freezeInDecember()).toEqual({ code: "done" });
      clock.now = momentAt(addDays(SUNDAY, 7), 23.99);
      expect(await undo(DESK)).toEqual({ code: "done" });
    });
  });

  test("the owner decides on the extension of a day that the desk reopens, unless it is closed again", async () => {
    const { id } = await personWithPass();
    const [longer, asSold] = [["2026-11-22 2026-12-22"], ["2026-11-22 2026-12-21"]];
    const closed = { from: "2026-12-03", to: "2026-12-03", note: "Water pipe" };
    const close = (isAddedToPasses: boolean) => closeDays(services, { ...closed, isAddedToPasses }, OWNER);
    const open = (canTakeBack: boolean) => openDays(services, { ...closed, canTakeBack }, canTakeBack ? OWNER : DESK);
    const decide = async (isKept: boolean) => {
      const [waiting] = await listOpenedDays(services.db);
      return decideOnOpenedDays(services, OWNER, { openedAt: waiting?.openedAt ?? "", isKept });
    };
    await close(false);
    const version = await versionOf(services, id);
    // The form is sent again with the box ticked.
    expect(await close(true)).toEqual({ code: "same" });
    expect(await versionOf(services, id)).toBe(version + 1);
    expect(await daysOf(services, id)).toEqual(longer);
    expect(await open(false)).toMatchObject({ code: "done", passes: "asked" });
    expect(await daysOf(services, id)).toEqual(longer);
    expect(await decide(true)).toBe(true);
    expect(await daysOf(services, id)).toEqual(longer);
    await close(false);
    await open(false);
    await close(false);
    expect(await listOpenedDays(services.db)).toEqual([]);
    await open(false);
    await closeDays(services, { ...closed, from: "2026-12-04", to: "2026-12-04", isAddedToPasses: false }, OWNER);
    expect([await decide(false), await decide(false)]).toEqual([true, false]);
    expect(await daysOf(services, id)).toEqual(asSold);
    await close(true);
    expect(await open(true)).toMatchObject({ code: "done", passes: "taken-back" });
    expect(await daysOf(services, id)).toEqual(asSold);
  });

  describe("a booking of a class that asks for a pass", () => {
    const MONDAY = addDays(SUNDAY, 1);
    const FITNESS = `monday-1.${MONDAY}`;
    const [WEDNESDAY, THURSDAY] = [`wednesday-3.${addDays(MONDAY, 2)}`, `thursday-1.${addDays(MONDAY, 3)}`] as const;
    let userId: string;
    let personId: string;

    beforeEach(async () => {
      ({ id: personId, userId } = await makeJoinedPerson(services));
    });
    const person = () => ({ id: userId, isTestAccount: false, clientAddress: "192.0.2.1" });
    const book = async (sessionId = FITNESS) => bookingIdOf(await bookPlace(services, person(), { sessionId }));
    const checkInAt = (bookingId: string, days: number, hour: number) => {
      clock.now = momentAt(addDays(MONDAY, days), hour);
      return checkIn(services, bookingId, DESK);
    };
    const wordAtDesk = async (bookingId: string, sessionId = FITNESS) =>
      (await findDeskSession(services, sessionId))?.people.find(({ id }) => id === bookingId)?.cover;
    const used = async () => (await passesOfPerson(services.db, personId)).map(({ visitsUsed }) => visitsUsed);
    const usedAfter = async (act: typeof checkIn, id: string) => [
      (await act(services, id, DESK)).code,
      ...(await used()),
    ];
    const textOf = async (bookingId?: string) => {
      const desk = await findDeskSession(services, FITNESS);
      return desk && findOfferCover(services, desk.session, { personId, bookingId });
    };

    test("is covered by an active pass, and otherwise to be paid until a pass is bought", async () => {
      expect(await textOf()).toBeUndefined();
      const bookingId = await book();
      expect(await wordAtDesk(bookingId)).toBe("KES 800 to pay");
      await give(services, personId, "floor-only");
      expect(await wordAtDesk(bookingId)).toBe("KES 800 to pay");
      const [floor] = await passesOfPerson(services.db, personId);
      await voidGiven(personId, floor?.row.id ?? "");
      const pass = await give(services, personId, "mwanzo");
      expect(await wordAtDesk(bookingId)).toBe("Mwanzo, until Mon 21 Dec");
      expect(await textOf(bookingId)).toBe("Covered by your pass: Mwanzo, until Monday 21 December.");
      const covered = await book(THURSDAY);
      await end(personId, pass);
      expect(await wordAtDesk(bookingId)).toBe("KES 800 to pay");
      // Made while the pass ran.
      expect(await wordAtDesk(covered, THURSDAY)).toBe("Mwanzo, until Sun 22 Nov");
      await cancelBooking(services, userId, bookingId);
      expect(await wordAtDesk(bookingId)).toBeNull();
      // A pack that was bought after the class doesn't pay for it, nor for one that a pass covered when it was booked.
      const unpaid = await book(WEDNESDAY);
      clock.now = momentAt(addDays(MONDAY, 3), 9);
      await give(services, personId, "pack-of-two");
      for (const id of [unpaid, covered]) expect(await usedAfter(checkIn, id)).toEqual(["done", 0, 0, 0]);
      const exported = (await exportMember(services.db, userId))?.passes ?? [];
      const acts = exported.map(({ acts: own }) => own.map(({ kind }) => kind).join());
      expect(acts.toSorted()).toEqual(["", "ended", "void"]);
    });

    test("made in a grace period is covered by a pass bought since, and by the grace period again once that is void", async () => {
      clock.now = momentAt(addDays(SUNDAY, -31), 12);
      const ended = await give(services, personId, "mwanzo");
      clock.now = momentAt(SUNDAY, 12);
      expect(await end(personId, ended)).toEqual({ code: "not-running" });
      const bookingId = await book();
      expect(await wordAtDesk(bookingId)).toBe("Grace period, until Tue 24 Nov");
      const pass = await give(services, personId, "mwanzo");
      expect(await wordAtDesk(bookingId)).toBe("Mwanzo, until Mon 21 Dec");
      expect(await textOf(bookingId)).toBe("Covered by your pass: Mwanzo, until Monday 21 December.");
      await voidGiven(personId, pass);
      expect(await wordAtDesk(bookingId)).toBe("Grace period, until Tue 24 Nov");
    });

    test("uses a visit of a pack at check-in, returns it on undo, and never promises more visits than are left", async () => {
      await give(services, personId, "pack-of-two");
      const [first, second, third] = [await book(), await book(WEDNESDAY), await book(THURSDAY)];
      expect(await wordAtDesk(first)).toBe("Pack of two, 2 left");
      expect(await wordAtDesk(third, THURSDAY)).toBe("KES 800 to pay");
      const version = await versionOf(services, personId);
      expect(await checkInAt(first, 0, 9)).toEqual({ code: "done" });
      expect(await versionOf(services, personId)).toBe(version + 1);
      expect(await used()).toEqual([1]);
      expect(await usedAfter(undoCheckIn, first)).toEqual(["done", 0]);
      await checkIn(services, first, DESK);
      // No-shows use no visit by default: one is left for the third.
      expect(await usedAfter(markMissed, first)).toEqual(["done", 0]);
      expect(await wordAtDesk(third, THURSDAY)).toBe("Pack of two, 2 left");
      expect(await checkInAt(second, 2, 16)).toEqual({ code: "done" });
      expect(await checkInAt(third, 3, 9)).toEqual({ code: "done" });
      const usedUpOn = calendarDay(new Date(clock.now));
      expect(await passesOfPerson(services.db, personId)).toMatchObject([{ visitsUsed: 2, usedUpOn }]);
      // Attendance of a class long past: its visit is no longer promised.
      await give(services, personId, "pack-of-two");
      const sunday = `sunday-1.${addDays(MONDAY, 6)}`;
      expect(await wordAtDesk(await book(sunday), sunday)).toBe("Pack of two, 2 left");
      const later = [`thursday-1.${addDays(MONDAY, 10)}`, `sunday-1.${addDays(MONDAY, 13)}`];
      clock.now = momentAt(addDays(MONDAY, 9), 20);
      for (const sessionId of later) {
        expect(await wordAtDesk(await book(sessionId), sessionId)).toBe("Pack of two, 2 left");
      }
    });

    test("is promised a visit of a pack while it waits", async () => {
      await setPlaces(services, "fitness", { places: 1, price: 800 });
      onTestFinished(() => setPlaces(services, "fitness", { places: 200, price: 800 }));
      await bookAtDesk(services, FITNESS, await makePerson(services));
      await give(services, personId, "pack-of-two");
      const ids = [await book(), await book(WEDNESDAY), await book(THURSDAY)];
      const booked = await services.db.selectFrom("bookings").selectAll().where("person_id", "=", personId).execute();
      expect(ids.map((id) => booked.find((booking) => booking.id === id))).toMatchObject([
        ...[{ state: "waiting", cover: "visit" }, { cover: "visit" }, { cover: "pay" }],
      ]);
    });

    test("moved needs no second visit of a pack, unless the earlier place has used one", async () => {
      await give(services, personId, "pack-of-two");
      const monday = `monday-1.${addDays(MONDAY, 7)}`;
      await book(`sunday-1.${addDays(MONDAY, 6)}`);
      const second = await book(WEDNESDAY);
      const move = (id: string, to: string) => moveBooking(services, person(), id, to);
      const given = { personId, bookingId: second, isLate: false };
      const session = (await findClassSession(services, THURSDAY)) ?? expect.unreachable();
      expect(await findCoveragesAfterMove(services, given, [session])).toMatchObject([{ cover: "visit" }]);
      expect(await move(second, THURSDAY)).toEqual({ code: "moved" });
      const third = await book(THURSDAY);
      expect(await wordAtDesk(third, THURSDAY)).toBe("Pack of two, 2 left");
      await tryPublishing(services, membershipType, "membership", { isOn: "on", missedUsesVisit: "yes" });
      clock.now = momentAt(addDays(MONDAY, 3), 8.9);
      const late = { personId, bookingId: third, isLate: true };
      expect(await findCoveragesAfterMove(services, late, [session])).toMatchObject([{ cover: "pay" }]);
      expect(await move(third, monday)).toEqual({ code: "moved-late" });
      expect(await used()).toEqual([1]);
      expect(await wordAtDesk(await book(monday), monday)).toBe("KES 800 to pay");
      await tryPublishing(services, membershipType, "membership", { isOn: "on" });
    });

    test("uses one visit when missed, if missed classes use visits", async () => {
      await tryPublishing(services, membershipType, "membership", { isOn: "on", missedUsesVisit: "yes" });
      await give(services, personId, "pack-of-two");
      const bookingId = await book(THURSDAY);
      clock.now = momentAt(addDays(MONDAY, 3), 9.5);
      expect(await usedAfter(markMissed, bookingId)).toEqual(["done", 1]);
      expect(await usedAfter(checkIn, bookingId)).toEqual(["done", 1]);
      expect(await usedAfter(undoCheckIn, bookingId)).toEqual(["done", 0]);
      await give(services, personId, "mwanzo");
      expect(await wordAtDesk(bookingId, THURSDAY)).toBe("Pack of two, 2 left");
      await tryPublishing(services, membershipType, "membership", { isOn: "on" });
    });

    test("on the days of a freeze is kept only if another pass covers its day", async () => {
      await give(services, personId, "mwanzo");
      clock.now = momentAt("2026-12-16", 8);
      const covered = await book("thursday-1.2026-12-17");
      const toPay = await book("sunday-1.2026-12-20");
      await services.db.updateTable("bookings").set({ pass_id: null, cover: "pay" }).where("id", "=", toPay).execute();
      await give(services, personId, "nguvu");
      const behind = await book("wednesday-3.2026-12-23");
      // A pass for the floor opens no class.
      await give(services, personId, "floor-only");
      const days = { firstDay: "2026-12-16", lastDay: "2026-12-31", kind: "counted" } as const;
      const effect = async () => {
        const [pass] = await passesOfPerson(services.db, personId);
        const preview = pass && (await previewFreeze(services, pass, { ...days }));
        return preview && "bookings" in preview ? preview.bookings.map(({ id }) => id) : preview;
      };
      // The next month starts after the freeze, and no longer covers that day.
      expect(await effect()).toEqual([covered, toPay, behind]);
      const pack = await give(services, personId, "pack-of-two");
      expect(await effect()).toEqual([covered]);
      // A pass still pays for what it has covered, even if it no longer opens the class, which was moved.
      await services.db.updateTable("bookings").set({ pass_id: pack }).where("id", "=", toPay).execute();
      await services.db.updateTable("passes").set({ terms: '{"classes":[]}' }).where("id", "=", pack).execute();
      expect(await effect()).toEqual([covered, behind]);
      // If it ends on Thursday, it still covers the class of that day.
      clock.now = momentAt("2026-12-17", 8);
      const [month = expect.unreachable()] = await passesOfPerson(services.db, personId);
      expect((await previewEnd(services, month, "ended")).bookings).toEqual([]);
      expect((await previewEnd(services, month, "void")).bookings).toMatchObject([{ id: covered }]);
      clock.now = momentAt("2026-12-17", 9.5);
      expect((await previewEnd(services, month, "void")).bookings).toEqual([]);
    });

    test("keeps its pack from being voided, unless another pass opens its class", async () => {
      const pack = await give(services, personId, "pack-of-two");
      const [first, second, third] = [await book(), await book(WEDNESDAY), await book(THURSDAY)];
      expect(await checkInAt(first, 0, 9)).toEqual({ code: "done" });
      await give(services, personId, "floor-only");
      expect(await voidGiven(personId, pack, OWNER)).toEqual({ code: "visits-used" });
      await give(services, personId, "pack-of-two");
      await checkInAt(second, 2, 16);
      await checkInAt(third, 3, 9);
      expect([await voidGiven(personId, pack, OWNER), await used()]).toEqual([{ code: "visits-used" }, [2, 0, 1]]);
      expect(await usedAfter(undoCheckIn, third)).toEqual(["done", 2, 0, 0]);
      expect([await voidGiven(personId, pack, OWNER), await used()]).toEqual([{ code: "done" }, [0, 0, 2]]);
      expect((await loggedAbout(services, personId)).at(-1)).toBe("pass-taken-back");
      expect(await usedAfter(undoCheckIn, second)).toEqual(["done", 0, 0, 1]);
    });

    test("uses no more visits than a pack has when many are recorded at once", async () => {
      await give(services, personId, "pack-of-two");
      clock.now = momentAt(MONDAY, 9);
      const ids: string[] = [];
      for (let index = 0; index < 6; index += 1) {
        const outcome = await addWalkIn(services, FITNESS, { name: `Walk-in ${index}` }, DESK);
        if ("bookingId" in outcome) ids.push(outcome.bookingId);
      }
      await services.db
        .updateTable("bookings")
        .set({ person_id: personId, cover: "visit", state: "booked", checked_in_at: null })
        .where("id", "in", ids)
        .execute();
      const outcomes = await Promise.all([...ids, ...ids].map((id) => checkIn(services, id, DESK)));
      const codes = outcomes.map(({ code }) => code).toSorted();
      expect(codes).toEqual([...ids.map(() => "done"), ...ids.map(() => "same")]);
      expect(await used()).toEqual([2]);
    });
  });

  describe("an account", () => {
    test("is linked once by a link or a code, and by neither afterwards", async () => {
      const [a = expect.unreachable(), b = expect.unreachable()] = await addMembers(services, 2);
      const id = await makePerson(services);
      const first = await inviteToLink(services, DESK, id);
      const second = await inviteToLink(services, DESK, id);
      clock.now = new Date(Date.parse(clock.now) + 3 * DAY_MS - 1000).toISOString();
      expect(await join(services, a.id, first?.code ?? "")).toEqual({ code: "wrong" });
      expect(await join(services, a.id, second?.token ?? "")).toEqual({ code: "joined" });
      expect(await join(services, a.id, second?.token ?? "")).toEqual({ code: "same" });
      expect(await join(services, b.id, second?.code ?? "")).toEqual({ code: "wrong" });
      expect(await inviteToLink(services, DESK, id)).toBeUndefined();
      expect(await unlinkAccount(services, DESK, id)).toEqual({ code: "done" });
      const late = await inviteToLink(services, DESK, id);
      clock.now = new Date(Date.parse(clock.now) + 3 * DAY_MS + 1).toISOString();
      expect(await join(services, b.id, late?.code ?? "")).toEqual({ code: "wrong" });
    });

    describe("that types codes", () => {
      const guess = async (userId: string, clientAddress: string, typed = "ABCDE-FGHJK") =>
        (await linkAccount(services, { id: userId, clientAddress }, typed)).code;
      test.runIf(kind === "sqlite")("has ten attempts an hour, its network twenty, the site 300", async () => {
        clock.now = momentAt(addDays(SUNDAY, 60), 9);
        const [user = expect.unreachable(), other = expect.unreachable()] = await addMembers(services, 2);
        const { code, token } = (await inviteToLink(services, DESK, await makePerson(services))) ?? {};
        const lastTwo = async (limit: string, attempts: number, { id }: typeof user, addresses: [string, string]) => {
          await setAttempts(services, `member-code/${limit}`, attempts - 1);
          return [await guess(id, addresses[0]), await guess(id, addresses[1], code)];
        };
        await guess(other.id, "2001:db8::1");
        expect(await lastTwo("account", 10, other, ["2001:db8::1", "198.51.100.9"])).toEqual(["wrong", "limited"]);
        expect(await lastTwo("address", 20, user, ["2001:db8::2", "2001:db8::3"])).toEqual(["wrong", "limited"]);
        expect(await lastTwo("site", 300, user, ["198.51.100.7", "198.51.100.8"])).toEqual(["wrong", "links-only"]);
        expect(await guess(user.id, "198.51.100.1", token)).toBe("joined");
      });

      test("needs a confirmed address, can write a code in any form, and the record’s own address gets an email", async () => {
        clock.now = momentAt(addDays(SUNDAY, 61), 9);
        const [stranger = expect.unreachable()] = await addNewcomers(services, 1);
        const [owner = expect.unreachable()] = await addMembers(services, 1);
        const id = await makePerson(services, { email: "her-own@example.com" });
        const same = await makePerson(services, { email: owner.email });
        const { token = "", code = "" } = (await inviteToLink(services, DESK, id)) ?? {};
        for (const typed of [token, code])
          expect(await join(services, stranger.id, typed)).toEqual({ code: "unconfirmed" });
        await services.db.updateTable("users").set({ emailVerified: 1 }).where("id", "=", stranger.id).execute();
        expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
        const typed = ` ${code.toLowerCase().replace("-", " ")}`;
        expect(await join(services, stranger.id, typed)).toEqual({ code: "joined" });
        await join(services, owner.id, (await inviteToLink(services, DESK, same))?.token ?? "");
        const mails = services.db
          .selectFrom("outbox")
          .select(["recipient", "subject"])
          .where("person_id", "in", [id, same]);
        expect(await mails.where("kind", "=", "membership-account-joined").execute()).toEqual([
          { recipient: "her-own@example.com", subject: "An account was linked to your membership" },
        ]);
      });

      test.runIf(kind === "postgres")("waits for no lock with a wrong code", async () => {
        const [user] = await addMembers(services, 1);
        const guessWrong = async () => expect(await guess(user?.id ?? "", "198.51.100.77")).toBe("wrong");
        await transact(services, guessWrong, { lock: "people" });
      });
    });

    test("that is deleted leaves its record if the owner keeps it while the job runs", async () => {
      const { id, userId } = await makeJoinedPerson(services);
      await transact(services, (change) => detachPersonOfAccount(change, userId), { lock: "timetable" });
      clock.now = momentAt(addDays(SUNDAY, 8), 9);
      const hasPassSince = [false, true];
      await eraseWaitingRecords(services, async () => hasPassSince.shift() === true);
      await eraseWaitingRecords(services, async () => {
        await keepRecord(services, OWNER, id);
        return false;
      });
      expect(await findPerson(services.db, id)).toMatchObject({ erased_at: null, account_deleted_at: null });
    });

    test("that is deleted leaves its record for seven days, or longer for a pass, a child or the owner's decision", async () => {
      const deleteAccount = async (isMember = false) => {
        const { id, userId } = await makeJoinedPerson(services, { name: "Naliaka Wekesa" });
        if (isMember) await freeze(services, id, await give(services, id, "mwanzo"), "2026-11-29", "2026-12-12");
        const passes = isMember ? [{ plan: "Mwanzo" }] : [];
        const data = { name: "Naliaka Wekesa", passes, marketing: [], notes: [] };
        expect(await exportMember(services.db, userId)).toMatchObject(data);
        const account = { id: userId, isTestAccount: false, clientAddress: "192.0.2.1" };
        const sessionId = `thursday-1.${addDays(SUNDAY, 4)}`;
        const booking = bookingIdOf(await bookPlace(services, account, { sessionId }));
        await transact(services, (change) => detachPersonOfAccount(change, userId), { lock: "timetable" });
        const booked = services.db.selectFrom("bookings").select(["state", "person_id"]).where("id", "=", booking);
        expect(await booked.execute()).toEqual([{ state: "cancelled", person_id: id }]);
        expect(await findPerson(services.db, id)).toMatchObject({ user_id: null, joined_at: null });
        return id;
      };
      const people = {
        ...{ plain: await deleteAccount(), frozen: await deleteAccount(true), guardian: await deleteAccount() },
        ...{ kept: await deleteAccount(), joined: await deleteAccount(), rejoined: await deleteAccount() },
      };
      const child = await makePerson(services, { isChild: "on", guardianId: people.guardian });
      for (const code of ["done", "same"]) expect(await keepRecord(services, OWNER, people.kept)).toEqual({ code });
      const [joined = "", rejoined = ""] = (await addMembers(services, 2)).map(({ id }) => id);
      // An account that has never booked has no person of its own to merge.
      await services.db.deleteFrom("people").where("user_id", "=", rejoined).execute();
      for (const [account, id] of [[joined, people.joined] as const, [rejoined, people.rejoined] as const])
        await join(services, account, (await inviteToLink(services, DESK, id))?.token ?? "");
      const leftAfter = async (days: number) => {
        clock.now = momentAt(addDays(SUNDAY, days), 9);
        await eraseWaitingMembers(services);
        const rows = services.db.selectFrom("people").select("id").where("erased_at", "is", null);
        const left = new Set((await rows.execute()).map(({ id }) => id));
        return Object.entries(people).flatMap(([who, id]) => (left.has(id) ? who : []));
      };
      expect(await leftAfter(7)).toEqual(["plain", "frozen", "guardian", "kept", "joined", "rejoined"]);
      expect(await leftAfter(8)).toEqual(["frozen", "guardian", "kept", "joined", "rejoined"]);
      // The grace period of the pass ends after 32 days, and 14 days of the freeze.
      expect(await leftAfter(46)).toContain("frozen");
      expect(await leftAfter(47)).toEqual(["guardian", "kept", "joined", "rejoined"]);
      await erasePerson(services, OWNER, child);
      expect(await leftAfter(90)).toEqual(["kept", "joined", "rejoined"]);
      const lastActs = async (id: string) => (await loggedAbout(services, id)).slice(-2);
      expect(await lastActs(people.kept)).toEqual(["member-account-deleted", "member-kept"]);
      expect(await lastActs(people.plain)).toEqual(["member-account-deleted", "member-deleted"]);
    });
  });
});

test.each([
  ["boxing", "4:59pm", false],
  ["boxing", "5:00pm", true],
  ["boxing", "8:59pm", true],
  ["boxing", "9:00pm", false],
  ["yoga", "6:00pm", false],
])("a pass of evening classes in boxing opens %s at %s: %s", (classSlug, from, isOpen) => {
  const terms: PlanTerms = {
    ...{ length: { unit: "months", count: 1 }, visits: null, floor: false },
    ...{ classes: ["boxing"], hours: { from: "5:00pm", to: "9:00pm" } },
  };
  expect(opensClass({ terms }, { classSlug, time: { from } })).toBe(isOpen);
});
