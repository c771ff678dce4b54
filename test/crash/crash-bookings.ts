/**
 * `npm run crash:bookings [-- KILLS [sqlite|postgres [core|site]]]`: members book and cancel through two instances
 * sharing one database, which are killed in turn with SIGKILL at random moments. What was acknowledged must be there once, no place
 * sold twice, nobody booked twice, and no promotion without its email. On PostgreSQL the database server keeps running. An
 * instance is a process with the booking core, or the whole site with its forms, which starts slowly.
 */
import { rm } from "node:fs/promises";
import type { DatabaseKind } from "../../app/platform/database.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { type Change, transact } from "../../app/platform/transact.server.ts";
import { addDays, dateInNairobi } from "../../app/time/dates.server.ts";
import { sessionsBetween } from "../../app/timetable/class-sessions.server.ts";
import { bookingProblems } from "../bookings/booking-checks.ts";
import { addMembers, seedGym, setAllPlaces } from "../bookings/booking-gym.ts";
import { startBookingProcess } from "../bookings/booking-processes.ts";
import { type BookingInstance, startBookingSite } from "../bookings/booking-sites.ts";
import { openInstance, testConfig } from "../support/open-instance.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { callAt, findDamage, type KillFigures, noFigures, runAsCommand, untilKilled } from "./killed-instances.ts";

const PLACES = 2;
const MEMBERS = 48;
/** Few enough that most people have to wait, and a cancellation promotes somebody. */
const SESSIONS = 5;
/** Members who send forms to one instance at once. */
const CLIENTS = 4;
/** An instance is killed after a random number of acknowledged forms, up to this. */
const FORMS_PER_RUN = 60;
const FIRST_SUNDAY = "2026-11-22";

/** An acknowledged booking. `isCancelled` is undefined while a cancellation is in flight. */
type Acknowledged = { userId: string; sessionId: string; isCancelled: boolean | undefined };

export type BookingCrashFigures = KillFigures & { promoted: number };

type Round = {
  now: string;
  sessions: string[];
  members: string[];
  /** By booking id. */
  acknowledged: Map<string, Acknowledged>;
  unanswered: number;
  figures: BookingCrashFigures;
};

/** Runs the test and returns its figures. */
export async function crashBookings(
  kills: number,
  kind: DatabaseKind = "sqlite",
  instance: "core" | "site" = "core",
  report: (line: string) => void = () => {},
): Promise<BookingCrashFigures> {
  const postgres = kind === "postgres" ? await startPostgres() : undefined;
  const config = await testConfig({ databaseUrl: postgres?.url });
  const site = await openInstance(config, kind, async () => {
    await postgres?.remove();
    await rm(config.dataDir, { recursive: true, force: true });
  });
  const figures: BookingCrashFigures = { ...noFigures(), promoted: 0 };
  const start = (): Promise<BookingInstance> =>
    instance === "site"
      ? startBookingSite(site.services)
      : startBookingProcess({ dataDir: config.dataDir, databaseUrl: postgres?.url });
  let instances: BookingInstance[] = [];
  try {
    await seedGym(site.services);
    await setAllPlaces(site.services, PLACES);
    instances = await Promise.all([start(), start()]);
    for (let sunday = FIRST_SUNDAY; figures.kills < kills; sunday = addDays(sunday, 7)) {
      // A new week and new people each time: nobody can book more than thirty times a day.
      // The site uses the real clock, so its week is the same each time, and is emptied.
      const usesRealClock = instance === "site";
      const now = usesRealClock ? new Date().toISOString() : `${sunday}T09:00:00.000Z`;
      const first = usesRealClock ? dateInNairobi(new Date()) : sunday;
      if (usesRealClock) await forgetBookings(site.services);
      const weekSessions = await sessionsBetween(
        site.services,
        addDays(first, usesRealClock ? 2 : 1),
        addDays(first, 7),
      );
      const sessions = weekSessions.slice(0, SESSIONS).map(({ id }) => id);
      const members = (await addMembers(site.services, MEMBERS)).map(({ id }) => id);
      const round: Round = { now, sessions, members, acknowledged: new Map(), unanswered: 0, figures };
      await runUntilKilled(round, instances);
      const problems = await problemsAfter({ ...site.services, now: () => new Date(now) }, round);
      figures.wrong.push(...problems.map((problem) => `kill ${figures.kills}: ${problem}`));
      figures.promoted += await countPromoted(site.services, sessions);
      instances[figures.kills % 2] = await start();
      figures.kills += 1;
      if (figures.kills % 20 === 0) report(`${figures.kills} kills, ${figures.acknowledged} acknowledged`);
    }
  } finally {
    await Promise.all(instances.map((instance) => instance.kill()));
    await site.close();
  }
  return figures;
}

async function countPromoted({ db }: Services, sessions: readonly string[]): Promise<number> {
  const rows = await db
    .selectFrom("booking_events")
    .innerJoin("bookings", "bookings.id", "booking_events.booking_id")
    .select("booking_events.id")
    .where("bookings.session_id", "in", sessions)
    .where("note", "=", "promoted")
    .execute();
  return rows.length;
}

async function forgetBookings(services: Services): Promise<void> {
  const forget = async ({ transaction }: Change) => {
    for (const table of ["booking_events", "bookings", "outbox"] as const)
      await transaction.deleteFrom(table).execute();
  };
  await transact(services, forget, { lock: "timetable" });
}

/** Members send forms to both instances until one of them is killed. */
async function runUntilKilled(round: Round, instances: readonly BookingInstance[]): Promise<void> {
  const share = MEMBERS / (CLIENTS * instances.length);
  const run = { figures: round.figures, clients: CLIENTS, callsPerRun: FORMS_PER_RUN };
  await untilKilled(instances, run, (instance, number, isAlive) =>
    runClient(instance, round.members.slice(number * share, (number + 1) * share), round, isAlive),
  );
}

/** Books for members and cancels their bookings, until the round or the instance ends. */
async function runClient(
  instance: BookingInstance,
  members: readonly string[],
  round: Round,
  isAlive: () => boolean,
): Promise<void> {
  const bookings: string[] = [];
  try {
    for (let turn = 0; isAlive(); turn += 1) {
      const userId = members[turn % members.length] ?? "";
      const bookingId = Math.random() < 0.4 ? bookings.splice(Math.random() * bookings.length, 1)[0] : undefined;
      if (bookingId === undefined) {
        const sessionId = round.sessions[Math.floor(Math.random() * round.sessions.length)] ?? "";
        const report = await callAt(instance, round, { do: "book", userId, sessionId });
        const isNew = report.code === "booked" || report.code === "waiting";
        if (!isNew || report.bookingId === undefined) continue;
        round.acknowledged.set(report.bookingId, { userId, sessionId, isCancelled: false });
        bookings.push(report.bookingId);
      } else await cancelThrough(instance, round, bookingId);
    }
  } catch {
    // The process died with this form in flight.
    round.unanswered += 1;
    round.figures.unanswered += 1;
  }
}

async function cancelThrough(instance: BookingInstance, round: Round, bookingId: string): Promise<void> {
  const booking = round.acknowledged.get(bookingId);
  if (booking === undefined) return;
  booking.isCancelled = undefined;
  const { code } = await callAt(instance, round, { do: "cancel", userId: booking.userId, bookingId });
  booking.isCancelled = code === "cancelled" || code === "left";
}

/** Compares what was acknowledged with what is stored, once the killed instance's transactions have ended. */
async function problemsAfter(services: Services, { acknowledged, sessions, unanswered }: Round): Promise<string[]> {
  await transact(services, async () => {}, { lock: "timetable" });
  const problems = await bookingProblems(services);
  const rows = await services.db
    .selectFrom("bookings")
    .leftJoin("people", "people.id", "person_id")
    .select(["bookings.id", "session_id", "state", "user_id"])
    .where("session_id", "in", sessions)
    .execute();
  const stored = new Map(rows.map((row) => [row.id, row]));
  for (const [id, { userId, sessionId, isCancelled }] of acknowledged) {
    const row = stored.get(id);
    if (row?.user_id !== userId || row.session_id !== sessionId) problems.push(`booking ${id} is gone`);
    else if (isCancelled !== undefined && isCancelled !== (row.state === "cancelled")) {
      problems.push(
        `booking ${id} is stored as ${row.state}, but ${isCancelled ? "a" : "no"} cancellation was acknowledged`,
      );
    }
  }
  const others = rows.filter(({ id }) => !acknowledged.has(id));
  if (others.length > unanswered) {
    problems.push(`${others.length} unacknowledged bookings, with ${unanswered} forms in flight`);
  }
  problems.push(...(await findDamage(services)));
  return problems;
}

if (import.meta.main) {
  const [instance = "core"] = process.argv.slice(4);
  if (instance !== "core" && instance !== "site") throw new Error(`An instance is core or site, not ${instance}`);
  await runAsCommand((kills, kind) => crashBookings(kills, kind, instance, console.log), process.argv.slice(2));
}
