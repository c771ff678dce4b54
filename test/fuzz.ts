/**
 * `npm run fuzz [-- REQUESTS [SEED]]`: throws generated hostile requests at a real server process. It must not crash,
 * respond with 5xx, take a second, log more than a line each, or leak memory. The same seed repeats the same requests.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostileRequests } from "./hostile-requests.ts";
import { residentMegabytes, startSiteProcess } from "./site-process.ts";

const AT_ONCE = 16;
const SLOWEST_ANSWER_MS = 1000;
/** Without a response within this time the server counts as hanging. */
const GIVE_UP_MS = 20_000;
/** The memory limit for the site's objects. A site that leaks as little as two kilobytes of each request ends before 100,000. */
const HEAP_MB = 192;
const WARM_UP = ["/", "/about", "/classes", "/contact", "/login", "/signup", "/account", "/nowhere", "/_root.data"];

export type FuzzFigures = {
  requests: number;
  seed: number;
  seconds: number;
  slowestMs: number;
  /** How many responses had which status; 0 for none at all, as to half a request. */
  statuses: Record<string, number>;
  logLines: number;
  /** Resident memory of the process at the end. */
  megabytes: number;
  /** What should not have happened, with the number of the request. */
  failures: string[];
};

type Outcome = { status: number; ms: number };

/** Runs the test. The build must exist. */
export async function fuzzTest(
  requests: number,
  seed: number,
  report: (line: string) => void = () => {},
): Promise<FuzzFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), "nguvu-fuzz-"));
  const site = await startSiteProcess({ DATA_DIR: dataDir, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` });
  for (const path of WARM_UP) await fetch(site.url + path);
  const figures: FuzzFigures = {
    requests,
    seed,
    seconds: 0,
    slowestMs: 0,
    statuses: {},
    logLines: 0,
    megabytes: 0,
    failures: [],
  };
  const next = hostileRequests(seed);
  const linesBefore = site.printed.length;
  const started = performance.now();
  let died = false;
  void site.ended.then(() => {
    died = true;
  });
  let number = 0;
  const client = async () => {
    while (number < requests && !died) {
      const mine = ++number;
      const bytes = next();
      let outcome = await send(site.port, bytes);
      // A busy machine is slow once; a request that makes the site slow does so again.
      for (let again = 0; again < 3 && outcome.ms > SLOWEST_ANSWER_MS; again += 1)
        outcome = await send(site.port, bytes);
      figures.statuses[outcome.status] = (figures.statuses[outcome.status] ?? 0) + 1;
      figures.slowestMs = Math.max(figures.slowestMs, Math.round(outcome.ms));
      const shown = () => JSON.stringify(bytes.toString("latin1").slice(0, 300));
      if (outcome.status >= 500) figures.failures.push(`request ${mine}: status ${outcome.status}: ${shown()}`);
      if (outcome.ms > SLOWEST_ANSWER_MS) figures.failures.push(`request ${mine}: ${outcome.ms} ms: ${shown()}`);
      if (mine % 10_000 === 0) report(`${mine} requests, ${figures.failures.length} failures`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  figures.seconds = Math.round((performance.now() - started) / 1000);
  figures.megabytes = await residentMegabytes(site.pid);
  figures.failures.push(...(died ? ["the site ended"] : await soundness(site.url)));
  site.signal("SIGTERM");
  await site.ended;
  const lines = site.printed.slice(linesBefore).filter((line) => !line.startsWith("Nguvu is ready"));
  figures.logLines = lines.length;
  figures.failures.push(...judgeLog(lines, requests));
  await rm(dataDir, { recursive: true, force: true });
  return figures;
}

/** Sends bytes, ends its side, and waits for the first line of a response or the end. */
function send(port: number, bytes: Buffer): Promise<Outcome> {
  return new Promise((resolve) => {
    const started = performance.now();
    const socket = connect({ port, host: "127.0.0.1" });
    let status = 0;
    let head = "";
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ status, ms: performance.now() - started });
    };
    const timer = setTimeout(done, GIVE_UP_MS);
    socket.on("data", (chunk: Buffer) => {
      head += head.length < 100 ? chunk.toString("latin1") : "";
      // After "100 Continue" comes the response itself.
      const found = /HTTP\/1\.1 ([2-5]\d\d) /.exec(head);
      if (found === null) return;
      status = Number(found[1]);
      done();
    });
    socket.on("close", done);
    socket.on("error", done);
    socket.end(bytes);
  });
}

async function soundness(url: string): Promise<string[]> {
  const failures: string[] = [];
  for (const path of ["/", "/contact", "/readyz"]) {
    const { status } = await fetch(url + path);
    if (status !== 200) failures.push(`${path} responses ${status} afterwards`);
  }
  return failures;
}

function judgeLog(lines: readonly string[], requests: number): string[] {
  const failures: string[] = [];
  // Requests sent in one piece with garbage after them may count twice; stopping has its own lines, and so has the end.
  if (lines.length > requests * 1.02 + 10) failures.push(`${lines.length} lines in the log for ${requests} requests`);
  for (const line of lines) {
    const level = /^\{"level":(\d+)/.exec(line)?.[1];
    if (level === undefined) failures.push(`not a line of the log: ${line.slice(0, 300)}`);
    else if (Number(level) >= 50) failures.push(`logged as an error: ${line.slice(0, 600)}`);
  }
  return failures;
}

if (import.meta.main) {
  const { buildIfNeeded } = await import("../bin/build.ts");
  await buildIfNeeded();
  const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
  const figures = await fuzzTest(Number(process.argv[2] ?? 100_000), seed, console.log);
  console.log(JSON.stringify({ ...figures, failures: figures.failures.length }));
  for (const failure of figures.failures.slice(0, 50)) console.error(failure);
  process.exit(figures.failures.length === 0 ? 0 : 1);
}
