/**
 * `npm run browsers`: checks screens and interactions in Firefox and WebKit, at three widths, with and without JavaScript.
 * Prints a line for each check and the totals; exits with 1 when a check failed.
 *
 * `npm run browsers -- webkit` runs one engine, and `--only=TEXT` the checks whose name contains it.
 */
import { rm } from "node:fs/promises";
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { buildIfNeeded } from "../bin/build.ts";
import { inParallel } from "../tools/in-parallel.ts";
import { ROOT } from "../tools/spawn.ts";
import { type Check, runCheck, SCREENSHOTS } from "./check.ts";
import { consoleChecks } from "./checks/console.ts";
import { navigationChecks } from "./checks/navigation.ts";
import { offlineChecks } from "./checks/offline.ts";
import { renderingChecks } from "./checks/rendering.ts";
import { screenChecks } from "./checks/screens.ts";
import { visitorChecks } from "./checks/visitors.ts";
import { type Browser, type EngineName, EngineStuck, type Size } from "./engine.ts";
import { Page } from "./page.ts";
import { launchFirefox } from "./puppeteer.ts";
import { type RelayedSite, startRelayedSite } from "./site.ts";
import { launchWebkit } from "./webkit.ts";

const LAUNCH: Record<EngineName, (script: boolean) => Promise<Browser>> = {
  firefox: launchFirefox,
  webkit: launchWebkit,
};

const ENGINES = Object.keys(LAUNCH) as EngineName[];

const FAILED = "FAILED";

/** The attempts at a check in which the browser got stuck. */
const ATTEMPTS = 3;

/** A phone, a small tablet upright, a laptop. */
const SIZES: readonly Size[] = [
  { width: 390, height: 844 },
  { width: 744, height: 1133 },
  { width: 1440, height: 900 },
];

const VISITOR_CHECKS: readonly Check[] = [
  ...screenChecks,
  ...navigationChecks,
  ...visitorChecks,
  ...renderingChecks,
  ...offlineChecks,
];

/** @throws an error with a message when the arguments are invalid */
function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: "string", default: "" } },
  });
  const unknown = positionals.filter((name) => !ENGINES.some((engine) => engine === name));
  if (unknown.length > 0) throw new Error(`No such engine: ${unknown.join(", ")}. There are ${ENGINES.join(", ")}.`);
  const engines = ENGINES.filter((engine) => positionals.length === 0 || positionals.includes(engine));
  return { engines, only: values.only.toLowerCase() };
}

async function start(engine: EngineName, hasScript: boolean, site: RelayedSite) {
  const browser = await LAUNCH[engine](hasScript);
  return { browser, page: new Page(browser.tab, site.url, hasScript) };
}

function chosen(only: string, engine: EngineName, hasScript: boolean): { size: Size; check: Check }[] {
  const isHere = ({ name, in: place }: Check, { width }: Size) =>
    name.toLowerCase().includes(only) &&
    (place?.script ?? hasScript) === hasScript &&
    (place?.engines?.includes(engine) ?? true) &&
    (place?.widths?.includes(width) ?? true);
  // Those of the console change the timetable and content, so they run after all visitors' checks.
  return [VISITOR_CHECKS, consoleChecks].flatMap((checks) =>
    SIZES.flatMap((size) => checks.filter((check) => isHere(check, size)).map((check) => ({ size, check }))),
  );
}

/** Runs the chosen checks in one browser, which is started again when it gets stuck. @returns a line for each */
async function runBrowser(engine: EngineName, hasScript: boolean, only: string): Promise<string[]> {
  const lines: string[] = [];
  const site = await startRelayedSite();
  let { browser, page } = await start(engine, hasScript, site);
  const script = hasScript ? "script" : "no script";
  console.log(`${engine} ${browser.version}, ${script}`);
  try {
    for (const { size, check } of chosen(only, engine, hasScript)) {
      const started = performance.now();
      for (let attempt = 1; ; attempt += 1) {
        try {
          const { isOk, seen } = await runCheck(check, { engine, size, hasScript, page, browser, site });
          const place = `${engine.padEnd(8)} ${String(size.width).padStart(4)} ${script.padEnd(9)}`;
          const seconds = ((performance.now() - started) / 1000).toFixed(1);
          lines.push(`${isOk ? "ok    " : FAILED} ${place} ${check.name}: ${seen} (${seconds} s)`);
          break;
        } catch (error) {
          if (!(error instanceof EngineStuck) || attempt === ATTEMPTS) throw error;
          console.log(`${engine} is stuck (${error.message}) in “${check.name}”; it is started again`);
          await browser.close();
          ({ browser, page } = await start(engine, hasScript, site));
        }
      }
      console.log(lines.at(-1));
    }
  } finally {
    await browser.close();
    await site.close();
  }
  return lines;
}

// Ended by a key, it ends what it started too.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

async function main(): Promise<number> {
  const { engines, only } = readArguments();
  const started = performance.now();
  await buildIfNeeded();
  await rm(SCREENSHOTS, { recursive: true, force: true });
  const lines: string[] = [];
  const browsers = engines.flatMap((engine) => [true, false].map((hasScript) => ({ engine, hasScript })));
  await inParallel(browsers, async ({ engine, hasScript }) => {
    lines.push(...(await runBrowser(engine, hasScript, only)));
  });
  const failed = lines.filter((line) => line.startsWith(FAILED));
  console.log(["", ...failed].join("\n"));
  const minutes = (performance.now() - started) / 60_000;
  console.log(
    `${lines.length} checks, ${failed.length} failed, in ${minutes.toFixed(1)} minutes. Pictures: ${relative(ROOT, SCREENSHOTS)}/`,
  );
  return failed.length === 0 && lines.length > 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
