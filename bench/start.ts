/** The time from the start of the process to the first response, on a new and on an existing database. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../tools/spawn.ts";
import { median } from "./load.ts";
import type { Report } from "./report.ts";
import { freePort, startSite, waitUntilReady } from "./site.ts";

const TIMES = 5;

const BARE =
  "require('node:http').createServer((_, outgoing) => outgoing.end('ok')).listen(process.env.PORT, '127.0.0.1')";

/** Starts a process that listens on `PORT`, until it responds, and ends it. */
async function timeStart(words: readonly string[], environment: Record<string, string>): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", ...environment },
    stdio: "ignore",
  });
  await waitUntilReady(`http://127.0.0.1:${port}/healthz`, child);
  const took = performance.now() - started;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  await ended;
  return took;
}

export async function start(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "nguvu-bench-start-"));
  const cold: number[] = [];
  const warm: number[] = [];
  const bare: number[] = [];
  const whole: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const fresh = await startSite();
    cold.push(fresh.readyMs);
    await fresh.stop();
    const again = await startSite({}, folder);
    if (time > 0) warm.push(again.readyMs);
    await again.stop();
    bare.push(await timeStart(["-e", BARE], {}));
    whole.push(await timeStart(["bin/with-node.mjs", "bin/start.ts"], { DATA_DIR: folder }));
  }
  await rm(folder, { recursive: true });
  const rows = [
    ["npm start, nothing to build", Math.round(median(whole))],
    ["server.ts on a new database (made, migrated, seeded)", Math.round(median(cold))],
    ["server.ts on one that is there", Math.round(median(warm))],
    ["reference: a bare Node server", Math.round(median(bare))],
  ];
  return {
    name: "start",
    tables: [{ title: `first response, median of ${TIMES}`, columns: ["", "ms"], rows, bars: 1 }],
    notes: [],
  };
}
