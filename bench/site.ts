/** The real site in a process of its own, with its memory and processor time. Its log goes to a file, as in production. */
import { type ChildProcess, spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVisitor, PASSWORD } from "../test/support/http-client.ts";
import { ROOT } from "../tools/spawn.ts";

export type BenchSite = {
  url: string;
  pid: number;
  /** From the start of the process to its first response, in milliseconds. */
  readyMs: number;
  stop: () => Promise<void>;
};

/** A free port. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

/** Started as by `npm start`. */
const serving: { flags: string[]; environment: Record<string, string> } = JSON.parse(
  readFileSync(join(ROOT, "tools", "node-flags.json"), "utf8"),
);

/** Starts the built site on `dataDir`, or on a new database that is removed afterwards. */
export async function startSite(environment: Record<string, string> = {}, dataDir?: string): Promise<BenchSite> {
  return startServer("server.ts", environment, dataDir);
}

/** Starts a server by its script, with the flags of the site: it listens on `PORT` of this machine. */
export async function startServer(
  script: string,
  environment: Record<string, string> = {},
  dataDir?: string,
): Promise<BenchSite> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "nguvu-bench-")));
  const port = await freePort();
  const log = openSync(join(folder, "bench.log"), "a");
  const started = performance.now();
  const child = spawn(process.execPath, [...serving.flags, script], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...serving.environment,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: folder,
      ...environment,
    },
    stdio: ["ignore", log, "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${url}/healthz`, child);
  return {
    url,
    pid: child.pid ?? 0,
    readyMs: performance.now() - started,
    async stop() {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      const ended = hasEnded ? undefined : new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGINT");
      await ended;
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The session cookie of a new account. */
export async function signedInCookie(url: string): Promise<string> {
  const visitor = createVisitor(url);
  await visitor.post("/signup", { email: `bench-${Date.now()}@nguvu.example`, password: PASSWORD });
  return [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** Resolves at the first response from `url`. */
export async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(" ")} ended with ${child.exitCode}`);
    const ok = await fetch(url).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
    if (ok !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The resident memory of a process in megabytes. Linux only, as are nginx and wrk in these benchmarks. */
export function residentMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024);
}

/** Processor time a process has used so far, in microseconds. */
export function processorMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  // Fields 14 and 15 of proc(5), in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
