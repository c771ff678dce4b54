/** Shared parts of tests that kill one of two instances on one database at random moments: calls, the kill, figures. */
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Services } from "../../app/platform/services.ts";
import {
  type BookingCall,
  type BookingProcess,
  type BookingReport,
  startBookingProcess,
} from "../bookings/booking-processes.ts";
import { openInstance, testConfig } from "../support/open-instance.ts";
import { startPostgres } from "../support/postgres-server.ts";

const MAX_KILL_DELAY_MS = 30;

export type KillFigures = ReturnType<typeof noFigures>;

export function noFigures() {
  return {
    kills: 0,
    acknowledged: 0,
    /** Calls in flight when their process died. */
    unanswered: 0,
    /** How often each outcome occurred. */
    outcomes: {} as Record<string, number>,
    /** Messages about what is missing, duplicated or incomplete. */
    wrong: [] as string[],
  };
}

/** `sqlite`, `postgres` for a server of the test's own, or the address of an empty PostgreSQL database. */
export type Engine = string;

/** Opens a site whose database is shared with the instances to kill. @param now the moment of its clock */
export async function openSiteToKill(engine: Engine, now: string) {
  const postgres = engine === "postgres" ? await startPostgres() : undefined;
  const databaseUrl = engine === "sqlite" ? undefined : (postgres?.url ?? engine);
  const config = await testConfig({ databaseUrl });
  const site = await openInstance(config, databaseUrl === undefined ? "sqlite" : "postgres", async () => {
    await postgres?.remove();
    await rm(config.dataDir, { recursive: true, force: true });
  });
  const services: Services = { ...site.services, now: () => new Date(now) };
  const start = () => startBookingProcess({ dataDir: config.dataDir, databaseUrl });
  return { services, start, close: () => site.close() };
}

/** Sends a call to an instance. @throws when it is killed before it answers */
export async function callAt(
  instance: BookingProcess,
  { now, figures }: { now: string; figures: KillFigures },
  call: BookingCall,
): Promise<BookingReport> {
  const { reports } = await instance.run({ now, calls: [call] });
  const report = reports[0] ?? { code: "nothing", ms: 0 };
  const outcome = `${call.do} ${report.code}`;
  figures.acknowledged += 1;
  figures.outcomes[outcome] = (figures.outcomes[outcome] ?? 0) + 1;
  if (report.error !== undefined) figures.wrong.push(report.error);
  return report;
}

/**
 * Runs clients of both instances until one instance is killed, after a random number of acknowledged calls. Clients of the
 * other instance finish their call.
 * @param client calls an instance while it is alive; `number` counts the clients of both from 0
 */
export async function untilKilled(
  instances: readonly BookingProcess[],
  { figures, clients, callsPerRun }: { figures: KillFigures; clients: number; callsPerRun: number },
  client: (instance: BookingProcess, number: number, isAlive: () => boolean) => Promise<void>,
): Promise<void> {
  const enough = figures.acknowledged + 1 + Math.floor(Math.random() * callsPerRun);
  let alive = true;
  const working = instances.flatMap((instance, which) =>
    Array.from({ length: clients }, (_, index) => client(instance, which * clients + index, () => alive)),
  );
  while (figures.acknowledged < enough) await pause(2);
  await pause(Math.random() * MAX_KILL_DELAY_MS);
  alive = false;
  await instances[figures.kills % 2]?.kill();
  await Promise.all(working);
}

/** Picks an item at random. */
export function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to pick from");
  return item;
}

/** Finds damage in an SQLite file; none on PostgreSQL, whose server keeps running. */
export async function findDamage({ config, db }: Services): Promise<string[]> {
  if (config.databaseUrl !== undefined) return [];
  const { rows } = await sql<Record<string, string>>`pragma integrity_check`.execute(db);
  return rows[0]?.integrity_check === "ok" ? [] : [`the database is damaged: ${JSON.stringify(rows)}`];
}

/** Runs a test as a command with the arguments `[KILLS [sqlite|postgres]]`, prints its figures and exits. */
export async function runAsCommand(
  test: (kills: number, engine: Engine) => Promise<KillFigures>,
  [kills = "100", engine = "sqlite"]: readonly string[],
): Promise<never> {
  if (engine !== "sqlite" && engine !== "postgres") throw new Error(`The engine is sqlite or postgres, not ${engine}`);
  const figures = await test(Number(kills), engine);
  console.log(JSON.stringify({ ...figures, wrong: figures.wrong.length }));
  for (const problem of figures.wrong) console.error(problem);
  process.exit(figures.wrong.length === 0 ? 0 : 1);
}
