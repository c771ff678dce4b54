/**
 * `npm test`: format and lint, types, unit and storage tests, build, browser tests; one line of totals at the end. With
 * arguments, `npm test -- app/bmi e2e/home.spec.ts`: only the tests whose path contains one of them.
 */
import { spawnSync } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { findChromium } from "../tools/browser.ts";
import { isWritable, ROOT, run } from "../tools/spawn.ts";
import { checkSources, stage, testEnvironment, timesTaken } from "../tools/test-run.ts";
import { buildIfNeeded } from "./build.ts";

const REPORTS = join(ROOT, "test-results", "reports");

type Counts = { passed: number; failed: number; skipped: number };

async function readUnitCounts(): Promise<Counts> {
  const report = JSON.parse(await readFile(join(REPORTS, "unit.json"), "utf8"));
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

async function readBrowserCounts(): Promise<Counts> {
  const { stats } = JSON.parse(await readFile(join(REPORTS, "browser.json"), "utf8"));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

/** A stage without a readable report counts as one failure. */
async function countsOf(read: () => Promise<Counts>): Promise<Counts> {
  return read().catch(() => ({ passed: 0, failed: 1, skipped: 0 }));
}

/** Files and folders that are not copied. */
const NOT_COPIED = new Set([".git", "data", "demo-data", "node_modules", "test-results", "playwright-report"]);

/**
 * Runs the tests in a temporary copy of the project, with its own packages: type generation, caches, reports and the build
 * all write into the folder they work in, which this user can't write to.
 * @returns the exit code
 */
async function testCopy(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "nguvu-test-"));
  console.log(`This user can't write to ${ROOT}: testing a copy in ${folder}`);
  const filter = (path: string) => !NOT_COPIED.has(relative(ROOT, path));
  await cp(ROOT, folder, { recursive: true, preserveTimestamps: true, filter });
  // Copies of read-only files are read-only too.
  await chmod(folder, 0o700);
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    await chmod(path, (await stat(path)).mode | 0o200);
  }
  // A folder of links, not a link to the folder: Vite writes `.vite` and `.vite-temp` next to the packages.
  await mkdir(join(folder, "node_modules"));
  for (const name of await readdir(join(ROOT, "node_modules"))) {
    if (name.startsWith(".vite")) continue;
    await symlink(join(ROOT, "node_modules", name), join(folder, "node_modules", name), "junction");
  }
  const { status } = spawnSync(process.execPath, [join(folder, "bin", "test.ts"), ...chosen], {
    cwd: folder,
    stdio: "inherit",
  });
  if (status === 0) await rm(folder, { recursive: true });
  else console.log(`The copy and its test results stay in ${folder}`);
  return status ?? 1;
}

const chosen = process.argv.slice(2);
const chosenBrowserTests = chosen.filter((path) => path.startsWith("e2e"));
const chosenUnitTests = chosen.filter((path) => !path.startsWith("e2e"));
const isChosen = (paths: readonly string[]) => chosen.length === 0 || paths.length > 0;

if (!isWritable(ROOT)) process.exit(await testCopy());

await rm(REPORTS, { recursive: true, force: true });
await mkdir(REPORTS, { recursive: true });

const results: boolean[] = chosen.length === 0 ? await checkSources() : [];
const environment = testEnvironment();

const none: Counts = { passed: 0, failed: 0, skipped: 0 };
let unit = none;
if (isChosen(chosenUnitTests)) {
  const report = ["--reporter=default", "--reporter=json", `--outputFile.json=${join(REPORTS, "unit.json")}`];
  results.push(
    await stage("unit and storage tests", () => run("vitest", ["run", ...chosenUnitTests, ...report], environment)),
  );
  unit = await countsOf(readUnitCounts);
}

let browser = none;
if (isChosen(chosenBrowserTests)) {
  const built = await stage("build", async () => {
    await buildIfNeeded();
    return 0;
  });
  results.push(built);
  if (built) {
    const browserEnvironment = {
      ...environment,
      CHROMIUM: await findChromium(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(REPORTS, "browser.json"),
    };
    results.push(
      await stage("browser tests", () =>
        run("playwright", ["test", ...chosenBrowserTests, "--reporter=dot,json"], browserEnvironment),
      ),
    );
    browser = await countsOf(readBrowserCounts);
  }
}

const stagesFailed = results.filter((ok) => !ok).length;
const passed = unit.passed + browser.passed;
// A failed stage without a failed test (lint, types, build) must count too.
const failed = Math.max(unit.failed + browser.failed, stagesFailed);
console.log(`\n${timesTaken()}`);
console.log(`${unit.passed} unit and storage tests, ${browser.passed} browser tests`);
console.log(`${passed} passed, ${failed} failed, ${unit.skipped + browser.skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
