/**
 * `npm run fuzz [-- REQUESTS [SEED [sqlite|postgres]]]`: throws generated hostile requests at a real server process, half
 * of them at the console, signed in as the owner. It must not crash, respond with 5xx, take a second, expose its code,
 * send half a page, log more than a line for each request, or leak memory. The same seed repeats the same requests.
 */
import type { DatabaseKind } from "../../app/platform/database.server.ts";
import { exitWith, newSiteData, readEngine } from "../crash/stress-command.ts";
import { fillConsole } from "../support/console-pages.ts";
import { exchange } from "../support/raw-exchange.ts";
import { startSiteProcess } from "../support/site-process.ts";
import { addStaffMember, withStore } from "../support/staff.ts";
import { consoleSurface } from "./console-surface.ts";
import { hostileRequests } from "./hostile-requests.ts";

const AT_ONCE = 16;
const SLOWEST_ANSWER_MS = 1000;
/** Without more of a response for this time the client ends its side. */
const PATIENCE_MS = 400;
/** The memory limit for objects: a site that leaks two kilobytes a request ends before 100,000 requests. */
const HEAP_MB = 192;
const WARM_UP = ["/", "/about", "/classes", "/contact", "/login", "/signup", "/account", "/nowhere", "/_root.data"];

/** Texts that expose details of the code. */
const STACK_TRACE = /\n\s+at |node_modules|\.tsx?:\d/;

/** Runs the test. The build must exist. */
export async function fuzzTest(
  requests: number,
  seed: number,
  report: (line: string) => void = () => {},
  kind: DatabaseKind = "sqlite",
) {
  const { environment, remove } = await newSiteData(kind);
  const site = await startSiteProcess({ ...environment, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` });
  const { cookie, content } = await withStore(environment, async (store) => ({
    cookie: (await addStaffMember(store, "owner")).cookie,
    content: await fillConsole(store, { entries: 40, enquiries: 40 }),
  }));
  const surface = await consoleSurface(site.url, content, cookie);
  for (const path of WARM_UP) await fetch(site.url + path);
  const figures = {
    ...{ requests, seed, seconds: 0, slowestMs: 0, logLines: 0 },
    /** How many responses had which status; 0 for none at all, as to half a request. */
    statuses: {} as Record<string, number>,
    /** Each with the number of its request. */
    failures: [] as string[],
  };
  const makers = [hostileRequests(seed), hostileRequests(seed, surface)] as const;
  const linesBefore = site.printed.length;
  const started = performance.now();
  let died = false;
  void site.ended.then(() => {
    died = true;
  });
  let number = 0;
  let sent = 0;
  const sendOne = (bytes: Buffer) => {
    sent += 1;
    return exchange(site.port, bytes, PATIENCE_MS);
  };
  const client = async () => {
    while (number < requests && !died) {
      const mine = ++number;
      const bytes = makers[mine % 2 === 0 ? 0 : 1]();
      let outcome = await sendOne(bytes);
      // A busy machine may be slow once; only requests that are always slow fail.
      for (let again = 0; again < 3 && outcome.ms > SLOWEST_ANSWER_MS; again += 1) outcome = await sendOne(bytes);
      figures.statuses[outcome.status] = (figures.statuses[outcome.status] ?? 0) + 1;
      figures.slowestMs = Math.max(figures.slowestMs, Math.round(outcome.ms));
      const sample = () => JSON.stringify(bytes.toString("latin1").slice(0, 300));
      if (outcome.status >= 500) figures.failures.push(`request ${mine}: status ${outcome.status}: ${sample()}`);
      if (outcome.ms > SLOWEST_ANSWER_MS) figures.failures.push(`request ${mine}: ${outcome.ms} ms: ${sample()}`);
      const fault = faultIn(outcome.text);
      if (fault !== undefined) figures.failures.push(`request ${mine}: ${fault}: ${sample()}`);
      if (mine % 10_000 === 0) report(`${mine} requests, ${figures.failures.length} failures`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  figures.seconds = Math.round((performance.now() - started) / 1000);
  for (const path of died ? [] : ["/", "/contact", "/readyz"]) {
    const { status } = await fetch(site.url + path);
    if (status !== 200) figures.failures.push(`${path} responds with ${status} afterwards`);
  }
  if (died) figures.failures.push("the site ended");
  await site.stop();
  const lines = site.printed.slice(linesBefore).filter((line) => !line.startsWith("Nguvu is ready"));
  figures.logLines = lines.length;
  figures.failures.push(...judgeLog(lines, sent));
  await remove();
  return figures;
}

/** The fault of a response: it exposes the code, or is half a page. Compressed bodies are not checked. */
function faultIn(text: string): string | undefined {
  const end = text.indexOf("\r\n\r\n");
  const [head, body] = [text.slice(0, end), text.slice(end + 4)];
  if (STACK_TRACE.test(body)) return "a trace of the code";
  const isPage = /\r\ncontent-type: text\/html/i.test(head) && !/\r\ncontent-encoding:/i.test(head) && body !== "";
  if (!isPage) return undefined;
  const isWholePage = /^<!doctype html>/i.test(body) && body.includes("</html>") && /<title>[^<]+<\/title>/.test(body);
  return isWholePage ? undefined : "no whole page";
}

function judgeLog(lines: readonly string[], requests: number): string[] {
  const failures: string[] = [];
  // A refusal has a line besides its request's line, with the account.
  const refusals = lines.filter((line) => /"event":"[a-z-]+-refused"/.test(line)).length;
  const others = lines.length - refusals;
  // Requests followed by garbage may count twice; stopping has its own lines.
  if (Math.max(others, refusals) > requests * 1.02 + 10) {
    failures.push(`${others} lines in the log, and ${refusals} about refusals, for ${requests} requests`);
  }
  for (const line of lines) {
    const level = /^\{"level":(\d+)/.exec(line)?.[1];
    if (level === undefined) failures.push(`not a line of the log: ${line.slice(0, 300)}`);
    else if (Number(level) >= 50) failures.push(`logged as an error: ${line.slice(0, 600)}`);
  }
  return failures;
}

if (import.meta.main) {
  const { buildIfNeeded } = await import("../../bin/build.ts");
  await buildIfNeeded();
  const [requests = 100_000, seed = Date.now() % 1_000_000, engine] = process.argv.slice(2);
  const figures = await fuzzTest(Number(requests), Number(seed), console.log, readEngine(engine));
  exitWith({ ...figures, failures: figures.failures.length }, figures.failures);
}
