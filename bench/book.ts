/**
 * A rush of bookings on two instances, with the response times of a concurrent reader, compared with rows inserted one
 * after another into the same database. Fails when a place is sold twice or the order is lost.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { bookPlace } from "../app/bookings/book.server.ts";
import { cancelBooking } from "../app/bookings/cancel-booking.server.ts";
import type { DatabaseKind } from "../app/platform/database.server.ts";
import type { Services } from "../app/platform/services.ts";
import { addDays } from "../app/time/dates.server.ts";
import { sessionsBetween } from "../app/timetable/class-sessions.server.ts";
import { bookingProblems, bookingsOf } from "../test/bookings/booking-checks.ts";
import { addMembers, seedGym, setAllPlaces } from "../test/bookings/booking-gym.ts";
import { type BookingCall, type BookingProcess, startBookingProcess } from "../test/bookings/booking-processes.ts";
import { openInstance, testConfig } from "../test/support/open-instance.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { median } from "./load.ts";
import type { Report, Table } from "./report.ts";

const PLACES = 8;
const PEOPLE = 200;
/** Bookings of each person, for different sessions; a person can have six open bookings. */
const BOOKINGS_EACH = 5;
const BARE_ROWS = 500;

type Lab = { services: Services; processes: BookingProcess[]; reader: string; problems: string[] };

/** A week of sessions without bookings, and the moment before it at which they are booked. */
type Week = { now: string; sessions: string[] };

type Rush = { name: string; week: Week; calls: BookingCall[]; booked: number };

async function measure(kind: DatabaseKind): Promise<{ table: Table; note: string; problems: string[] }> {
  const postgres = kind === "postgres" ? await startPostgres({ isDurable: true }) : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), "nguvu-bench-book-"));
  const config = await testConfig({ dataDir, databaseUrl: postgres?.url });
  const site = await openInstance(config, kind, async () => {});
  const processes: BookingProcess[] = [];
  try {
    await seedGym(site.services);
    await setAllPlaces(site.services, PLACES);
    await sql`create table bare_rows (text varchar(400))`.execute(site.services.db);
    for (let count = 0; count < 2; count += 1) {
      processes.push(await startBookingProcess({ dataDir, databaseUrl: postgres?.url }));
    }
    const [reader] = await addMembers(site.services, 1);
    const lab: Lab = { services: site.services, processes, reader: reader?.id ?? "", problems: [] };
    const bare = await bareRows(processes);
    // Not measured: new instances first open their connections.
    await runRush(lab, bare, await oneSession(lab.services, await weekFrom(lab.services, "2026-11-15")));
    const one = await runRush(lab, bare, await oneSession(lab.services, await weekFrom(lab.services, "2026-11-22")));
    const all = await runRush(lab, bare, await allSessions(lab.services, await weekFrom(lab.services, "2026-11-29")));
    return {
      table: {
        title: `${kind}, two instances`,
        columns: ["", "booked", "waiting", "failed", "per second", "others read: p50 ms", "p99 ms", "longest ms"],
        rows: [one, all, ["reference: a bare row", "", "", "", Math.round(bare), "", "", ""]],
        bars: 4,
      },
      problems: lab.problems.map((problem) => `${kind}, ${problem}`),
      note: `${kind}: statements with begin and commit: ${await countStatements(lab.services, "2026-12-06")}.`,
    };
  } finally {
    await Promise.all(processes.map((one) => one.stop()));
    await site.close();
    await postgres?.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Rows a second in consecutive transactions of one row. */
async function bareRows([first]: BookingProcess[]): Promise<number> {
  const result = await first?.run({ now: "2026-11-22T09:00:00.000Z", calls: [{ do: "insert", rows: BARE_ROWS }] });
  return BARE_ROWS / (result?.seconds ?? 0);
}

/** @param sunday the day before the week; bookings are made at its noon in Nairobi */
async function weekFrom(services: Services, sunday: string): Promise<Week> {
  const sessions = await sessionsBetween(services, addDays(sunday, 1), addDays(sunday, 7));
  return { now: `${sunday}T09:00:00.000Z`, sessions: sessions.map(({ id }) => id) };
}

async function oneSession(services: Services, week: Week): Promise<Rush> {
  const people = await addMembers(services, PEOPLE);
  const calls = people.map(({ id }): BookingCall => ({ do: "book", userId: id, sessionId: week.sessions[0] ?? "" }));
  return { name: `${PEOPLE} people for ${PLACES} places`, week, calls, booked: PLACES };
}

/** Each person books some sessions, so that all sessions get the same number of bookings. */
async function allSessions(services: Services, week: Week): Promise<Rush> {
  const { sessions } = week;
  const people = await addMembers(services, PEOPLE);
  const calls = Array.from({ length: BOOKINGS_EACH }, (_, turn) =>
    people.map(({ id }, index): BookingCall => {
      const sessionId = sessions[(index + turn * BOOKINGS_EACH) % sessions.length] ?? "";
      return { do: "book", userId: id, sessionId };
    }),
  ).flat();
  const name = `${calls.length} bookings of ${sessions.length} sessions`;
  return { name, week, calls, booked: sessions.length * PLACES };
}

/** Gives each process every other call, all at once, with a reader, and collects problems. */
async function runRush(
  { services, processes, reader, problems }: Lab,
  bare: number,
  { name, week, calls, booked }: Rush,
): Promise<(string | number)[]> {
  const results = await Promise.all(
    processes.map((one, which) =>
      one.run({
        now: week.now,
        calls: calls.filter((_, index) => index % processes.length === which),
        reader: { userId: reader, sessionId: week.sessions[0] ?? "" },
      }),
    ),
  );
  const codes = results.flatMap(({ reports }) => reports.map(({ code }) => code));
  const count = (wanted: string) => codes.filter((code) => code === wanted).length;
  const counts = { booked: count("booked"), waiting: count("waiting") };
  const failed = codes.length - counts.booked - counts.waiting;
  const found = await bookingProblems({ ...services, now: () => new Date(week.now) });
  for (const session of week.sessions) found.push(...(await orderProblems(services, session)));
  if (counts.booked !== booked) found.push(`${counts.booked} of ${booked} places were booked`);
  if (failed > 0) found.push(`${failed} of ${calls.length} bookings failed`);
  problems.push(...found.map((problem) => `${name}: ${problem}`));
  const perSecond = calls.length / Math.max(...results.map(({ seconds }) => seconds));
  const reads = results.flatMap((result) => result.reads).sort((a, b) => a - b);
  const p99 = reads[Math.floor(reads.length * 0.99)] ?? 0;
  const rate = `${Math.round(perSecond)} (${Math.round((perSecond / bare) * 100)} %)`;
  return [
    ...[name, counts.booked, counts.waiting, failed, rate],
    ...[median(reads).toFixed(1), p99.toFixed(1), (reads.at(-1) ?? 0).toFixed(1)],
  ];
}

/** Expects the first tickets to have the places. */
async function orderProblems(services: Services, session: string): Promise<string[]> {
  const rows = await bookingsOf(services, session);
  const isInOrder = rows.every(({ state }, index) => state === (index < PLACES ? "booked" : "waiting"));
  return isInOrder ? [] : [`the order of ${session} is lost`];
}

/** The number of statements in a transaction of a booking. */
async function countStatements(site: Services, sunday: string): Promise<string> {
  const { now, sessions } = await weekFrom(site, sunday);
  let statements = 0;
  const counting = {
    transformQuery: <T>({ node }: { node: T }) => {
      statements += 1;
      return node;
    },
    transformResult: async <T>({ result }: { result: T }) => result,
  };
  const services = { ...site, db: site.db.withPlugin(counting), now: () => new Date(now) };
  const people = await addMembers(site, PLACES + 1);
  const counted: Record<string, number> = {};
  const bookings: string[] = [];
  for (const [index, person] of people.entries()) {
    statements = 0;
    const outcome = await bookPlace(services, person, { sessionId: sessions[0] ?? "" });
    bookings.push("booking" in outcome ? outcome.booking.id : "");
    counted[index === 0 ? "first of its session" : outcome.code] = statements + 2;
  }
  statements = 0;
  await cancelBooking(services, people[0]?.id ?? "", bookings[0] ?? "");
  counted["cancelled, with a promotion"] = statements + 2;
  return Object.entries(counted)
    .map(([what, count]) => `${what} ${count}`)
    .join(", ");
}

export async function book(): Promise<Report> {
  const measured = [await measure("sqlite"), await measure("postgres")];
  return {
    name: "book",
    tables: measured.map(({ table }) => table),
    problems: measured.flatMap(({ problems }) => problems),
    notes: [
      ...measured.map(({ note }) => note),
      "Each read loads the page of one session, and is timed from when it was due, 25 ms after the one before.",
    ],
  };
}
