/** What each page of the console costs, with 1,000 entries and 10,000 enquiries, and how soon a change is everywhere. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openServices } from "../host/start/bootstrap.ts";
import { createConsoleClient } from "../test/console-client.ts";
import { analyze, type ConsoleContent, consolePaths, fillConsole } from "../test/console-pages.ts";
import { startPostgres } from "../test/postgres-server.ts";
import { addStaffMember } from "../test/staff.ts";
import type { Report } from "./report.ts";
import { type BenchSite, processorMicroseconds, startSite } from "./site.ts";

const SIZE = { entries: 1000, enquiries: 10_000 };
const WARM_UP = 3;
/** The system counts processor time in hundredths of a second. */
const REQUESTS = 20;
const PUBLISHED = 10;

type Filled = { content: ConsoleContent; cookie: string };

async function fill(environment: Record<string, string>, isPostgres: boolean): Promise<Filled> {
  const opened = await openServices(environment, "error");
  if ("problems" in opened) throw new Error(opened.problems.join("\n"));
  const { services } = opened;
  const { cookie } = await addStaffMember(services, "owner", { name: "Wanjiru" });
  const content = await fillConsole(services, SIZE);
  if (isPostgres) await analyze(services.db);
  await opened.close();
  return { content, cookie };
}

/** Processor time and time of a page in milliseconds, each of one request on average. */
async function measure({ url, pid }: BenchSite, path: string, cookie: string): Promise<[number, number]> {
  const ask = async () => {
    const response = await fetch(url + path, { headers: { Cookie: cookie }, redirect: "manual" });
    await response.arrayBuffer();
    // A picture of this database has no file, and who has a second step no new recovery codes.
    if (response.status >= 400 && response.status !== 404) throw new Error(`${path}: ${response.status}`);
  };
  for (let request = 0; request < WARM_UP; request += 1) await ask();
  const [used, started] = [processorMicroseconds(pid), performance.now()];
  for (let request = 0; request < REQUESTS; request += 1) await ask();
  const taken = (performance.now() - started) / REQUESTS;
  return [(processorMicroseconds(pid) - used) / 1000 / REQUESTS, taken];
}

/** The longest time in milliseconds from the press of Publish on one instance until the other shows the change. */
async function untilVisible(first: BenchSite, second: BenchSite, { cookie, content }: Filled): Promise<number> {
  const client = createConsoleClient(first.url, cookie);
  const path = `/staff/content/plan/${content.slugs.get("plan")}`;
  let longest = 0;
  for (let number = 0; number < PUBLISHED; number += 1) {
    const fields = await client.form(path);
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

export async function consolePages(): Promise<Report> {
  const rows = new Map<string, (string | number)[]>();
  const folder = await mkdtemp(join(tmpdir(), "nguvu-bench-console-"));
  const postgres = await startPostgres();
  const notes: string[] = [];
  for (const engine of ["sqlite", "postgres"] as const) {
    const shared = { SECRET: "the secret that both instances share 91c2", STAFF_EMAIL: "desk@nguvu.example" };
    const environment = { ...shared, ...(engine === "postgres" && { DATABASE_URL: postgres.url }) };
    const dataDir = join(folder, engine);
    const filled = await fill({ ...environment, DATA_DIR: dataDir, PORT: "0" }, engine === "postgres");
    await mkdir(dataDir, { recursive: true });
    const site = await startSite(environment, dataDir);
    for (const path of consolePaths(filled.content)) {
      const [processor, taken] = await measure(site, path, filled.cookie);
      const name = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{20}/, "…");
      rows.set(name, [...(rows.get(name) ?? [name]), processor.toFixed(1), taken.toFixed(1)]);
    }
    if (engine === "postgres") {
      const second = await startSite(environment);
      const longest = await untilVisible(site, second, filled);
      notes.push(
        `Published on one instance, seen on the other: ${PUBLISHED} times, ${Math.round(longest)} ms at most.`,
      );
      await second.stop();
    }
    await site.stop();
  }
  await postgres.remove();
  await rm(folder, { recursive: true, force: true });
  return {
    name: "console",
    tables: [
      {
        title: `each page of the console, with ${SIZE.entries} entries and ${SIZE.enquiries} enquiries`,
        columns: ["", "SQLite: processor ms", "ms", "PostgreSQL: processor ms", "ms"],
        rows: [...rows.values()],
        bars: 1,
      },
    ],
    notes,
  };
}
