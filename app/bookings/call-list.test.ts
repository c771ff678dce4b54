/** The call list after timetable changes; random runs of the timetable compare it with a model. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMembers, eraseAccount, type Member } from "../../test/bookings/booking-gym.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { addDays } from "../time/dates.server.ts";
import { findClassSession } from "../timetable/class-sessions.server.ts";
import { closeDays } from "../timetable/closures.server.ts";
import { cancelSession, moveSession, restoreSession, substituteTrainer } from "../timetable/session-actions.server.ts";
import { bookPlace } from "./book.server.ts";
import { readCallList } from "./call-list.server.ts";
import { markTold, undoTold } from "./call-list-actions.server.ts";
import { bookFor, cancelFor } from "./desk-actions.server.ts";

const WANJIKU = { id: "wanjiku", name: "Wanjiku" };
const MOSES = { id: "moses", name: "Moses" };

describe.each(ENGINES)("people to tell on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, {
    now: "2026-11-22T09:00:00.000Z",
    places: { fitness: { places: 3 } },
  });
  let members: Member[];
  /** Each test has a week of its own; Monday's first class has three places. */
  let monday = "2026-11-23";
  let id: string;
  beforeAll(async () => {
    for (const trainerSlug of ["wanjiru-kamau", "brian-otieno"])
      await addStaffMember(services, "trainer", { trainerSlug });
  });
  beforeEach(async () => {
    monday = addDays(monday, 7);
    id = `monday-1.${monday}`;
    clock.now = `${addDays(monday, -1)}T09:00:00.000Z`;
    members = await addMembers(services, 3);
  });

  const seen = async () => (await findClassSession(services, id))?.sequence ?? 0;
  const book = (index: number, guest?: string) =>
    bookPlace(services, members[index] as Member, { sessionId: id, ...(guest !== undefined && { guest }) });
  const bookByName = (name: string) => bookFor(services, id, { name, phone: "0712 345 678" }, WANJIKU);
  const cancel = async () => cancelSession(services, { id, seen: await seen(), reason: "No power" }, WANJIKU);
  const restore = async () => restoreSession(services, { id, seen: await seen() }, WANJIKU);
  const move = async (from: string, to: string) =>
    moveSession(
      services,
      { id, seen: await seen(), date: monday, time: { from, to }, confirmed: ["trainer-busy"] },
      WANJIKU,
    );
  const substitute = async (trainerSlug: string) =>
    substituteTrainer(services, { id, seen: await seen(), trainerSlug, confirmed: ["trainer-busy"] }, WANJIKU);
  const people = async () => (await readCallList(services, { sessionId: id }))[0]?.people ?? [];
  const toTell = async () => (await people()).flatMap((person) => (person.notice === null ? [] : [person]));
  const summary = async () => (await toTell()).map(({ name, notice }) => `${name}: ${notice.kind}`);
  const tell = async (by = WANJIKU) => {
    const seen = (await toTell()).map((person) => person.seen);
    return [seen, await markTold(services, id, { seen, way: "whatsapp" }, by)] as const;
  };

  test("include everybody in a cancelled class, the guest with the host, until somebody has told them", async () => {
    await book(0, "Zawadi");
    await bookByName("Otieno");
    await book(1);
    await cancel();
    expect(await toTell()).toMatchObject([
      { name: "Otieno", isMailed: false, phone: "+254712345678", notice: { kind: "cancelled" } },
      { name: "member 1", guestName: "Zawadi", isMailed: true, phone: "", notice: { kind: "cancelled" } },
      { name: "member 2", notice: { kind: "cancelled" } },
    ]);
    const [request, done] = await tell();
    expect(done).toEqual({ code: "done", changed: 0 });
    expect((await people()).map(({ told }) => told)).toMatchObject(
      Array(3).fill({ what: "cancelled", by: "Wanjiku", way: "whatsapp" }),
    );
    // Two people at the desk at once: the first counts, and the second learns that.
    const again = await markTold(services, id, { seen: request, way: "call" }, MOSES);
    expect(again).toMatchObject({ code: "same", by: "Wanjiku" });
    const [first] = await people();
    expect(await undoTold(services, id, first?.id ?? "", MOSES)).toEqual({ code: "done", changed: 0 });
    expect(await undoTold(services, id, first?.id ?? "", MOSES)).toEqual({ code: "done", changed: 0 });
    expect(await summary()).toEqual(["Otieno: cancelled"]);
    // The class is over.
    clock.now = `${monday}T20:00:00.000Z`;
    expect(await people()).toEqual([]);
  });

  test("are listed once for two changes, and not for an undone change or for their own actions", async () => {
    await book(0);
    await bookByName("Otieno");
    await move("10:00am", "11:00am");
    await substitute("brian-otieno");
    expect(await toTell()).toMatchObject([
      { name: "Otieno", notice: { kind: "moved", status: "place" } },
      { name: "member 1", notice: { kind: "moved" } },
    ]);
    const [stale] = await toTell();
    await move("11:00am", "12:00pm");
    // The notice on the page has changed.
    expect(await markTold(services, id, { seen: [stale?.seen ?? ""], way: "call" }, WANJIKU)).toEqual({
      code: "notice-changed",
    });
    await cancel();
    expect(await summary()).toEqual(["Otieno: cancelled", "member 1: cancelled"]);
    await restore();
    expect(await summary()).toEqual(["Otieno: back-on", "member 1: back-on"]);
    await restore();
    expect(await summary()).toEqual([]);
    await cancel();
    await tell();
    await restore();
    expect(await summary()).toEqual(["Otieno: back-on", "member 1: back-on"]);
    const otieno = (await toTell())[0]?.bookingId ?? "";
    await cancelFor(services, otieno, { free: true }, WANJIKU);
    expect(await summary()).toEqual(["member 1: back-on"]);
    await eraseAccount(services, members[0]?.id ?? "");
    expect((await people()).map(({ name }) => name)).toEqual(["Otieno"]);
  });

  test("leave the list when they book the moved class again", async () => {
    await book(0);
    await bookByName("Otieno");
    await closeDays(services, { from: monday, to: monday, note: "Holiday" }, WANJIKU);
    const tuesday = { date: addDays(monday, 1), time: { from: "9:00am", to: "10:00am" } };
    await moveSession(
      services,
      { id, seen: await seen(), ...tuesday, confirmed: ["trainer-busy", "outside-hours"] },
      WANJIKU,
    );
    expect(await summary()).toHaveLength(2);
    expect(await book(0)).toMatchObject({ code: "booked" });
    expect(await bookByName("Otieno")).toMatchObject({ code: "booked" });
    expect(await people()).toEqual([]);
  });

  test("are listed once after a class is cancelled, restored and cancelled again", async () => {
    await book(0);
    await cancel();
    await tell();
    await restore();
    expect(await summary()).toEqual(["member 1: back-on"]);
    await cancel();
    // The cancellation they heard about is still true.
    expect(await people()).toMatchObject([
      { name: "member 1", notice: null, told: { what: "cancelled", by: "Wanjiku" } },
    ]);
    await restore();
    await tell();
    await cancel();
    expect(await people()).toMatchObject([{ name: "member 1", notice: { kind: "cancelled" } }]);
  });

  test("include people without an account who got a place, or could book a free one", async () => {
    for (const index of [0, 1, 2]) await book(index);
    await bookByName("Otieno");
    await bookByName("Njeri");
    const rows = await services.db
      .selectFrom("bookings")
      .innerJoin("people", "people.id", "person_id")
      .select(["bookings.id", "user_id"])
      .where("session_id", "=", id)
      .execute();
    const cancelOf = async (index: number) =>
      cancelFor(services, rows.find((row) => row.user_id === members[index]?.id)?.id ?? "", { free: true }, WANJIKU);
    await cancelOf(0);
    expect(await toTell()).toMatchObject([{ name: "Otieno", notice: { kind: "promoted" } }]);
    await tell();
    expect(await people()).toMatchObject([{ told: { what: "promoted" } }]);
    // After the deadline, places are first come, first served.
    clock.now = `${monday}T04:00:00.000Z`;
    await cancelOf(1);
    expect(await summary()).toEqual(["Njeri: place-free"]);
    await bookByName("Akinyi");
    expect(await summary()).toEqual([]);
  });

  test("include trainers without an account, for classes that they lead or no longer lead", async () => {
    // The weekly trainer has an account and gets an email.
    await substitute("amina-yusuf");
    expect(await toTell()).toMatchObject([{ name: "Amina Yusuf", isTrainer: true, notice: { kind: "leads" } }]);
    const ofTrainer = (trainerSlug: string) => readCallList(services, { trainerSlug, sessionId: id });
    expect([await ofTrainer("amina-yusuf"), await ofTrainer("wanjiru-kamau")]).toMatchObject([[{}], []]);
    const byAnother = { ...MOSES, trainerSlug: "wanjiru-kamau" };
    expect(await markTold(services, id, { seen: [], way: "call" }, byAnother)).toEqual({ code: "unknown" });
    expect((await tell())[1]).toMatchObject({ code: "done" });
    await restore();
    expect(await summary()).toEqual(["Amina Yusuf: leads-no-more"]);
  });
});
