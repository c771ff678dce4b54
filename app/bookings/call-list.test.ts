/** The call list after timetable changes; random runs of the timetable compare it with a model. */
import { beforeAll, describe, expect, test } from "vitest";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { substituteTrainer } from "../timetable/session-actions.server.ts";
import { readCallList } from "./call-list.server.ts";
import { markTold } from "./call-list-actions.server.ts";
import { addWalkIn, bookFor, checkIn } from "./desk-actions.server.ts";
import { exportBookings } from "./erasure.server.ts";
import { runBookingJobs } from "./jobs.server.ts";

const WANJIKU = { id: "wanjiku", name: "Wanjiku" };
const MOSES = { id: "moses", name: "Moses" };

describe.each(ENGINES)("people to tell on %s", (kind) => {
  const week = BookingWeek.on(kind);
  const { services } = week;
  beforeAll(async () => {
    for (const trainerSlug of ["wanjiru-kamau", "brian-otieno"])
      await addStaffMember(services, "trainer", { trainerSlug });
  });

  const bookByName = (name: string) => bookFor(services, week.id, { name, phone: "0712 345 678" }, WANJIKU);
  const people = async () => (await readCallList(services, { sessionId: week.id }))[0]?.people ?? [];
  const toTell = async () => (await people()).flatMap((person) => (person.notice === null ? [] : [person]));
  const summary = async () => (await toTell()).map(({ name, notice }) => `${name}: ${notice.kind}`);
  const tell = async () => {
    const seen = (await toTell()).map((person) => person.seen);
    return [seen, await markTold(services, week.id, { seen, way: "whatsapp" }, WANJIKU)] as const;
  };

  test("are told once by two people at the desk, and a list from before the last change tells nobody", async () => {
    await week.setPlaces("fitness", { places: 3 });
    await week.bookWith(0, "Zawadi");
    await bookByName("Otieno");
    await week.cancel();
    expect(await toTell()).toMatchObject([
      { name: "Otieno", isMailed: false, phone: "+254712345678", notice: { kind: "cancelled" } },
      { name: "member 1", guestName: "Zawadi", isMailed: true, phone: "", notice: { kind: "cancelled" } },
    ]);
    const [seen, done] = await tell();
    expect(done).toEqual({ code: "done", changed: 0 });
    expect((await people())[0]).toMatchObject({ told: { what: "cancelled", by: "Wanjiku", way: "whatsapp" } });
    const [exported] = (await exportBookings(services.db, week.person(0).id)).list;
    expect(exported?.told).toMatchObject([{ what: "cancelled", way: "whatsapp" }]);
    const again = await markTold(services, week.id, { seen, way: "call" }, MOSES);
    expect(again).toEqual({ code: "same" });
    await week.restore();
    expect(await markTold(services, week.id, { seen, way: "call" }, WANJIKU)).toEqual({ code: "notice-changed" });
    // The record of the call stays.
    await week.giveUp(0);
    expect((await exportBookings(services.db, week.person(0).id)).list[0]?.told).toHaveLength(1);
  });

  test("include people without an account who could book a free place", async () => {
    await week.bookAll(0, 1);
    await bookByName("Njeri");
    // After the deadline, places are first come, first served.
    week.setClock(week.monday, 7);
    await week.giveUp(0);
    expect(await summary()).toEqual(["Njeri: place-free"]);
    await bookByName("Akinyi");
    expect(await summary()).toEqual([]);
    await week.move({ date: week.monday, time: { from: "9:30am", to: "10:30am" } });
    expect(await summary()).toEqual(["Akinyi: moved", "Njeri: moved", "member 2: moved"]);
    await week.actAt(8.5, checkIn, 1);
    await addWalkIn(services, week.id, { name: "Akinyi", phone: "0712 345 678" }, WANJIKU);
    expect(await summary()).toEqual(["Njeri: moved"]);
    // The waiting list has ended.
    week.setClock(week.monday, 9.6);
    await runBookingJobs(services);
    expect(await summary()).toEqual([]);
  });

  test("include trainers without an account, for classes that they lead or no longer lead", async () => {
    // The weekly trainer has an account and gets an email.
    const handover = { ...(await week.seen()), trainerSlug: "amina-yusuf" };
    await substituteTrainer(services, { ...handover, confirmed: ["trainer-busy"] }, WANJIKU);
    expect(await toTell()).toMatchObject([{ name: "Amina Yusuf", isTrainer: true, notice: { kind: "leads" } }]);
    const ofTrainer = (trainerSlug: string) => readCallList(services, { trainerSlug, sessionId: week.id });
    expect([await ofTrainer("amina-yusuf"), await ofTrainer("wanjiru-kamau")]).toMatchObject([[{}], []]);
    const byAnother = { ...MOSES, trainerSlug: "wanjiru-kamau" };
    expect(await markTold(services, week.id, { seen: [], way: "call" }, byAnother)).toEqual({ code: "unknown" });
    expect((await tell())[1]).toMatchObject({ code: "done" });
    await week.restore();
    expect(await summary()).toEqual(["Amina Yusuf: leads-no-more"]);
  });
});
