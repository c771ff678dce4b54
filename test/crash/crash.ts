/**
 * `npm run crash [-- KILLS [sqlite|postgres|power|unsynced]]`: a real server process takes forms from several visitors and a
 * member of staff, who publishes, schedules and uploads, and is killed with SIGKILL at random moments. What was acknowledged
 * must be there afterwards, once, and nothing half-written. On PostgreSQL only the site is killed.
 *
 * With `power`, the machine loses its power at each kill, and with it what SQLite had not synced (power-loss.ts). `unsynced`
 * shows that this test finds losses: there, no commit counts as synced.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { DatabaseKind } from "../../app/platform/database.server.ts";
import {
  addressNumber,
  contactForm,
  createVisitor,
  olderStamp,
  PASSWORD,
  type TestVisitor,
} from "../support/http-client.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { startSiteProcess } from "../support/site-process.ts";
import { addStaffMemberTo, withStore } from "../support/staff.ts";
import {
  beStaff,
  type ConsoleAcknowledged,
  type ConsoleRun,
  compareConsole,
  makeDue,
  nothingAcknowledged,
  type Read,
  type Row,
  startConsoleRun,
} from "./crash-console.ts";
import { type PowerLoss, powerLossOf } from "./power-loss.ts";

const CLIENTS = 4;
/** The site is killed after a random number of acknowledged forms, up to this: slow machines test as much. */
const FORMS_PER_RUN = 16;
const MAX_KILL_DELAY_MS = 80;
const MAX_RUN_MS = 8000;
/** The site checks schedules every second: every other run lasts long enough for that. */
const MAX_DUE_DELAY_MS = 1600;

/** The changes that the site acknowledged. */
type Acknowledged = { users: Set<string>; saved: Map<string, Set<string>>; enquiries: Set<string> };

/**
 * Runs the test and returns its figures. The build must exist.
 * @param findPower simulates a loss of power at each kill
 */
export async function crashTest(
  kills: number,
  kind: DatabaseKind = "sqlite",
  report: (line: string) => void = () => {},
  findPower?: (dataDir: string) => Promise<PowerLoss>,
) {
  const dataDir = await mkdtemp(join(tmpdir(), "nguvu-crash-"));
  const postgres = kind === "postgres" ? await startPostgres() : undefined;
  const environment = { DATA_DIR: dataDir, ...(postgres && { DATABASE_URL: postgres.url }) };
  const read: Read = (query) => withStore(environment, async ({ db }) => (await sql.raw<Row>(query).execute(db)).rows);
  const acknowledged: Acknowledged = { users: new Set(), saved: new Map(), enquiries: new Set() };
  const atConsole = nothingAcknowledged();
  const power = await findPower?.(dataDir);
  let writesLost = 0;
  let staff: ConsoleRun | undefined;
  /** What was acknowledged and is missing, partial or duplicated. */
  const lost: string[] = [];
  const run = { number: 0, unanswered: 0, stamp: "", slugs: [] as string[] };
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const site = await startSiteProcess({
        ...environment,
        TRUSTED_PROXIES: "127.0.0.1",
        ...power?.settings,
      });
      if (kill === 1) {
        run.stamp = await olderStamp(dataDir);
        const classes = await read("select slug from entries where type = 'class'");
        run.slugs = classes.map(({ slug }) => String(slug));
        const { cookie } = await addStaffMemberTo(environment, "owner", { name: "Wanjiru" });
        staff = await startConsoleRun(read, cookie);
      }
      let alive = true;
      const isAlive = () => alive;
      const clients = Array.from({ length: CLIENTS }, () => beClient(site.url, run, acknowledged, isAlive));
      if (staff !== undefined) clients.push(beStaff(site.url, staff, atConsole, isAlive));
      await untilKilled(acknowledged);
      if (kill % 2 === 0) await untilUploaded(atConsole);
      site.signalGroup("SIGKILL");
      alive = false;
      await Promise.all([site.ended, ...clients]);
      writesLost += (await power?.cut()) ?? 0;
      const problems = await compare(read, kind, acknowledged).catch(unreadable);
      if (staff !== undefined && problems.length === 0)
        problems.push(...(await compareConsole(read, staff, atConsole)));
      lost.push(...problems.map((problem) => `kill ${kill}: ${problem}`));
      // The next comparison would only repeat it.
      if (problems.length > 0) break;
      await makeDue(read);
      if (kill % 20 === 0) report(`${kill} kills, ${countOf(acknowledged)} acknowledged, ${lost.length} lost`);
    }
  } finally {
    power?.remove();
    await postgres?.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
  return {
    kills,
    signUps: acknowledged.users.size,
    savedClasses: [...acknowledged.saved.values()].reduce((sum, slugs) => sum + slugs.size, 0),
    enquiries: acknowledged.enquiries.size,
    published: atConsole.prices.size,
    /** Scheduled changes that were published. */
    scheduled: atConsole.publishedAnswers.size,
    uploads: atConsole.pictures.size,
    /** Changes of weekly slots, each of which cancelled a class. */
    weekChanges: atConsole.slots.size,
    /** Writes that a loss of power undid, in whole or in part. */
    writesLost,
    /** Forms in flight when the process died: stored or not, but never in part. */
    unanswered: run.unanswered + (staff?.unanswered ?? 0),
    lost,
  };
}

/** Waits for another upload, as the first one starts the encoder, then long enough for due schedules. */
async function untilUploaded({ pictures }: ConsoleAcknowledged): Promise<void> {
  const before = pictures.size;
  const latest = performance.now() + MAX_RUN_MS;
  while (pictures.size === before && performance.now() < latest) await pause(5);
  await pause(Math.random() * MAX_DUE_DELAY_MS);
}

/** Waits until the random moment of the kill. */
async function untilKilled(acknowledged: Acknowledged): Promise<void> {
  const enough = countOf(acknowledged) + Math.floor(Math.random() * FORMS_PER_RUN);
  const latest = performance.now() + MAX_RUN_MS;
  while (countOf(acknowledged) < enough && performance.now() < latest) await pause(5);
  await pause(Math.random() * MAX_KILL_DELAY_MS);
}

type Run = { number: number; unanswered: number; stamp: string; slugs: readonly string[] };

/** Signs up, saves classes and writes to the desk until the site is gone. */
async function beClient(url: string, run: Run, acknowledged: Acknowledged, isAlive: () => boolean): Promise<void> {
  try {
    while (isAlive()) {
      run.number += 1;
      const visitor = createVisitor(url, addressNumber(run.number));
      const email = `visitor-${run.number}@example.com`;
      await sendEnquiry(visitor, run, acknowledged);
      const signedUp = await visitor.post("/signup", { email, password: PASSWORD });
      if (signedUp.status !== 303) continue;
      acknowledged.users.add(email);
      const stored = new Set<string>();
      acknowledged.saved.set(email, stored);
      for (const slug of [...run.slugs].sort(() => Math.random() - 0.5).slice(0, 4)) {
        const saved = await visitor.post("/saved-classes", { class: slug, do: "save", back: "/classes" });
        if (saved.status === 303) stored.add(slug);
      }
      await sendEnquiry(visitor, run, acknowledged);
    }
  } catch {
    // The process died with this form in flight.
    run.unanswered += 1;
  }
}

async function sendEnquiry(visitor: TestVisitor, run: Run, acknowledged: Acknowledged): Promise<void> {
  run.number += 1;
  const comment = `Question ${run.number}`;
  const { status } = await visitor.post("/contact", contactForm(run.stamp, { comment }));
  if (status === 303) acknowledged.enquiries.add(comment);
}

/** Problems that the checks of an SQLite file find; none on PostgreSQL, whose server keeps running. */
async function findDamage(read: Read, kind: DatabaseKind): Promise<string[]> {
  if (kind === "postgres") return [];
  const [check] = await read("pragma integrity_check");
  const hasBrokenKey = (await read("pragma foreign_key_check")).length > 0;
  return [
    ...(check?.integrity_check === "ok" ? [] : [`the database is damaged: ${String(check?.integrity_check)}`]),
    ...(hasBrokenKey ? ["a foreign key is broken"] : []),
  ];
}

/** A database so damaged that it can't be queried. */
function unreadable(error: unknown): string[] {
  return [`the database can't be read: ${error instanceof Error ? error.message : String(error)}`];
}

/** Compares what was acknowledged with what is stored. */
async function compare(read: Read, kind: DatabaseKind, acknowledged: Acknowledged): Promise<string[]> {
  const problems = await findDamage(read, kind);
  const users = new Map(
    (await read('select email, "savedShows" as saved from users')).map((row) => [
      String(row.email),
      new Set<unknown>(JSON.parse(String(row.saved))),
    ]),
  );
  for (const email of acknowledged.users) if (!users.has(email)) problems.push(`the account of ${email} is gone`);
  for (const [email, slugs] of acknowledged.saved) {
    for (const slug of slugs) if (!users.get(email)?.has(slug)) problems.push(`${email} lost the class ${slug}`);
  }
  const incomplete = await read('select email from users where id not in (select "userId" from accounts)');
  for (const { email } of incomplete) problems.push(`${String(email)} exists but can't sign in`);

  const enquiries = new Map<string, number>();
  for (const { comment } of await read("select comment from enquiries")) {
    enquiries.set(String(comment), (enquiries.get(String(comment)) ?? 0) + 1);
  }
  for (const comment of acknowledged.enquiries) if (!enquiries.has(comment)) problems.push(`"${comment}" is gone`);
  for (const [comment, times] of enquiries) if (times > 1) problems.push(`"${comment}" is there ${times} times`);
  // In one statement: on PostgreSQL a query of the killed process may finish between two.
  const [counts] = await read(
    "select (select count(*) from enquiry_fingerprints) as marks, (select count(*) from enquiries) as stored",
  );
  if (Number(counts?.marks) !== Number(counts?.stored))
    problems.push("enquiries and their fingerprints differ in number");
  return problems;
}

function countOf(acknowledged: Acknowledged): number {
  return (
    acknowledged.users.size +
    acknowledged.enquiries.size +
    [...acknowledged.saved.values()].reduce((sum, slugs) => sum + slugs.size, 0)
  );
}

if (import.meta.main) {
  const { buildIfNeeded } = await import("../../bin/build.ts");
  await buildIfNeeded();
  const [, , kills = "200", machine = "sqlite"] = process.argv;
  const machines = ["sqlite", "postgres", "power", "unsynced"];
  if (!machines.includes(machine)) throw new Error(`The machine is one of ${machines.join(", ")}, not ${machine}`);
  const losesPower = machine === "power" || machine === "unsynced";
  const figures = await crashTest(
    Number(kills),
    machine === "postgres" ? "postgres" : "sqlite",
    console.log,
    losesPower ? (dataDir) => powerLossOf(dataDir, { ignoresSync: machine === "unsynced" }) : undefined,
  );
  console.log(JSON.stringify({ ...figures, lost: figures.lost.length }));
  for (const problem of figures.lost) console.error(problem);
  process.exit(figures.lost.length === 0 ? 0 : 1);
}
