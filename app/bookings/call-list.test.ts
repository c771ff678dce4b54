/** The call list after timetable changes; random runs of the timetable compare it with a model. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMembers, type Member } from "../../test/bookings/booking-gym.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { addDays } from "../time/dates.server.ts";
import { findClassSession } from "../timetable/class-sessions.server.ts";
import { cancelSession, restoreSession, substituteTrainer } from "../timetable/session-actions.server.ts";
import { bookPlace } from "./book.server.ts";
import { readCallList } from "./call-list.server.ts";
import { markTold } from "./call-list-actions.server.ts";
import { cancelBooking } from "./cancel-booking.server.ts";
import { bookFor } from "./desk-actions.server.ts";
import { findOffer } from "./own-bookings.server.ts";

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
  const substitute = async (trainerSlug: string) =>
    substituteTrainer(services, { id, seen: await seen(), trainerSlug, confirmed: ["trainer-busy"] }, WANJIKU);
  const people = async () => (await readCallList(services, { sessionId: id }))[0]?.people ?? [];
  const toTell = async () => (await people()).flatMap((person) => (person.notice === null ? [] : [person]));
  const summary = async () => (await toTell()).map(({ name, notice }) => `${name}: ${notice.kind}`);
  const tell = async (by = WANJIKU) => {
    const seen = (await toTell()).map((person) => person.seen);
    return [seen, await markTold(services, id, { seen, way: "whatsapp" }, by)] as const;
  };

  test("are told once by two people at the desk, and a list of before the last change tells nobody", async () => {
    await book(0, "Zawadi");
    await bookByName("Otieno");
    await cancel();
    expect(await toTell()).toMatchObject([
      { name: "Otieno", isMailed: false, phone: "+254712345678", notice: { kind: "cancelled" } },
      { name: "member 1", guestName: "Zawadi", isMailed: true, phone: "", notice: { kind: "cancelled" } },
    ]);
    const [seen, done] = await tell();
    expect(done).toEqual({ code: "done", changed: 0 });
    expect((await people())[0]).toMatchObject({ told: { what: "cancelled", by: "Wanjiku", way: "whatsapp" } });
    expect(await markTold(services, id, { seen, way: "call" }, MOSES)).toMatchObject({ code: "same", by: "Wanjiku" });
    await restore();
    expect(await markTold(services, id, { seen, way: "call" }, WANJIKU)).toEqual({ code: "notice-changed" });
  });

  test("include people without an account who could book a free place", async () => {
    for (const index of [0, 1, 2]) await book(index);
    await bookByName("Njeri");
    // After the deadline, places are first come, first served.
    clock.now = `${monday}T04:00:00.000Z`;
    const [member] = members as [Member];
    const { own } = (await findOffer(services, member, id)) ?? {};
    await cancelBooking(services, member.id, own?.id ?? "");
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
