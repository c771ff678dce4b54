/** Shared parts of tests that kill one of two instances on one database at random moments: calls, the kill, figures. */
import { setTimeout as pause } from "node:timers/promises";
import type { Services } from "../../app/platform/services.ts";
import {
  type BookingCall,
  type BookingProcess,
  type BookingReport,
  startBookingProcess,
} from "../bookings/booking-processes.ts";
import { openInstance, testConfig } from "../support/open-instance.ts";
import { RandomRun } from "../support/random-run.ts";
import { findDamage, readFrom } from "./stored-data.ts";
import { exitWith, newSiteData, readEngine } from "./stress-command.ts";

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
  const data = await newSiteData(engine === "postgres" ? engine : "sqlite");
  const databaseUrl = engine === "sqlite" ? undefined : (data.databaseUrl ?? engine);
  const config = await testConfig({ dataDir: data.dataDir, databaseUrl });
  const opened = await openInstance(config, databaseUrl === undefined ? "sqlite" : "postgres", data.remove);
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
        ...[...problems, ...(await findDamage(readFrom(services.db), opened.kind))].map(
          (text) => `kill ${figures.kills}: ${text}`,
        ),
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

/** Other choices in each run. */
export const random = new RandomRun(Date.now());

/** The clients that send calls to one instance at once. */
export const CLIENTS = 4;

/** An instance is killed after a random number of acknowledged calls, up to this. */
const CALLS_PER_ROUND = 40;

/** The calls of a round. Those in flight when their process died have no report. */
export type Round = { sent: BookingCall[]; reports: Map<BookingCall, BookingReport> };

/**
 * Runs clients of both instances until one instance is killed. Clients of the other instance finish their call.
 * @param nextCall the next call of a client; clients of both instances are numbered from 0
 */
export async function untilKilled(
  site: SiteToKill,
  nextCall: (client: number, round: Round) => BookingCall,
): Promise<Round & { killed: number }> {
  const { instances, figures } = site;
  const enough = figures.acknowledged + 1 + random.below(CALLS_PER_ROUND);
  const round: Round = { sent: [], reports: new Map() };
  let alive = true;
  const beClient = async (instance: BookingProcess, number: number) => {
    while (alive) {
      const call = nextCall(number, round);
      round.sent.push(call);
      try {
        round.reports.set(call, await callAt(instance, site, call));
      } catch {
        figures.unanswered += 1;
        return;
      }
    }
  };
  const working = instances.flatMap((instance, which) =>
    Array.from({ length: CLIENTS }, (_, index) => beClient(instance, which * CLIENTS + index)),
  );
  while (figures.acknowledged < enough) await pause(2);
  await pause(random.below(MAX_KILL_DELAY_MS));
  alive = false;
  const killed = figures.kills % 2;
  await instances[killed]?.kill();
  await Promise.all(working);
  return { ...round, killed };
}

/** The calls that were acknowledged as done. */
export function doneIn({ sent, reports }: Round): BookingCall[] {
  return sent.filter((call) => reports.get(call)?.code === "done");
}

/** The calls of one kind. */
export function callsTo<Do extends BookingCall["do"]>(what: Do, calls: readonly BookingCall[]) {
  return calls.filter((call): call is Extract<BookingCall, { do: Do }> => call.do === what);
}

/** Runs a test with the arguments of the command line, `[KILLS [sqlite|postgres]]`, prints its figures and exits. */
export async function runAsCommand(test: KillTest): Promise<never> {
  const [kills = "100", engine] = process.argv.slice(2);
  const figures = await runKillTest(test, Number(kills), readEngine(engine), console.log);
  return exitWith({ ...figures, wrong: figures.wrong.length }, figures.wrong);
}
