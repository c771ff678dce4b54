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

export type KillFigures = {
  kills: number;
  acknowledged: number;
  /** Calls in flight when their process died. */
  unanswered: number;
  /** How often each outcome occurred. */
  outcomes: Record<string, number>;
  /** Messages about what is missing, duplicated or incomplete. */
  wrong: string[];
};

/** `sqlite`, `postgres` for a server of the test's own, or the address of an empty PostgreSQL database. */
type Engine = string;

/** A site whose database two instances share. The moment of its clock is `now`. */
export type SiteToKill = { services: Services; instances: BookingProcess[]; figures: KillFigures; now: string };

/** A test that kills one of two instances in each round. */
export type KillTest = {
  now: string;
  /** Fills the database. @returns a function that works until an instance is killed */
  prepare: (services: Services) => Promise<(site: SiteToKill) => Promise<{ killed: number; problems: string[] }>>;
};

/** Runs a test until there were enough kills, and returns its figures. */
export async function runKillTest(
  { now, prepare }: KillTest,
  kills: number,
  engine: Engine = "sqlite",
  report: (line: string) => void = () => {},
): Promise<KillFigures> {
  const postgres = engine === "postgres" ? await startPostgres() : undefined;
  const databaseUrl = engine === "sqlite" ? undefined : (postgres?.url ?? engine);
  const config = await testConfig({ databaseUrl });
  const opened = await openInstance(config, databaseUrl === undefined ? "sqlite" : "postgres", async () => {
    await postgres?.remove();
    await rm(config.dataDir, { recursive: true, force: true });
  });
  const services: Services = { ...opened.services, now: () => new Date(now) };
  const start = () => startBookingProcess({ dataDir: config.dataDir, databaseUrl });
  const figures: KillFigures = { kills: 0, acknowledged: 0, unanswered: 0, outcomes: {}, wrong: [] };
  const site: SiteToKill = { services, instances: [], figures, now };
  try {
    const playRound = await prepare(services);
    site.instances = await Promise.all([start(), start()]);
    while (figures.kills < kills) {
      const { killed, problems } = await playRound(site);
      figures.kills += 1;
      figures.wrong.push(
        ...[...problems, ...(await findDamage(services))].map((text) => `kill ${figures.kills}: ${text}`),
      );
      if (figures.kills < kills) site.instances[killed] = await start();
      if (figures.kills % 20 === 0) report(`${figures.kills} kills, ${figures.acknowledged} acknowledged`);
    }
  } finally {
    await Promise.all(site.instances.map((instance) => instance.kill()));
    await opened.close();
  }
  return figures;
}

/** Sends a call to an instance. @throws when it is killed before it answers */
export async function callAt(
  instance: BookingProcess,
  { now, figures }: SiteToKill,
  call: BookingCall,
): Promise<BookingReport> {
  const { reports } = await instance.run({ now, calls: [call] });
  const report = reports[0] ?? { code: "nothing" };
  const outcome = `${call.do} ${report.code}`;
  figures.acknowledged += 1;
  figures.outcomes[outcome] = (figures.outcomes[outcome] ?? 0) + 1;
  if (report.error !== undefined) figures.wrong.push(report.error);
  return report;
}

/** The clients that send calls to one instance at once. */
export const CLIENTS = 4;

/** An instance is killed after a random number of acknowledged calls, up to this. */
const CALLS_PER_ROUND = 40;

/** The next call of a client, and what to do with its outcome. Clients of both instances are numbered from 0. */
type NextCall = (client: number) => { call: BookingCall; onReport: (report: BookingReport) => void };

/**
 * Runs clients of both instances until one instance is killed. Clients of the other instance finish their call.
 * @returns which was killed, and the calls that it did not answer
 */
export async function untilKilled(
  site: SiteToKill,
  nextCall: NextCall,
): Promise<{ killed: number; unanswered: BookingCall[] }> {
  const { instances, figures } = site;
  const enough = figures.acknowledged + 1 + Math.floor(Math.random() * CALLS_PER_ROUND);
  const unanswered: BookingCall[] = [];
  let alive = true;
  const beClient = async (instance: BookingProcess, number: number) => {
    while (alive) {
      const { call, onReport } = nextCall(number);
      try {
        onReport(await callAt(instance, site, call));
      } catch {
        // The process died with this call in flight.
        unanswered.push(call);
        figures.unanswered += 1;
        return;
      }
    }
  };
  const working = instances.flatMap((instance, which) =>
    Array.from({ length: CLIENTS }, (_, index) => beClient(instance, which * CLIENTS + index)),
  );
  while (figures.acknowledged < enough) await pause(2);
  await pause(Math.random() * MAX_KILL_DELAY_MS);
  alive = false;
  const killed = figures.kills % 2;
  await instances[killed]?.kill();
  await Promise.all(working);
  return { killed, unanswered };
}

/** Picks an item at random. */
export function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to pick from");
  return item;
}

/** Finds damage in an SQLite file; none on PostgreSQL, whose server keeps running. */
async function findDamage({ config, db }: Services): Promise<string[]> {
  if (config.databaseUrl !== undefined) return [];
  const { rows } = await sql<Record<string, string>>`pragma integrity_check`.execute(db);
  return rows[0]?.integrity_check === "ok" ? [] : [`the database is damaged: ${JSON.stringify(rows)}`];
}

/** Runs a test with the arguments of the command line, `[KILLS [sqlite|postgres]]`, prints its figures and exits. */
export async function runAsCommand(test: KillTest): Promise<never> {
  const [kills = "100", engine = "sqlite"] = process.argv.slice(2);
  if (engine !== "sqlite" && engine !== "postgres") throw new Error(`The engine is sqlite or postgres, not ${engine}`);
  const figures = await runKillTest(test, Number(kills), engine, console.log);
  console.log(JSON.stringify({ ...figures, wrong: figures.wrong.length }));
  for (const problem of figures.wrong) console.error(problem);
  process.exit(figures.wrong.length === 0 ? 0 : 1);
}
