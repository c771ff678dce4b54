/**
 * `npm run mutants [-- MODULE…]`: changes the rules below in every small way that StrykerJS knows, one at a time, and lists the
 * changes that no test notices. StrykerJS (181 packages, 50 MB) is no dependency of the project; the run says how to get it.
 */
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./spawn.ts";

/** Pure functions, and the tests that have to notice a change. Few tests a part: a change of a constant runs them all. */
type Part = { files: readonly string[]; tests: readonly string[] };

/** Files and the tests next to them. */
function pairs(folder: string, ...names: string[]): Part {
  return {
    files: names.map((name) => `${folder}/${name}.ts`),
    tests: names.map((name) => `${folder}/${name.replace(".server", "")}.test.ts`),
  };
}

const MODULES: Readonly<Record<string, readonly Part[]>> = {
  passes: [
    {
      files: ["app/members/passes.ts", "app/members/freezes.ts", "app/members/days-in-row.ts"],
      tests: ["app/members/passes.test.ts", "app/members/days-in-row.test.ts"],
    },
  ],
  bookings: [
    pairs("app/bookings", "booking-times.server", "reminder-times.server"),
    pairs("app/bookings", "booking-refusals.server", "promotion-rules.server"),
  ],
  timetable: [
    pairs("app/timetable", "slot-periods.server", "closure-rules.server", "card-times"),
    pairs("app/timetable/views", "schedule-dates.server"),
  ],
  time: [
    {
      files: ["days", "dates.server", "money", "without-breaks"].map((name) => `app/time/${name}.ts`),
      tests: ["days", "dates", "date-texts", "money"].map((name) => `app/time/${name}.test.ts`),
    },
  ],
  people: [pairs("app/forms", "phone", "read-phone"), pairs("app/people", "person-name", "person-words")],
  import: [
    pairs("app/members/import", "values"),
    pairs("app/members/import", "read-rows"),
    {
      files: ["judge", "match", "questions"].map((name) => `app/members/import/${name}.ts`),
      tests: ["judge", "match", "questions", "columns"].map((name) => `app/members/import/${name}.test.ts`),
    },
  ],
};

/** The lowest share of changes that the tests of a module have to notice, in percent. */
const LOWEST_SCORE = 90;

const VERSION = "10.1.1";

type Position = { line: number; column: number };

/** The parts of a result that are read here. Columns and lines begin at 1. */
type Mutant = {
  fileName: string;
  status: string;
  mutatorName: string;
  replacement: string;
  location: { start: Position; end: Position };
};

type Stryker = new (options: object) => { runMutationTest: () => Promise<Mutant[]> };

/** Undefined if StrykerJS is not installed. Its types are above, since it isn't when types are checked. */
async function findStryker(): Promise<Stryker | undefined> {
  try {
    const path = createRequire(import.meta.url).resolve("@stryker-mutator/core");
    const stryker: { Stryker: Stryker } = await import(pathToFileURL(path).href);
    return stryker.Stryker;
  } catch {
    return undefined;
  }
}

async function runPart(Stryker: Stryker, { files, tests }: Part): Promise<Mutant[]> {
  // Read by tools/mutants-vitest.ts, in another process.
  process.env.MUTANT_TESTS = tests.join();
  return new Stryker({
    mutate: files,
    ...{ testRunner: "vitest", plugins: ["@stryker-mutator/vitest-runner"], coverageAnalysis: "perTest" },
    vitest: { configFile: "tools/mutants-vitest.ts", related: false },
    concurrency: Number(process.env.MUTANT_PROCESSES ?? Math.max(availableParallelism() - 1, 1)),
    // Besides what the tests take: a loop without an end is noticed, a busy machine is not a failure.
    timeoutMS: 20_000,
    // Neither is needed to run tests; TypeScript 7 has no interface for the first.
    ...{ tsconfigFile: "none", disableTypeChecks: false },
    ignorePatterns: [
      "build",
      "data",
      "demo-data",
      "photos",
      "public",
      "docs",
      "bench",
      "browsers",
      "e2e",
      "test-results",
    ],
    ...{ tempDirName: ".cache/stryker", cleanTempDir: "always" },
    ...{ reporters: ["progress-append-only"], logLevel: "warn", allowConsoleColors: false },
  }).runMutationTest();
}

const NOTICED = new Set(["Killed", "Timeout"]);
const MISSED = new Set(["Survived", "NoCoverage"]);

function printSurvivors(mutants: readonly Mutant[]): void {
  for (const { fileName, status, mutatorName, replacement, location } of mutants) {
    const { start, end } = location;
    const place = `${relative(ROOT, fileName)}:${start.line}:${start.column}-${end.line}:${end.column}`;
    console.log(`${place} ${status} ${mutatorName}: ${replacement.replaceAll(/\s+/g, " ").slice(0, 160)}`);
  }
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(MODULES, name));
if (unknown.length > 0) {
  console.error(`There is no module ${unknown.join(", ")}. The modules are ${Object.keys(MODULES).join(", ")}.`);
  process.exit(1);
}
const Stryker = await findStryker();
if (Stryker === undefined) {
  console.error(
    `StrykerJS is not installed: npm install --no-save @stryker-mutator/core@${VERSION} @stryker-mutator/vitest-runner@${VERSION}`,
  );
  process.exit(1);
}
const rows: string[] = [];
let isEnough = true;
for (const [name, parts] of Object.entries(MODULES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const started = performance.now();
  const mutants: Mutant[] = [];
  for (const part of parts) mutants.push(...(await runPart(Stryker, part)));
  const noticed = mutants.filter(({ status }) => NOTICED.has(status));
  const missed = mutants.filter(({ status }) => MISSED.has(status));
  printSurvivors(missed);
  const score = (100 * noticed.length) / (noticed.length + missed.length);
  if (!(score >= LOWEST_SCORE)) isEnough = false;
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  rows.push(`| ${name} | ${noticed.length + missed.length} | ${missed.length} | ${score.toFixed(1)} % | ${minutes} |`);
  console.log(rows.at(-1));
}
console.log(
  `\n| module | changes | not noticed | score | minutes |\n| --- | ---: | ---: | ---: | ---: |\n${rows.join("\n")}`,
);
process.exit(isEnough ? 0 : 1);
