/** Shared parts of `npm test` and `npm run check`: stages, the tests' clock, and the processor time used. */
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { typecheck } from "../bin/typecheck.ts";
import { auditPackages } from "./package-audit.ts";
import { plainEnglish } from "./plain-english.ts";
import { ROOT, run } from "./spawn.ts";

/** The time at which the tests' clock starts, a Wednesday morning in Nairobi. `TEST_CLOCK` sets another time. */
const CLOCK_START = "2026-11-18T10:00:00+03:00";

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** The environment of the processes that run tests (`test/support/clock.mjs`). Exits if `TEST_CLOCK` is not a valid time. */
export function testEnvironment(): Record<string, string> {
  const start = Date.parse(process.env.TEST_CLOCK || CLOCK_START);
  if (Number.isNaN(start)) {
    console.error("TEST_CLOCK must be a time, such as 2026-11-21T23:55:00+03:00.");
    process.exit(1);
  }
  return {
    // With more room for new objects a worker of the browser tests takes a tenth less processor time.
    NODE_OPTIONS: `--max-semi-space-size=64 --import=${pathToFileURL(join(ROOT, "test", "support", "clock.mjs")).href}`,
    TEST_CLOCK_OFFSET_MS: String(start - Date.now()),
    // A run starts the site about eighty times: each start takes 0.8 s of processor time with it, and 1.35 s without.
    NODE_COMPILE_CACHE: join(tmpdir(), "nguvu-node-compile"),
  };
}

/** Runs one stage with a line before and after. @returns whether it passed, by its exit code */
export async function stage(name: string, work: () => Promise<number>): Promise<boolean> {
  const started = performance.now();
  console.log(`\n── ${name}`);
  const code = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`── ${name}: ${code === 0 ? "ok" : "FAILED"} (${seconds} s)`);
  return code === 0;
}

/** Format, English, types, unused code, secrets and packages. @returns whether each passed */
export async function checkSources(): Promise<boolean[]> {
  return [
    await stage("format and lint", () => run("biome", ["check", "--error-on-warnings", "."])),
    await stage("plain English", async () => plainEnglish()),
    await stage("types", typecheck),
    // After the routes' types are generated, which it needs.
    await stage("unused files, exports and packages", () => run("knip", ["--no-config-hints"])),
    await stage("what only tests use", () => run("knip", ["--no-config-hints", "--production"])),
    await stage("secrets in files", () => run("secretlint", ["**/*"])),
    await stage("weaknesses and signatures of packages", auditPackages),
  ];
}

/** A line with the time and, on Linux, the processor time of this process and its finished children. */
export function timesTaken(): string {
  const minutes = `${(performance.now() / 60_000).toFixed(1)} minutes`;
  if (!existsSync("/proc/self/stat")) return minutes;
  // The fields after the name, which is in brackets and may contain spaces: proc(5), utime to cstime.
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
  const seconds = (user + system + childUser + childSystem) / TICKS_PER_SECOND;
  return `${minutes}, ${Math.round(seconds)} s of processor time`;
}
