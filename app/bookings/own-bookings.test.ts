/** Queries of a member's bookings among months of sessions. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMembers, type Member, momentAt } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { countRows } from "../../test/support/query-plans.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { addDays } from "../time/dates.server.ts";
import { sessionsBetween } from "../timetable/class-sessions.server.ts";
import { closeDays } from "../timetable/closures.server.ts";
import { storePastSessions } from "../timetable/timetable-change.server.ts";
import { bookPlace } from "./book.server.ts";
import { bookingsOfFeed, findFeed, makeFeed } from "./feed-tokens.server.ts";
import { findNextBooking, findOwnBooking, hasOpenBooking, listOwnBookings } from "./own-bookings.server.ts";

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
