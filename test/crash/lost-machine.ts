/**
 * `npm run crash:machine [-- TIMES [sqlite|postgres [continuous]]]`: a machine is lost with its folder during bookings, and restored on an
 * empty one from its off-site copy by `npm run restore -- latest`. Bookings acknowledged before that copy began must be there. Backups
 * are five seconds apart here, not an hour. With `continuous` the copy is that of Litestream, which must be on the path.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Config } from "../../app/platform/config.ts";
import type { DatabaseKind } from "../../app/platform/database.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { addDays, dateInNairobi } from "../../app/time/dates.server.ts";
import { sessionsBetween } from "../../app/timetable/class-sessions.server.ts";
import { momentOfBackup, newestBackup } from "../../tools/backup-files.ts";
import { ROOT } from "../../tools/spawn.ts";
import { addMembers, seedGym, setAllPlaces } from "../bookings/booking-gym.ts";
import { createVisitor } from "../support/http-client.ts";
import { openInstance, testConfig } from "../support/open-instance.ts";
import { installedBinaries } from "../support/postgres-server.ts";
import { type SiteProcess, startSiteProcess } from "../support/site-process.ts";
import { addSession, withStore } from "../support/staff.ts";
import { newSiteData, readEngine } from "./stress-command.ts";

const MEMBERS = 200;
/** The most open bookings of one person. */
const SESSIONS_EACH = 6;
const CLIENTS = 4;
const BETWEEN_BACKUPS_MS = 5000;
const MAX_LIFE_MS = 20_000;

const SETTINGS = {
  // Renamed once complete, as the tools of docs/operating.md do.
  BACKUP_COMMAND: "cp {} ../away/part && mv ../away/part ../away/$(basename {})",
  BACKUP_CHECK_COMMAND: "cp ../away/$(ls ../away | grep '^nguvu-' | tail -n 1) {}/",
  BACKUP_PASSPHRASE: "mlima simba chai barabara",
};

type Acknowledged = { userId: string; sessionId: string; at: number };

/** Creates a machine's folder, and on PostgreSQL its server. */
async function newMachine(folder: string, kind: DatabaseKind) {
  const data = await newSiteData(kind, folder, { installed: installedBinaries() });
  const away = join(folder, "away");
  const commands = Object.entries(SETTINGS).map(([name, value]) => [name, value.replaceAll("../away", away)]);
  const backupSettings: Record<string, string> = { ...Object.fromEntries(commands), ...data.environment };
  return { ...data, backupSettings };
}

/** Starts a program. `ended` rejects with its output if it fails. */
function run(command: string, args: readonly string[], settings: Record<string, string> = {}) {
  const ended = promisify(execFile)(command, args, { cwd: ROOT, env: { ...process.env, ...settings } });
  // A program that was killed has no failure to report.
  ended.catch(() => {});
  return { kill: () => ended.child.kill("SIGKILL"), ended };
}

const command = (name: string, args: readonly string[], settings: Record<string, string>) =>
  run(process.execPath, [join(ROOT, "bin", `${name}.ts`), ...args], settings);

/** Loses one machine and restores it on another. */
async function loseMachine(kind: DatabaseKind, isContinuous: boolean) {
  const folder = await mkdtemp(join(tmpdir(), "nguvu-lost-"));
  await mkdir(join(folder, "away"));
  const lost = await newMachine(folder, kind);
  const secret = "a secret that is lost with its machine 81";
  const { dataDir, databaseUrl } = lost;
  const people = await prepareGym(await testConfig({ dataDir, databaseUrl, secret }), kind);
  const settings = { ...lost.backupSettings };
  if (isContinuous) delete settings.BACKUP_COMMAND;
  const site = await startSiteProcess({ ...settings, SECRET: secret });
  const database = join(dataDir, "nguvu.sqlite");
  const replica = `file://${join(folder, "away", "litestream")}`;
  const streaming = isContinuous ? run("litestream", ["replicate", database, replica]) : undefined;

  // Before the first copy, there is nothing to restore.
  while (!isContinuous && (await newestBackup(join(folder, "away"))) === undefined) await pause(50);
  let isAlive = true;
  const acknowledged: Acknowledged[] = [];
  const clients = Array.from({ length: CLIENTS }, (_, number) =>
    book(site, people, number, acknowledged, () => isAlive),
  );
  const life = 5000 + Math.random() * (MAX_LIFE_MS - 5000);
  const until = performance.now() + life;
  let backup: ReturnType<typeof run> | undefined;
  while (performance.now() + BETWEEN_BACKUPS_MS < until) {
    await pause(BETWEEN_BACKUPS_MS);
    if (!isContinuous) backup = command("backup", [], settings);
  }
  await pause(Math.max(0, until - performance.now()));
  isAlive = false;
  site.signalGroup("SIGKILL");
  streaming?.kill();
  backup?.kill();
  const lostAt = Date.now();
  await Promise.all([site.ended, ...clients]);
  await lost.remove();

  const began = performance.now();
  const machine = await newMachine(folder, kind);
  const restoring = performance.now();
  let file = "latest";
  if (isContinuous) {
    file = join(folder, "away", "nguvu.sqlite");
    await run("litestream", ["restore", "-o", file, replica]).ended;
  }
  await command("restore", [file], machine.backupSettings).ended;
  const restoreSeconds = (performance.now() - restoring) / 1000;
  const again = await startSiteProcess(machine.environment);
  const servingSeconds = (performance.now() - began) / 1000;
  // The secret is restored too: people stay signed in.
  const visitor = createVisitor(again.url);
  visitor.setCookie(people[0]?.cookie ?? "");
  const page = await visitor.get("/account");
  if (page.status !== 200) throw new Error(`/account answers ${page.status} to somebody who was signed in`);
  again.signal("SIGTERM");
  await again.ended;

  const stored = await withStore(machine.environment, readBookings);
  const newest = await newestBackup(join(folder, "away"));
  const copied = isContinuous ? lostAt - 5000 : (momentOfBackup(newest ?? "")?.getTime() ?? 0);
  const gone = acknowledged.filter(({ userId, sessionId }) => !stored.has(`${userId} ${sessionId}`));
  const missing = gone.filter(({ at }) => at < copied);
  await machine.remove();
  await rm(folder, { recursive: true, force: true });
  return {
    acknowledged: acknowledged.length,
    /** Bookings acknowledged before the copy began, but missing. */
    missing: missing.length,
    /** Bookings acknowledged after that, and lost with the machine. */
    lost: gone.length - missing.length,
    /** From the oldest missing booking to the loss of the machine. */
    lostSeconds: gone.length === 0 ? 0 : (lostAt - Math.min(...gone.map(({ at }) => at))) / 1000,
    restoreSeconds,
    /** From the empty machine to a serving site. */
    servingSeconds,
  };
}

type Person = { id: string; cookie: string; sessions: string[] };

/** Prepares a gym with places for everybody, and people who are signed in. */
async function prepareGym(config: Config, kind: DatabaseKind): Promise<Person[]> {
  const { services, close } = await openInstance(config, kind, async () => {});
  await seedGym(services);
  await setAllPlaces(services, MEMBERS);
  const today = dateInNairobi(new Date());
  const sessions = (await sessionsBetween(services, addDays(today, 2), addDays(today, 7))).map(({ id }) => id);
  const members = await addMembers(services, MEMBERS);
  const people: Person[] = [];
  for (const { id } of members) {
    people.push({ id, cookie: (await addSession(services, id)).cookie, sessions: sessions.slice(0, SESSIONS_EACH) });
  }
  await close();
  return people;
}

/** Books places for every fourth person until the site is gone. */
async function book(
  site: SiteProcess,
  people: readonly Person[],
  number: number,
  acknowledged: Acknowledged[],
  isAlive: () => boolean,
): Promise<void> {
  for (const { id: userId, cookie, sessions } of people.filter((_, index) => index % CLIENTS === number)) {
    const visitor = createVisitor(site.url);
    visitor.setCookie(cookie);
    for (const sessionId of sessions) {
      if (!isAlive()) return;
      const booked = visitor.post(`/booking?session=${sessionId}`, { name: "", phone: "" }).catch(() => undefined);
      if ((await booked)?.status === 303) acknowledged.push({ userId, sessionId, at: Date.now() });
      await pause(20);
    }
  }
}

/** All bookings, each by its account and session. */
async function readBookings({ db }: Pick<Services, "db">): Promise<Set<string>> {
  const bookings = db.selectFrom("bookings").innerJoin("people", "people.id", "person_id");
  const rows = await bookings.select(["user_id", "session_id"]).execute();
  return new Set(rows.map((row) => `${row.user_id} ${row.session_id}`));
}

if (import.meta.main) {
  const [times = "10", engine, mode] = process.argv.slice(2);
  let missing = 0;
  for (let time = 1; time <= Number(times); time += 1) {
    const figures = await loseMachine(readEngine(engine), mode === "continuous");
    missing += figures.missing;
    console.log(JSON.stringify({ time, ...figures }));
  }
  process.exit(missing === 0 ? 0 : 1);
}
