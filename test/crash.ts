/**
 * `npm run crash [-- KILLS [sqlite|postgres]]`: a real server process takes forms from several clients and is killed
 * with SIGKILL at random moments. What was acknowledged must be there afterwards, once, and nothing half-written. On
 * PostgreSQL it is the site that is killed; the database server lives on.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { type DatabaseKind, SQLITE_FILE } from "../app/platform/database.server.ts";
import { addressNumber, createVisitor, PASSWORD, readStamp, type TestVisitor } from "./http-client.ts";
import { askPostgres, startPostgres } from "./postgres-server.ts";
import { startSiteProcess } from "./site-process.ts";

const CLIENTS = 4;
/** A life ends a moment after so many forms were acknowledged, at random up to these, so that a slow machine tests as much. */
const FORMS_IN_A_LIFE = 16;
const LAST_MOMENT_MS = 80;
const LONGEST_LIFE_MS = 8000;

const CLASSES = ["cardio", "crossfit", "powerlifting", "boxing", "yoga", "karate", "cycling", "running"];

/** What the site said yes to. */
type Acknowledged = { users: Set<string>; saved: Map<string, Set<string>>; enquiries: Set<string> };

export type CrashFigures = {
  kills: number;
  signUps: number;
  savedClasses: number;
  enquiries: number;
  /** Forms that were on their way when the process died: kept or not, but never in part. */
  unanswered: number;
  /** Sentences about what was acknowledged and is not there, or is there in part or twice. */
  lost: string[];
};

type Row = Record<string, unknown>;

/** The database of a site, as seen past the site. */
type Store = {
  /** The setting that leads the site to it. */
  settings: Record<string, string>;
  read: (query: string) => Promise<Row[]>;
  /** What the engine itself finds wrong with what is stored. */
  findDamage: () => string[];
  remove: () => Promise<void>;
};

/** Runs the test and says what came of it. The build must exist. */
export async function crashTest(
  kills: number,
  kind: DatabaseKind = "sqlite",
  report: (line: string) => void = () => {},
): Promise<CrashFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), "nguvu-crash-"));
  const store = kind === "sqlite" ? sqliteIn(dataDir) : await startPostgresStore();
  const told: Acknowledged = { users: new Set(), saved: new Map(), enquiries: new Set() };
  const lost: string[] = [];
  const run = { number: 0, unanswered: 0, stamp: "", slugs: CLASSES };
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const site = await startSiteProcess({ DATA_DIR: dataDir, TRUSTED_PROXIES: "127.0.0.1", ...store.settings });
      if (kill === 1) {
        run.stamp = await readStamp(createVisitor(site.url));
        const classes = await store.read("select slug from entries where type = 'class'");
        run.slugs = classes.map(({ slug }) => String(slug));
        // Forms posted sooner after their page was made are a program's.
        await pause(1600);
      }
      let alive = true;
      const clients = Array.from({ length: CLIENTS }, () => beClient(site.url, run, told, () => alive));
      await untilKilled(told);
      site.signal("SIGKILL");
      alive = false;
      await Promise.all([site.ended, ...clients]);
      lost.push(...(await compare(store, told)).map((sentence) => `kill ${kill}: ${sentence}`));
      if (kill % 20 === 0) report(`${kill} kills, ${countOf(told)} acknowledged, ${lost.length} lost`);
    }
  } finally {
    await store.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
  return {
    kills,
    signUps: told.users.size,
    savedClasses: [...told.saved.values()].reduce((sum, slugs) => sum + slugs.size, 0),
    enquiries: told.enquiries.size,
    unanswered: run.unanswered,
    lost,
  };
}

/** Waits for the random moment at which the site dies. */
async function untilKilled(told: Acknowledged): Promise<void> {
  const enough = countOf(told) + Math.floor(Math.random() * FORMS_IN_A_LIFE);
  const latest = performance.now() + LONGEST_LIFE_MS;
  while (countOf(told) < enough && performance.now() < latest) await pause(5);
  await pause(Math.random() * LAST_MOMENT_MS);
}

type Run = { number: number; unanswered: number; stamp: string; slugs: readonly string[] };

/** Signs up, saves classes and writes to the desk until the site is gone. */
async function beClient(url: string, run: Run, told: Acknowledged, isAlive: () => boolean): Promise<void> {
  try {
    while (isAlive()) {
      run.number += 1;
      const visitor = createVisitor(url, addressNumber(run.number));
      const email = `visitor-${run.number}@example.com`;
      await sendEnquiry(visitor, run, told);
      const signedUp = await visitor.post("/signup", { email, password: PASSWORD });
      if (signedUp.status !== 303) continue;
      told.users.add(email);
      const kept = new Set<string>();
      told.saved.set(email, kept);
      for (const slug of [...run.slugs].sort(() => Math.random() - 0.5).slice(0, 4)) {
        const saved = await visitor.post("/saved-classes", { class: slug, do: "save", back: "/classes" });
        if (saved.status === 303) kept.add(slug);
      }
      await sendEnquiry(visitor, run, told);
    }
  } catch {
    // The process died under the form on its way.
    run.unanswered += 1;
  }
}

async function sendEnquiry(visitor: TestVisitor, run: Run, told: Acknowledged): Promise<void> {
  run.number += 1;
  const comment = `Question ${run.number}`;
  const answer = await visitor.post("/contact", {
    name: "Wanjiru",
    email: "wanjiru@example.com",
    class: "",
    comment,
    website: "",
    stamp: run.stamp,
    elapsed: "4000",
  });
  if (answer.status === 303) told.enquiries.add(comment);
}

/** The file in the data folder; opened anew for each question, as the site that writes to it comes and goes. */
function sqliteIn(dataDir: string): Store {
  const within = <T>(work: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(join(dataDir, SQLITE_FILE));
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    settings: {},
    read: async (query) => within((database) => database.prepare(query).all()),
    findDamage: () =>
      within((database) => {
        const [verdict] = Object.values(database.prepare("pragma integrity_check").get() ?? {});
        const leadsNowhere = database.prepare("pragma foreign_key_check").get() !== undefined;
        return [
          ...(verdict === "ok" ? [] : [`the database is not sound: ${String(verdict)}`]),
          ...(leadsNowhere ? ["a foreign key leads nowhere"] : []),
        ];
      }),
    remove: async () => {},
  };
}

async function startPostgresStore(): Promise<Store> {
  const server = await startPostgres();
  return {
    settings: { DATABASE_URL: server.url },
    read: (query) => askPostgres(server.url, query),
    findDamage: () => [],
    remove: server.remove,
  };
}

/** Compares what was acknowledged with what is there. */
async function compare(store: Store, told: Acknowledged): Promise<string[]> {
  const problems = store.findDamage();
  const users = new Map(
    (await store.read('select email, "savedShows" as saved from users')).map((row) => [
      String(row.email),
      new Set<unknown>(JSON.parse(String(row.saved))),
    ]),
  );
  for (const email of told.users) if (!users.has(email)) problems.push(`the account of ${email} is gone`);
  for (const [email, slugs] of told.saved) {
    for (const slug of slugs) if (!users.get(email)?.has(slug)) problems.push(`${email} lost the class ${slug}`);
  }
  const halves = await store.read('select email from users where id not in (select "userId" from accounts)');
  for (const { email } of halves) problems.push(`${String(email)} exists and can't sign in`);

  const enquiries = new Map<string, number>();
  for (const { comment } of await store.read("select comment from enquiries")) {
    enquiries.set(String(comment), (enquiries.get(String(comment)) ?? 0) + 1);
  }
  for (const comment of told.enquiries) if (!enquiries.has(comment)) problems.push(`"${comment}" is gone`);
  for (const [comment, times] of enquiries) if (times > 1) problems.push(`"${comment}" is there ${times} times`);
  // In one statement: on PostgreSQL what the killed process had sent may be finished between two.
  const [counts] = await store.read(
    "select (select count(*) from enquiry_fingerprints) as marks, (select count(*) from enquiries) as kept",
  );
  if (Number(counts?.marks) !== Number(counts?.kept))
    problems.push("enquiries and their fingerprints differ in number");
  return problems;
}

function countOf(told: Acknowledged): number {
  return told.users.size + told.enquiries.size + [...told.saved.values()].reduce((sum, slugs) => sum + slugs.size, 0);
}

if (import.meta.main) {
  const { buildIfNeeded } = await import("../bin/build.ts");
  await buildIfNeeded();
  const [, , kills = "200", kind = "sqlite"] = process.argv;
  if (kind !== "sqlite" && kind !== "postgres") throw new Error(`The engine is sqlite or postgres, not ${kind}`);
  const figures = await crashTest(Number(kills), kind, console.log);
  console.log(JSON.stringify({ ...figures, lost: figures.lost.length }));
  for (const sentence of figures.lost) console.error(sentence);
  process.exit(figures.lost.length === 0 ? 0 : 1);
}
