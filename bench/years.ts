/**
 * A gym in its first week and after ten years: the cost of each page of the console, each page of a member and each job, and the
 * waits of others meanwhile. On SQLite also whether deleted data is gone from the files.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { findFeed } from "../app/bookings/feed-tokens.server.ts";
import { runBookingJobs } from "../app/bookings/jobs.server.ts";
import type { DatabaseKind } from "../app/platform/database.server.ts";
import type { Services } from "../app/platform/services.ts";
import { addDays, dateInNairobi } from "../app/time/dates.server.ts";
import { sessionsBetween } from "../app/timetable/class-sessions.server.ts";
import { CLEANUP_JOBS } from "../host/start/jobs.ts";
import { analyze, consolePaths } from "../test/support/console-pages.ts";
import { createVisitor } from "../test/support/http-client.ts";
import { openInstance, testConfig } from "../test/support/open-instance.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { largestFormIn } from "../test/support/served-forms.ts";
import type { Goal, Report, Table } from "./report.ts";
import { type BenchSite, processorMicroseconds, residentMb, startSite } from "./site.ts";
import { startWatcher, type Waits, type Watcher, waitsOf, waitsWhile } from "./watcher.ts";
import { findTraces } from "./years-erasure.ts";
import {
  BOOKED_DAYS,
  databaseMb,
  FIRST_WEEK,
  type FilledGym,
  fillYears,
  type GymSize,
  NEWCOMERS,
  REGULARS,
  TEN_YEARS,
} from "./years-fill.ts";

const SECRET = "the secret of the filled site 91c2d4";
const WARM_UP = 2;
/** The system counts processor time in hundredths of a second. */
const REQUESTS = 30;
const READERS_AT_ONCE = 20;
const PUBLISHED = 10;
/** Time for work after a response: emails are sent, and published pages are compressed better. */
const AFTER_MS = 2000;
const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Limits of a page's processor time, and of waits caused by others. */
const MOST_PAGE_MS = 50;
const MOST_WAIT_MS = 200;

/** The cost of one page or job. */
type Cost = { processorMs: number; own: Waits; others: Waits };
type ActionCost = { seconds: number; mostMb: number; others: Waits };
type Measured = {
  pages: Map<string, Cost>;
  acts: Map<string, ActionCost>;
  jobs: Map<string, Cost>;
  notes: string[];
  problems: string[];
};

/** Ids, keys and dates in the addresses of a filled site. */
type Names = { session: string; booking: string; feeds: string[]; closedDate: string; burstSession: string };

type Running = { site: BenchSite; watcher: Watcher; filled: FilledGym; names: Names; measured: Measured };

async function measure(kind: DatabaseKind, size: GymSize): Promise<Measured> {
  const postgres = kind === "postgres" ? await startPostgres({ isDurable: true }) : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), "nguvu-bench-years-"));
  const config = await testConfig({ dataDir, databaseUrl: postgres?.url, secret: SECRET });
  const open = () => openInstance(config, kind, async () => {});
  const measured: Measured = { pages: new Map(), acts: new Map(), jobs: new Map(), notes: [], problems: [] };
  try {
    const filling = await open();
    const started = performance.now();
    const filled = await fillYears(filling.services, size);
    const seconds = Math.round((performance.now() - started) / 1000);
    if (kind === "postgres") await analyze(filling.services.db);
    const note = `${kind}, ${size.days} days: filled in ${seconds} s, ${await databaseMb(filling.services)} MB.`;
    console.log(`  ${note}`);
    measured.notes.push(note);
    // So that the jobs measured later have the work of an hour.
    for (const job of CLEANUP_JOBS) await job.run(filling.services);
    const names = await namesOf(filling.services, filled);
    await filling.close();

    // Otherwise the site's first writes would wait for the disk, which is still busy with the filled-in rows.
    await promisify(execFile)("sync");
    const environment = { SECRET, STAFF_EMAIL: "desk@nguvu.example", ...(postgres && { DATABASE_URL: postgres.url }) };
    const whileRunning = async (work: (running: Running) => Promise<void>) => {
      const site = await startSite(environment, dataDir);
      await (await fetch(site.url)).arrayBuffer();
      await untilIdle(site.pid);
      const watcher = await startWatcher(site.url);
      try {
        await work({ site, watcher, filled, names, measured });
      } finally {
        await watcher.stop();
        await site.stop();
      }
    };
    await whileRunning(measurePages);
    // In a separate process, whose memory is that of the acts.
    await whileRunning(measureActions);
    if (kind === "postgres") {
      await whileRunning(async ({ site }) => {
        const second = await startSite(environment);
        const longest = Math.round(await untilVisible(site, second, filled).finally(() => second.stop()));
        measured.notes.push(`Published on one instance, seen on the other: ${PUBLISHED} times, ${longest} ms at most.`);
      });
    }

    const working = await open();
    working.passTime(60 * 60_000);
    for (const { name, run } of [...CLEANUP_JOBS, { name: runBookingJobs.name, run: runBookingJobs }]) {
      const cost = await measureJob(working.services, run);
      measured.jobs.set(measured.jobs.has(name) ? `${name}, again` : name, cost);
    }
    if (kind === "sqlite") {
      const { written, deleted } = await findTraces(working);
      measured.notes.push(
        `In the files: ${written} texts of accounts, enquiries and pictures; ${deleted} of them after their deletion.`,
      );
      if (written === 0) measured.problems.push("no text was found before its deletion");
    }
    await working.close();
    return measured;
  } finally {
    await postgres?.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function namesOf(services: Services, { members }: FilledGym): Promise<Names> {
  const today = dateInNairobi(services.now());
  const on = async (date: string) => (await sessionsBetween(services, date, date))[0]?.id ?? "";
  const booking = await services.db
    .selectFrom("bookings")
    .select("id")
    .where("person_id", "=", members[0]?.id ?? "")
    .orderBy("booked_at", "desc")
    .executeTakeFirstOrThrow();
  const feeds: string[] = [];
  for (const { id } of members.slice(0, REGULARS)) feeds.push((await findFeed(services, id))?.token ?? "");
  return {
    session: await on(addDays(today, 1)),
    booking: booking.id,
    feeds,
    closedDate: addDays(today, BOOKED_DAYS - 2),
    burstSession: await on(addDays(today, BOOKED_DAYS + 1)),
  };
}

/** Waits for work that the first page starts: jobs, and better compression of pages. */
async function untilIdle(pid: number): Promise<void> {
  for (let used = -1; used === -1 || processorMicroseconds(pid) - used > 50_000; ) {
    used = processorMicroseconds(pid);
    await pause(1000);
  }
}

async function measurePages({ site, watcher, filled, names, measured }: Running): Promise<void> {
  const { content, ownerCookie, trainerCookie, members } = filled;
  const memberPaths = [
    ...["/account", "/account/bookings", "/account/data", "/account/password", "/account/delete", "/classes"],
    ...[`/booking?session=${names.session}`, `/booking/cancel?booking=${names.booking}`],
    `/calendar.ics?key=${names.feeds[0]}`,
  ];
  const pages: [path: string, cookie: string][] = [
    ...memberPaths.map((path): [string, string] => [path, members[0]?.cookie ?? ""]),
    ...consolePaths(content).map((path): [string, string] => [path, ownerCookie]),
    // A separate name, as other roles search with other permissions.
    ...["712", "wanjiru"].map((typed): [string, string] => [`/staff/search?q=${typed}&by=trainer`, trainerCookie]),
    ...["712", "42"].map((typed): [string, string] => [`/staff/search?q=${typed}`, ownerCookie]),
  ];
  for (const [path, cookie] of pages) {
    const ask = async () => {
      const response = await fetch(site.url + path, { headers: { Cookie: cookie }, redirect: "manual" });
      await response.arrayBuffer();
      return response.status;
    };
    const statuses = new Set<number>();
    for (let request = 0; request < WARM_UP; request += 1) statuses.add(await ask());
    // Pictures of this database have no files, and people past the second step get no new recovery codes.
    const wrong = [...statuses].filter((status) => status >= 400 && status !== 404);
    measured.problems.push(...wrong.map((status) => `${path}: ${status}`));
    const times: number[] = [];
    const used = processorMicroseconds(site.pid);
    const { waits } = await watcher.during(async () => {
      for (let request = 0; request < REQUESTS; request += 1) {
        const started = performance.now();
        await ask();
        times.push(performance.now() - started);
      }
    });
    const processorMs = (processorMicroseconds(site.pid) - used) / 1000 / REQUESTS;
    const name = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{20}/, "…").replace(/(key=).*/, "$1…");
    measured.pages.set(name, { processorMs, own: waitsOf(times), others: waits });
  }
}

async function measureActions(running: Running): Promise<void> {
  const { site, filled, names, measured } = running;
  const { ownerCookie, members } = filled;
  const regulars = members.slice(0, REGULARS);
  const get = async (path: string, cookie = "") => {
    const response = await fetch(site.url + path, { headers: { Cookie: cookie } });
    await response.arrayBuffer();
    if (response.status !== 200) measured.problems.push(`${path}: ${response.status}`);
  };
  const book = async (session: string, cookie: string) => {
    const response = await fetch(`${site.url}/booking?session=${session}`, {
      ...{ method: "POST", redirect: "manual", body: new URLSearchParams({ name: "", phone: "" }) },
      headers: { Cookie: cookie, Origin: site.url, "Sec-Fetch-Site": "same-origin" },
    });
    await response.arrayBuffer();
    if (response.status !== 303) measured.problems.push(`a booking of ${session}: ${response.status}`);
  };
  const act = async (name: string, work: () => Promise<unknown>, afterMs = 0) => {
    measured.acts.set(name, await measureAct(running, work, afterMs));
    await untilIdle(site.pid);
  };

  // The first pages of a process compile their code, and cost ten times as much.
  for (const { cookie } of regulars.slice(0, READERS_AT_ONCE)) await get("/account/bookings", cookie);
  await act(`${REGULARS} members read My bookings, ${READERS_AT_ONCE} at once`, () =>
    someAtOnce(regulars, ({ cookie }) => get("/account/bookings", cookie)),
  );
  await act(`${REGULARS} personal calendars, ${READERS_AT_ONCE} at once`, () =>
    someAtOnce(names.feeds, (feed) => get(`/calendar.ics?key=${feed}`)),
  );
  await act("an export of all enquiries", () => get("/staff/enquiries.csv?state=all", ownerCookie));

  const client = createVisitor(site.url);
  client.setCookie(ownerCookie);
  await act(
    "closing a day of 28 classes, with its mails",
    async () => {
      const { closedDate: date } = names;
      const fields = { do: "close", days: "", from: date, to: date, note: "Water", shown: `${date} ${date}` };
      const { status } = await client.post("/staff/timetable/closures", new URLSearchParams(fields));
      if (status !== 303) measured.problems.push(`closing a day: ${status}`);
    },
    AFTER_MS,
  );
  const visitors = members.slice(-NEWCOMERS);
  await act(
    `${NEWCOMERS} bookings of one class at once, with their mails`,
    () => Promise.all(visitors.map(({ cookie }) => book(names.burstSession, cookie))),
    AFTER_MS,
  );

  const classPage = "/staff/content/class/cycling";
  await act(
    "publishing a class, then each page that shows it",
    async () => {
      const fields = largestFormIn((await client.get(classPage)).text, classPage);
      fields.set("summary", "Spin to the beat, up every hill.");
      fields.set("do", "publish");
      const { status, location } = await client.post(classPage, fields);
      if (status !== 303 || !location?.endsWith("published"))
        measured.problems.push(`publishing a class: ${status} ${location}`);
      for (const path of ["/", "/classes", "/classes/cycling", "/schedule/week", "/schedule/calendar"]) await get(path);
    },
    AFTER_MS,
  );

  const dated = [
    ...DAYS.map((day) => `/schedule/${day}`),
    ...["/schedule/week", "/schedule/calendar", "/schedule.ics"],
    ...["cycling", "boxing", "karate", "running", "mma", "yoga", "fitness", "crossfit"].map(
      (slug) => `/classes/${slug}`,
    ),
  ];
  // Earlier bookings have changed the availability.
  await act(`${dated.length} dated pages at once, made anew`, () => Promise.all(dated.map((path) => get(path))));
}

/** The longest time in milliseconds from the click on Publish on one instance until the other shows the change. */
async function untilVisible(first: BenchSite, second: BenchSite, { ownerCookie, content }: FilledGym): Promise<number> {
  const client = createVisitor(first.url);
  client.setCookie(ownerCookie);
  const path = `/staff/content/plan/${content.slugs.get("plan")}`;
  let longest = 0;
  for (let number = 0; number < PUBLISHED; number += 1) {
    const fields = largestFormIn((await client.get(path)).text, path);
    const tier = `Tier ${number} ${Date.now() % 10_000}`;
    fields.set("tier", tier);
    fields.set("do", "publish");
    const started = performance.now();
    const { status } = await client.post(path, fields);
    if (status !== 303) throw new Error(`Publishing responded ${status}`);
    while (!(await (await fetch(`${second.url}/pricing`)).text()).includes(tier)) await pause(20);
    longest = Math.max(longest, performance.now() - started);
  }
  return longest;
}

async function someAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: READERS_AT_ONCE }, next));
}

async function measureAct(
  { site, watcher }: Running,
  work: () => Promise<unknown>,
  afterMs: number,
): Promise<ActionCost> {
  let mostMb = residentMb(site.pid);
  let isRunning = true;
  // Rejects when the site has ended, which ends the act.
  const sampling = (async () => {
    for (; isRunning; await pause(50)) mostMb = Math.max(mostMb, residentMb(site.pid));
  })();
  try {
    const { result: seconds, waits } = await watcher.during(async () => {
      const started = performance.now();
      await Promise.race([work(), sampling]);
      const taken = (performance.now() - started) / 1000;
      await pause(afterMs);
      return taken;
    });
    return { seconds, mostMb, others: waits };
  } finally {
    isRunning = false;
  }
}

/** Runs a job in this process, where a statement every few milliseconds waits like a visitor's statements. */
async function measureJob(services: Services, job: (services: Services) => Promise<void>): Promise<Cost> {
  let isRunning = true;
  const waiting = waitsWhile(
    () => isRunning,
    () => services.db.selectFrom("content_version").select("version").execute(),
  );
  await pause(50);
  const [started, used] = [performance.now(), process.cpuUsage()];
  await job(services);
  const taken = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  isRunning = false;
  return { processorMs: (user + system) / 1000, own: waitsOf([taken]), others: waitsOf(await waiting) };
}

/** Ten years beside the first week, the most expensive first. */
function costTable(title: string, week: Map<string, Cost>, years: Map<string, Cost>): Table {
  const dearest = [...years].sort(([, one], [, other]) => other.processorMs - one.processorMs);
  return {
    title,
    columns: ["", "week: processor ms", "p50", "years: processor ms", "p50", "p99", "others p99", "longest"],
    rows: dearest.map(([name, { processorMs, own, others }]) => {
      const before = week.get(name);
      const texts = [before?.processorMs, before?.own.p50, processorMs, own.p50, own.p99, others.p99, others.longest];
      return [name, ...texts.map((ms) => ms?.toFixed(1) ?? "")];
    }),
    bars: 3,
  };
}

function actTable(title: string, week: Map<string, ActionCost>, years: Map<string, ActionCost>): Table {
  const texts = (cost: ActionCost | undefined) =>
    cost === undefined
      ? ["", "", "", ""]
      : [cost.seconds.toFixed(2), cost.others.p99.toFixed(0), cost.others.longest.toFixed(0), cost.mostMb];
  return {
    title,
    columns: ["", "week: s", "others p99 ms", "longest", "MB", "years: s", "others p99 ms", "longest", "MB"],
    rows: [...years].map(([name, cost]) => [name, ...texts(week.get(name)), ...texts(cost)]),
    bars: 7,
  };
}

/**
 * Fills and measures both sites on both engines. `ENGINE=sqlite` measures one; `FILE_BYTES=14336` fills in pictures of their
 * usual size, 26,000 make a file of 2.5 GB.
 */
export async function years(): Promise<Report> {
  const report = {
    name: "years",
    tables: [] as Table[],
    goals: [] as Goal[],
    notes: [] as string[],
    problems: [] as string[],
  };
  for (const kind of ["sqlite", "postgres"] as const) {
    if (process.env.ENGINE !== undefined && process.env.ENGINE !== kind) continue;
    const week = await measure(kind, FIRST_WEEK);
    const ten = await measure(kind, TEN_YEARS);
    report.tables.push(
      costTable(`${kind}: each page of a member and of the console, ${REQUESTS} requests`, week.pages, ten.pages),
      actTable(`${kind}: what many do, or one does to many`, week.acts, ten.acts),
      costTable(`${kind}: each job, an hour after it ran last`, week.jobs, ten.jobs),
    );
    for (const [page, { processorMs }] of ten.pages) {
      report.goals.push({
        what: `${page}, ${kind}, ten years`,
        found: Math.round(processorMs),
        unit: "ms",
        most: MOST_PAGE_MS,
      });
    }
    for (const [act, { others }] of ten.acts) {
      report.goals.push({
        what: `others wait, ${kind}, ${act}`,
        found: Math.round(others.longest),
        unit: "ms",
        most: MOST_WAIT_MS,
      });
    }
    report.notes.push(...week.notes, ...ten.notes);
    report.problems.push(...week.problems, ...ten.problems);
  }
  report.notes.push(
    "Others ask for the cached Home every 5 ms; each who asked while another waited counts. Processor time includes theirs.",
    "Jobs run in a process of their own, where others make a small query every 5 ms.",
  );
  return report;
}
