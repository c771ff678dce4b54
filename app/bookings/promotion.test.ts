/** Bookings from two processes at once: the rules hold whatever happens at the same time. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bookingProblems, bookingsOf } from "../../test/bookings/booking-checks.ts";
import { addMembers, seedGym, setAllPlaces } from "../../test/bookings/booking-gym.ts";
import {
  type BookingCall,
  type BookingProcess,
  type BookingReport,
  startBookingProcess,
} from "../../test/bookings/booking-processes.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { randomNumbers } from "../../tools/random-numbers.ts";
import { addDays, datesBetween } from "../time/dates.server.ts";
import { sessionsBetween } from "../timetable/class-sessions.server.ts";
import type { BookingMailKind } from "./messages.ts";

const CAPACITY = 8;
/** Races until both sides have come first, which a busy machine may delay. */
const RACES = { least: 14, most: 280 };

describe.each(ENGINES)("bookings from two processes on %s", { timeout: 120_000 }, (kind) => {
  let site: TestSite;
  let processes: BookingProcess[];
  let sunday = "2026-11-22";
  let monday: string;
  let id: string;

  beforeAll(async () => {
    site = await openTestSite(kind);
    await seedGym(site.services);
    await setAllPlaces(site.services, CAPACITY);
    const { dataDir, databaseUrl } = site.services.config;
    processes = await Promise.all([1, 2].map(() => startBookingProcess({ dataDir, databaseUrl })));
  });
  beforeEach(nextWeek);
  afterAll(async () => {
    await Promise.all((processes ?? []).map((instance) => instance.stop()));
    await site.close();
  });

  function nextWeek(): void {
    sunday = addDays(sunday, 7);
    monday = addDays(sunday, 1);
    id = `monday-1.${monday}`;
  }

  const noonOf = (date: string) => `${date}T09:00:00.000Z`;
  const problemsSince = (date: string) => bookingProblems({ ...site.services, now: () => new Date(noonOf(date)) });
  const addPeople = async (count: number) => (await addMembers(site.services, count)).map((member) => member.id);
  const booking = (userId: string, sessionId = id): BookingCall => ({ do: "book", userId, sessionId });
  /** Runs each list of calls in its own process, all at once, at noon in Nairobi. */
  const runAll = async (...lists: BookingCall[][]): Promise<BookingReport[][]> => {
    const now = noonOf(sunday);
    const results = await Promise.all(lists.map(async (calls, index) => processes[index]?.run({ now, calls })));
    return results.map((result) => result?.reports ?? []);
  };
  const counted = (reports: readonly BookingReport[]): Record<string, number> => {
    expect(reports.flatMap(({ error }) => error ?? [])).toEqual([]);
    const counts: Record<string, number> = {};
    for (const { code } of reports) counts[code] = (counts[code] ?? 0) + 1;
    return counts;
  };
  const mailsOf = async (kind: BookingMailKind, userIds: readonly string[]) => {
    const mails = site.services.db.selectFrom("outbox").select("user_id").where("kind", "=", `booking-${kind}`);
    return mails.where("user_id", "in", userIds).execute();
  };

  test("places freed while people leave and join go to the waiting list in order, each with one email", async () => {
    const first = await addPeople(CAPACITY + 30);
    const [reports = []] = await runAll(first.map((person) => booking(person)));
    expect(counted(reports)).toEqual({ booked: CAPACITY, waiting: 30 });
    const before = await bookingsOf(site.services, id);
    expect(before.map((booking) => booking.user_id)).toEqual(first);
    const cancel = (booking: { id: string; user_id: string | null }): BookingCall => {
      return { do: "cancel", userId: booking.user_id ?? "", bookingId: booking.id };
    };
    const places = before.slice(0, CAPACITY).map(cancel);
    // Every third person on the waiting list leaves.
    const leaving = before.slice(CAPACITY).filter((_, index) => index % 3 === 0);
    const coming = (await addPeople(60)).map((person) => booking(person));
    const mixed = (calls: BookingCall[]) => calls.toSorted(() => Math.random() - 0.5);
    const changes = mixed([...places, ...leaving.map(cancel), ...coming]);
    const [a = [], b = []] = await runAll(changes, mixed([...places, ...coming]));
    const { same, waiting, left = 0, cancelled, ...others } = counted([...a, ...b]);
    expect(others).toEqual({});
    expect({ same, waiting }).toEqual({ same: CAPACITY + 60, waiting: 60 });
    // People promoted before leaving gave up a place that went to others.
    expect({ left, cancelled }).toEqual({ left, cancelled: CAPACITY + leaving.length - left });

    const after = await bookingsOf(site.services, id);
    expect(after.filter(({ state }) => state === "booked")).toHaveLength(CAPACITY);
    expect(after.filter(({ state }) => state === "waiting")).toHaveLength(20 - CAPACITY + 60);
    const promoted = after.filter((row) => row.promoted_at !== null);
    expect(promoted).toHaveLength(cancelled ?? 0);
    // The last promoted person skipped only people who left.
    const leavers = new Set(leaving.map((row) => row.id));
    const last = promoted.at(-1)?.ticket ?? 0;
    const passed = after.slice(CAPACITY).filter((row) => row.ticket < last && row.promoted_at === null);
    expect(passed.filter((row) => !leavers.has(row.id))).toEqual([]);
    const mails = await mailsOf("promoted", [...first, ...coming.map((call) => ("userId" in call ? call.userId : ""))]);
    expect(mails.map((mail) => mail.user_id).sort()).toEqual(promoted.map((row) => row.user_id).sort());
    expect(await problemsSince(sunday)).toEqual([]);
  });

  test("nobody keeps a place on a day that is closed while its first bookings are made, and all are notified", async () => {
    const people = await addPeople(4);
    const seed = Date.now() % 1_000_000;
    const random = randomNumbers(seed);
    const delayed = (call: BookingCall): BookingCall => ({ ...call, afterMs: random() * 4 });
    const outcomes: Record<string, number> = {};
    const firstSunday = sunday;
    const hasBeenRaced = () => Math.min(outcomes.booked ?? 0, outcomes.cancelled ?? 0) > 0;
    for (let races = 0; races < (hasBeenRaced() ? RACES.least : RACES.most); nextWeek()) {
      for (const date of datesBetween(monday, addDays(monday, 6))) {
        races += 1;
        const sessions = await sessionsBetween(site.services, date, date);
        const calls = people.map((person, index) => booking(person, sessions[index % sessions.length]?.id));
        const [closing, booked = []] = await runAll([delayed({ do: "close", date })], calls.map(delayed));
        expect(closing?.map(({ code }) => code)).toEqual(["done"]);
        for (const [code, count] of Object.entries(counted(booked))) outcomes[code] = (outcomes[code] ?? 0) + count;
      }
    }
    const { booked = 0, cancelled = 0, ...others } = outcomes;
    expect(others, `seed ${seed}`).toEqual({});
    expect(hasBeenRaced(), `seed ${seed}`).toBe(true);
    expect(await mailsOf("booked", people), `seed ${seed}`).toHaveLength(booked);
    expect(await mailsOf("closed", people), `seed ${seed}`).toHaveLength(booked);
    expect(await problemsSince(firstSunday), `seed ${seed}`).toEqual([]);
  });
});
