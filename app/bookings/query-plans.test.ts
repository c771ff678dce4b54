/** Bookings of years: each query has its index. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMembers, type Member, seedGym, setPlaces, withClock } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { fullScans, recordQueries } from "../../test/support/query-plans.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { transact } from "../platform/transact.server.ts";
import { moveSession } from "../timetable/session-actions.server.ts";
import { closeDays, openDays } from "../timetable/special-hours.server.ts";
import { availabilityBetween } from "./availability.server.ts";
import { bookPlace } from "./book.server.ts";
import { readCallList } from "./call-list.server.ts";
import { cancelBooking } from "./cancel-booking.server.ts";
import { correctContact } from "./correct-contact.server.ts";
import { addWalkIn, bookFor, checkIn } from "./desk-actions.server.ts";
import { findDeskSessions } from "./desk-day.server.ts";
import { endBookingsOf, exportBookings, removeOldBookings } from "./erasure.server.ts";
import { bookingsOfFeed, findFeed, makeFeed } from "./feed-tokens.server.ts";
import { runBookingJobs } from "./jobs.server.ts";
import { findNextBooking, findOffer, findOwnBooking, listOwnBookings } from "./own-bookings.server.ts";
import { findPeople, findPerson } from "./people.server.ts";
import { indexPeople } from "./person-index.server.ts";
import { switchRemindersOff } from "./profiles.server.ts";
import { recordTold, undoTold } from "./tell-people.server.ts";

const MONDAY = "2026-11-23";

describe.each(ENGINES)("the queries of bookings on %s", (kind) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite(kind);
    await seedGym(site.services);
    // Only PostgreSQL analyses its tables by itself; SQLite's planner has no figures on a real site either.
    if (kind === "postgres") await sql`analyze`.execute(site.services.db);
  });
  afterAll(() => site.close());

  test("read no whole table", async () => {
    const { services: recorded, queries } = recordQueries(site.services);
    const { services, clock } = withClock(recorded, "2026-11-22T09:00:00.000Z");
    await setPlaces(services, "fitness", { places: 2 });
    await setPlaces(services, "running", { places: 2 });
    const members = await addMembers(services, 4);
    const [first, second, third, fourth] = members as [Member, Member, Member, Member];
    const id = `monday-1.${MONDAY}`;
    queries.clear();
    for (const member of members) await bookPlace(services, member, { sessionId: id });
    await bookPlace(services, fourth, { sessionId: `monday-3.${MONDAY}`, guest: "Amina" });
    await findOffer(services, fourth, id);
    await availabilityBetween(services, MONDAY, MONDAY);
    const own = (await findOffer(services, first, id))?.own?.id ?? "";
    await findOwnBooking(services, first.id, own);
    await moveSession(services, { id, seen: 0, date: MONDAY, time: { from: "10:00am", to: "11:00am" } }, ACTOR);
    const [callList] = await readCallList(services);
    const seen = callList?.people.flatMap((one) => (one.news === null ? [] : [one.seen])) ?? [];
    expect(seen.length).toBeGreaterThan(1);
    await recordTold(services, id, { seen, way: "call" }, ACTOR);
    await undoTold(services, id, callList?.people[0]?.id ?? "", ACTOR);
    await cancelBooking(services, first.id, own);
    const guest = (await findOffer(services, fourth, `monday-3.${MONDAY}`))?.own?.guest;
    await findOwnBooking(services, fourth.id, guest?.id ?? "");
    await cancelBooking(services, fourth.id, guest?.id ?? "");
    await listOwnBookings(services, second.id);
    await findNextBooking(services, second.id);
    await makeFeed(services, second.id);
    await bookingsOfFeed(services, (await findFeed(services, second.id))?.token ?? "");
    await switchRemindersOff(services, "no such key");
    await bookFor(services, id, { email: first.email }, ACTOR);
    await bookFor(services, id, { name: "Otieno" }, ACTOR);
    await bookFor(services, id, { name: "Achieng", phone: "0712 345 678" }, ACTOR);
    await indexPeople(services);
    const trainer = { trainerSlug: "wanjiru-kamau" };
    for (const typed of ["member 1", "otieno", "0712", second.email]) {
      const { people } = await findPeople(services, typed);
      expect(people, typed).not.toEqual([]);
      await findPeople(services, typed, { ...trainer, withAccount: true });
      const person = people[0]?.id ?? "";
      await findPerson(services, person, trainer);
      await correctContact(services, person, { name: "Wanjiru", phone: "" }, ACTOR);
    }
    await exportBookings(services.db, second.id);
    await transact(services, (change) => endBookingsOf(change, second.id), { lock: "timetable" });
    clock.now = "2026-11-22T15:30:00.000Z";
    await runBookingJobs(services);
    clock.now = "2026-11-23T06:45:00.000Z";
    await checkIn(services, (await findOffer(services, third, id))?.own?.id ?? "", ACTOR);
    await addWalkIn(services, id, { name: "Otieno" }, ACTOR);
    await findDeskSessions(services, MONDAY);
    await closeDays(services, { from: "2026-11-24", to: "2026-11-24", note: "Holiday" }, ACTOR);
    await openDays(services, { from: "2026-11-24", to: "2026-11-24" }, ACTOR);
    clock.now = "2026-11-23T12:00:00.000Z";
    await runBookingJobs(services);
    await removeOldBookings(services);
    expect([...queries.keys()].filter((query) => query.includes('"bookings"')).length).toBeGreaterThan(20);
    expect(await fullScans(site, queries.values())).toEqual([]);
  });
});
