/** Queries of a member's bookings among months of sessions. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { addMembers } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { countRows } from "../../test/support/query-plans.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import type { BookingsTable } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { addDays, dateInNairobi } from "../time/dates.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { sessionsBetween } from "../timetable/class-sessions.server.ts";
import { closeDays } from "../timetable/closures.server.ts";
import { rowOfSession } from "../timetable/session-rows.server.ts";
import { personIdOfAccount } from "./booking-rows.server.ts";
import { bookingsOfFeed, findFeed, makeFeed } from "./feed-tokens.server.ts";
import { findNextBooking, findOwnBooking, hasOpenBooking, listOwnBookings } from "./own-bookings.server.ts";

const NOW = "2026-11-23T06:00:00.000Z";
const PAST_DAYS = 89;
const BOOKINGS = 25;

/** Stores every session from three months ago until next week. */
async function storeSessions({ db, ...services }: Services): Promise<ClassSession[]> {
  const today = dateInNairobi(new Date(NOW));
  const sessions = await sessionsBetween({ db, ...services }, addDays(today, -PAST_DAYS), addDays(today, 6));
  for (let start = 0; start < sessions.length; start += 100) {
    const rows = sessions.slice(start, start + 100).map((session) => ({ ...rowOfSession(session), changed_at: NOW }));
    await db.insertInto("class_sessions").values(rows).execute();
  }
  await db.updateTable("schedule_state").set({ written_until: NOW }).execute();
  return sessions;
}

function booked(personId: string, session: ClassSession, ticket: number): BookingsTable {
  return {
    ...{ id: randomUUID(), session_id: session.id, person_id: personId, guest_name: null, ticket },
    ...{ state: "booked", booked_at: session.startsAt, free_until: session.startsAt, price_kes: null, host_id: null },
    ...{ promoted_at: null, ended_at: null, checked_in_at: null, reminded_at: null, missed_told_at: null },
    ...{ disputed_at: null, dispute_settled_at: null, cover: null, pass_id: null },
  };
}

describe.each(ENGINES)("25 bookings in 96 days on %s", (kind) => {
  const { services } = openGymBeforeAll(kind, { now: NOW });
  let userId = "";
  let personId = "";
  let sessions: ClassSession[] = [];
  beforeAll(async () => {
    const [member] = await addMembers(services, 1);
    userId = member?.id ?? "";
    personId = await personIdOfAccount(services.db, userId);
    const all = await storeSessions(services);
    sessions = all.filter((_, index) => index % Math.ceil(all.length / BOOKINGS) === 0);
    await services.db
      .insertInto("bookings")
      .values(sessions.map((session, index) => booked(personId, session, index)))
      .execute();
    await makeFeed(services, userId);
    const last = sessions.at(-1)?.date ?? "";
    await closeDays(services, { from: last, to: last, note: "Holiday" }, ACTOR);
  });

  test("include the next booking, a place before a waiting position; others have none", async () => {
    const [next] = (await listOwnBookings(services, userId)).upcoming;
    const today = dateInNairobi(new Date(NOW));
    const sooner = (await sessionsBetween(services, today, today)).find(({ startsAt }) => startsAt > NOW);
    if (next === undefined || sooner === undefined) throw new Error("The seeded week lacks a session");
    const waiting: BookingsTable = { ...booked(personId, sooner, 99), state: "waiting" };
    await services.db.insertInto("bookings").values(waiting).execute();
    expect(await hasOpenBooking(services, userId)).toBe(true);
    expect(await findNextBooking(services, userId)).toEqual(next);
    await services.db.deleteFrom("bookings").where("id", "=", waiting.id).execute();
    const [stranger] = await addMembers(services, 1);
    expect(await hasOpenBooking(services, stranger?.id ?? "")).toBe(false);
    expect(await findNextBooking(services, stranger?.id ?? "")).toBeUndefined();
  });

  test("are read with the booked sessions only", async () => {
    const counted = countRows(services, "class_sessions");
    const { upcoming, past } = await listOwnBookings(counted.services, userId);
    expect(upcoming.length).toBeGreaterThan(0);
    expect(upcoming.length + past.length).toBe(sessions.length);
    expect(counted.read.rows).toBe(sessions.length);
    counted.read.rows = 0;
    const feed = await findFeed(services, userId);
    expect((await bookingsOfFeed(counted.services, feed?.token ?? ""))?.bookings).toHaveLength(sessions.length);
    expect(counted.read.rows).toBe(sessions.length);
    counted.read.rows = 0;
    await findOwnBooking(counted.services, userId, past[0]?.id ?? "");
    expect(counted.read.rows).toBe(1);
  });

  test("have the same sessions as the timetable, even on a closed day", async () => {
    const { upcoming, past } = await listOwnBookings(services, userId);
    const read = [...past, ...upcoming].map(({ session }) => session);
    // Sessions cancelled by the gym are listed as past.
    expect(read[0]).toMatchObject({ state: "cancelled", isClosed: true, reason: "Holiday" });
    const [first, last] = [sessions[0]?.date ?? "", sessions.at(-1)?.date ?? ""];
    const ofTimetable = new Map((await sessionsBetween(services, first, last)).map((session) => [session.id, session]));
    expect(read).toEqual(read.map(({ id }) => ofTimetable.get(id)));
  });
});
