/**
 * `npm run crash [-- KILLS [sqlite|postgres|power|unsynced]]`: a real server process takes forms from several visitors and a
 * member of staff, who publishes, schedules and uploads, and is killed with SIGKILL at random moments. What was acknowledged
 * must be there afterwards, once, and nothing half-written. On PostgreSQL only the site is killed.
 *
 * With `power`, the machine loses its power at each kill, and with it what SQLite had not synced (power-loss.ts). `unsynced`
 * shows that this test finds losses: there, no commit counts as synced.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseKind } from "../../app/platform/database.server.ts";
import { contactForm, createVisitor, olderStamp, PASSWORD } from "../support/http-client.ts";
import { startSiteProcess } from "../support/site-process.ts";
import { addStaffMember, withStore } from "../support/staff.ts";
import { beStaff, compareConsole, nothingAcknowledged, startConsoleRun, untilGone } from "./crash-console.ts";
import { type PowerLoss, powerLossOf } from "./power-loss.ts";
import { findDamage, findLost, type Read, readFrom, readTexts } from "./stored-data.ts";
import { exitWith, newSiteData, readEngine } from "./stress-command.ts";

const CLIENTS = 4;
/** The site is killed after a random number of acknowledged forms, from 1 to this: slow machines test as much. */
const FORMS_PER_RUN = 16;
const MAX_KILL_DELAY_MS = 80;
const MAX_RUN_MS = 8000;
/** The site checks schedules every second: every other run lasts long enough for that. */
const MAX_DUE_DELAY_MS = 1600;

/** The forms of visitors that the site acknowledged: by address, by class and address, and by comment. */
export type Acknowledged = Record<"users" | "saved" | "enquiries", Set<string>>;

/** Counts over all kills, so that no two forms are the same. */
type Run = { number: number; unanswered: number; stamp: string; slugs: readonly string[] };

/** Begins a run of visitors on a new site. */
export async function startVisitors(read: Read, dataDir: string): Promise<{ run: Run; acknowledged: Acknowledged }> {
  const slugs = await readTexts(read, "select slug from entries where type = 'class'");
  const acknowledged = { users: new Set<string>(), saved: new Set<string>(), enquiries: new Set<string>() };
  return { run: { number: 0, unanswered: 0, stamp: await olderStamp(dataDir), slugs }, acknowledged };
}

/** Works as several visitors until the site is gone. */
export function beVisitors(url: string, run: Run, acknowledged: Acknowledged, isAlive: () => boolean) {
  return Array.from({ length: CLIENTS }, () => untilGone(() => beVisitor(url, run, acknowledged), run, isAlive));
}

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
  const { dataDir, environment, remove } = await newSiteData(kind);
  const read = readerOf(environment);
  const atConsole = nothingAcknowledged();
  const power = await findPower?.(dataDir);
  const start = () => startSiteProcess({ ...environment, TRUSTED_PROXIES: "127.0.0.1", ...power?.settings });
  let writesLost = 0;
  /** What was acknowledged and is missing, partial or duplicated. */
  const lost: string[] = [];
  try {
    const first = await start();
    const { run, acknowledged } = await startVisitors(read, dataDir);
    const { cookie } = await withStore(environment, (store) => addStaffMember(store, "owner", { name: "Wanjiru" }));
    const staff = await startConsoleRun(read, cookie);
    for (let kill = 1; kill <= kills; kill += 1) {
      const site = kill === 1 ? first : await start();
      let alive = true;
      const isAlive = () => alive;
      const clients = beVisitors(site.url, run, acknowledged, isAlive);
      clients.push(beStaff(site.url, staff, atConsole, isAlive));
      const enough = countOf(acknowledged) + 1 + Math.floor(Math.random() * FORMS_PER_RUN);
      await waitUntil(() => countOf(acknowledged) >= enough, MAX_KILL_DELAY_MS);
      // Another upload, as the first one starts the encoder; then long enough for due schedules.
      const uploads = atConsole.pictures.size;
      if (kill % 2 === 0) await waitUntil(() => atConsole.pictures.size > uploads, MAX_DUE_DELAY_MS);
      site.signalGroup("SIGKILL");
      alive = false;
      await Promise.all([site.ended, ...clients]);
      writesLost += (await power?.cut()) ?? 0;
      const problems = await compare(read, kind, acknowledged).catch((error) => [
        `the database can't be read: ${error}`,
      ]);
      if (problems.length === 0) problems.push(...(await compareConsole(read, staff, atConsole)));
      lost.push(...problems.map((problem) => `kill ${kill}: ${problem}`));
      // The next comparison would only repeat it.
      if (problems.length > 0) break;
      // Every scheduled change is due at the next start.
      await read(`update entry_schedules set due_at = '${new Date().toISOString()}'`);
      if (kill % 20 === 0) report(`${kill} kills, ${countOf(acknowledged)} acknowledged, ${lost.length} lost`);
    }
    return {
      kills,
      signUps: acknowledged.users.size,
      savedClasses: acknowledged.saved.size,
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
      unanswered: run.unanswered + staff.unanswered,
      lost,
    };
  } finally {
    power?.remove();
    await remove();
  }
}

/** Waits for a result, but no longer than a run may take, and then for a random time. */
async function waitUntil(isReached: () => boolean, maxDelayMs: number): Promise<void> {
  const latest = performance.now() + MAX_RUN_MS;
  while (!isReached() && performance.now() < latest) await pause(5);
  await pause(Math.random() * maxDelayMs);
}

/** Signs up, saves classes and writes to the desk before and afterwards. */
async function beVisitor(url: string, run: Run, { users, saved, enquiries }: Acknowledged): Promise<void> {
  run.number += 1;
  // Addresses of the benchmarking network (RFC 2544).
  const visitor = createVisitor(url, `198.18.${(run.number >> 8) & 255}.${run.number & 255}`);
  const email = `visitor-${run.number}@example.com`;
  const sendEnquiry = async () => {
    run.number += 1;
    const comment = `Question ${run.number}`;
    const { status } = await visitor.post("/contact", contactForm(run.stamp, { comment }));
    if (status === 303) enquiries.add(comment);
  };
  await sendEnquiry();
  if ((await visitor.post("/signup", { email, password: PASSWORD })).status !== 303) return;
  users.add(email);
  for (const slug of [...run.slugs].sort(() => Math.random() - 0.5).slice(0, 4)) {
    const { status } = await visitor.post("/saved-classes", { class: slug, do: "save", back: "/classes" });
    if (status === 303) saved.add(`${slug} of ${email}`);
  }
  await sendEnquiry();
}

/** Reads the database of a site, which need not be running. */
export const readerOf =
  (environment: Record<string, string>): Read =>
  (query) =>
    withStore(environment, ({ db }) => readFrom(db)(query));

/** A sentence for each account without a password, and for a number of fingerprints that is not the number of enquiries. */
const WRONG = `select email || ' exists but can''t sign in' from users where id not in (select "userId" from accounts) union all
  select 'enquiries and their fingerprints differ in number'
  where (select count(*) from enquiry_fingerprints) <> (select count(*) from enquiries)`;

/** Compares what was acknowledged with what is stored. */
export async function compare(read: Read, kind: DatabaseKind, acknowledged: Acknowledged): Promise<string[]> {
  const damage = await findDamage(read, kind);
  const saved = (await read('select email, "savedShows" as saved from users')).flatMap((user) => {
    const slugs: string[] = JSON.parse(String(user.saved));
    return slugs.map((slug) => `${slug} of ${user.email}`);
  });
  return [
    ...damage,
    ...findLost("account", acknowledged.users, await readTexts(read, "select email from users")),
    ...findLost("saved class", acknowledged.saved, saved),
    ...findLost("enquiry", acknowledged.enquiries, await readTexts(read, "select comment from enquiries")),
    ...(await readTexts(read, WRONG)),
  ];
}

export function countOf({ users, saved, enquiries }: Acknowledged): number {
  return users.size + saved.size + enquiries.size;
}

if (import.meta.main) {
  const { buildIfNeeded } = await import("../../bin/build.ts");
  await buildIfNeeded();
  const [, , kills = "200", machine = "sqlite"] = process.argv;
  const losesPower = machine === "power" || machine === "unsynced";
  const figures = await crashTest(
    Number(kills),
    losesPower ? "sqlite" : readEngine(machine),
    console.log,
    losesPower ? (dataDir) => powerLossOf(dataDir, { ignoresSync: machine === "unsynced" }) : undefined,
  );
  exitWith({ ...figures, lost: figures.lost.length }, figures.lost);
}
