import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMembers, type Member, momentAt, writeDetails } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { makePerson } from "../../test/members/members-gym.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { countRows, fullScans, recordQueries } from "../../test/support/query-plans.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { findByDoorNumber, findDoorNumber } from "../people/door-numbers.server.ts";
import { switchOffByKey } from "../people/mail-preferences.server.ts";
import { matchPeople } from "../people/match-people.server.ts";
import { findByWords, indexNewAddress, indexPeople } from "../people/person-index.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { addDays } from "../time/dates.server.ts";
import { sessionsBetween } from "../timetable/class-sessions.server.ts";
import { closeDays } from "../timetable/closures.server.ts";
import { storePastSessions } from "../timetable/timetable-change.server.ts";
import { bookPlace } from "./book.server.ts";
import { findBookedPerson, findPeople, readPeople } from "./booked-people.server.ts";
import { readCallList } from "./call-list.server.ts";
import { bookFor } from "./desk-actions.server.ts";
import { findDeskSessions } from "./desk-day.server.ts";
import { BOOKING_RETENTION, exportBookings } from "./erasure.server.ts";
import { bookingsOfFeed, findFeed, makeFeed } from "./feed-tokens.server.ts";
import { findNextBooking, findOffer, findOwnBooking, hasOpenBooking, listOwnBookings } from "./own-bookings.server.ts";

const MONDAY = "2026-11-23";

describe.each(ENGINES)("queries on %s", (kind) => {
  const places = { fitness: 2, running: 9 };
  const { services: gym } = openGymBeforeAll(kind, { now: "2026-11-22T09:00:00.000Z", places });
  beforeAll(async () => {
    // Only PostgreSQL analyses its tables by itself; SQLite's planner has no statistics on a real site either.
    if (kind === "postgres") await sql`analyze`.execute(gym.db);
  });

  test("about bookings and people that random runs don't make do no full table scans", async () => {
    const { services, queries } = recordQueries(gym);
    const [first, second] = (await addMembers(services, 2)) as [Member, Member];
    const id = `monday-1.${MONDAY}`;
    queries.clear();
    for (const member of [first, second]) await bookPlace(services, member, { sessionId: id });
    const own = (await findOffer(services, first, id))?.own?.id ?? "";
    await findOwnBooking(services, first.id, own);
    await listOwnBookings(services, second.id);
    await findNextBooking(services, second.id);
    await makeFeed(services, second.id);
    await bookingsOfFeed(services, (await findFeed(services, second.id))?.token ?? "");
    for (const preference of ["reminders", "mails"] as const) await switchOffByKey(services, preference, "no such key");
    await bookFor(services, id, { name: "Otieno" }, ACTOR);
    await bookFor(services, id, { name: "Achieng", phone: "0712 345 678" }, ACTOR);
    await indexPeople(services);
    const trainer = { trainerSlug: "wanjiru-kamau" };
    for (const typed of ["member 1", "otieno", "0712", second.email]) {
      const { people } = await findPeople(services, typed);
      expect(people, typed).not.toEqual([]);
      await findPeople(services, typed, trainer);
      await findBookedPerson(services, people[0]?.id ?? "", trainer);
    }
    await writeDetails(services, second.id, { name: "Wanjiru", phone: "0722 000 111" });
    await indexNewAddress(services.db, second.id);
    const kamau = { name: "Kamau Nganga", phone: "0733 000 007", email: "kamau@example.com" };
    const person = await makePerson(services, kamau);
    for (const name of ["N. Kamau", "Mary Anne O Brien", "Juma"]) {
      await matchPeople(services.db, { ...kamau, name });
      await bookFor(services, `monday-3.${MONDAY}`, { name, phone: kamau.phone }, { ...ACTOR, ...trainer });
    }
    for (const typed of ["kamau", "kamau nga", "0712 000", kamau.email]) {
      for (const isByName of [true, false]) await findByWords(services.db, typed, { limit: 20, isByName });
    }
    await findByDoorNumber(services.db, (await findDoorNumber(services.db, person)) ?? "");
    await readPeople(services.db, [person]);
    await readCallList(services, { personId: person });
    await exportBookings(services.db, second.id);
    await findDeskSessions(services, MONDAY);
    await applyRetention(services, ...BOOKING_RETENTION);
    expect([...queries.keys()].filter((query) => query.includes('"bookings"')).length).toBeGreaterThan(20);
    expect(await fullScans({ services: gym, kind }, queries.values())).toEqual([]);
  });
});

/** A Sunday. */
const FIRST = "2026-08-30";
const WEEKS = 13;
/** Two in each week, and two in the last days. */
const BOOKINGS = 2 * WEEKS + 2;

describe.each(ENGINES)("a member's bookings of three months on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, { now: momentAt(FIRST, 12), places: { fitness: 5, running: 1 } });
  let member: Member;
  beforeAll(async () => {
    const [somebody, other] = (await addMembers(services, 2)) as [Member, Member];
    member = somebody;
    const book = (person: Member, sessionId: string) => bookPlace(services, person, { sessionId });
    for (let week = 0; week < WEEKS; week += 1) {
      const sunday = addDays(FIRST, 7 * week);
      clock.now = momentAt(sunday, 12);
      for (const id of [`monday-1.${addDays(sunday, 1)}`, `sunday-1.${addDays(sunday, 7)}`]) await book(member, id);
    }
    await book(member, "thursday-1.2026-11-26");
    for (const person of [other, member]) await book(person, "monday-3.2026-11-23");
    clock.now = momentAt("2026-11-23", 11);
    await storePastSessions(services);
    await makeFeed(services, member.id);
    await closeDays(services, { from: "2026-11-29", to: "2026-11-29", note: "Holiday" }, ACTOR);
  });
  beforeEach(() => {
    clock.now = momentAt("2026-11-23", 11);
  });

  test("include the next booking, a place before a waiting position; others have none", async () => {
    expect(await hasOpenBooking(services, member.id)).toBe(true);
    expect(await findNextBooking(services, member.id)).toMatchObject({ session: { id: "thursday-1.2026-11-26" } });
    expect(await hasOpenBooking(services, "nobody")).toBe(false);
    expect(await findNextBooking(services, "nobody")).toBeUndefined();
  });

  test("are read with the booked sessions only", async () => {
    const { services: counted, read } = countRows(services, "class_sessions");
    const { current, past } = await listOwnBookings(counted, member.id);
    expect([current.length, past.length, read.rows]).toEqual([2, BOOKINGS - 2, BOOKINGS]);
    read.rows = 0;
    const feed = await findFeed(services, member.id);
    const config = { ...services.config, secret: "the next secret, of thirty-two characters" };
    const changed = { ...services, config: { ...config, otherSecret: services.config.secret } };
    expect(await findFeed(changed, member.id)).toEqual(feed);
    expect(await findFeed({ ...services, config }, member.id)).toEqual({ token: undefined });
    // Calendars have places only.
    expect((await bookingsOfFeed(counted, feed?.token ?? ""))?.bookings).toHaveLength(BOOKINGS - 1);
    expect(read.rows).toBe(BOOKINGS);
    read.rows = 0;
    await findOwnBooking(counted, member.id, past[0]?.id ?? "");
    expect(read.rows).toBe(1);
  });

  test("have the same sessions as the timetable, even on a closed day", async () => {
    const { current, past } = await listOwnBookings(services, member.id);
    const read = [...past, ...current].map(({ session }) => session);
    // Sessions cancelled by the gym are listed as past.
    expect(read[0]).toMatchObject({ state: "cancelled", isClosed: true, reason: "Holiday" });
    const ofTimetable = await sessionsBetween(services, FIRST, "2026-11-29");
    const byId = new Map(ofTimetable.map((session) => [session.id, session]));
    expect(read).toEqual(read.map(({ id }) => byId.get(id)));
  });
});
