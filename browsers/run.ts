/**
 * `npm run browsers`: checks screens and interactions in Firefox and WebKit, at three widths, with and without JavaScript.
 * Prints a line for each check and the totals; exits with 1 when a check failed.
 *
 * `npm run browsers -- webkit` runs one engine; `chromium` is there for comparison. Other arguments: `--only=TEXT` for the
 * checks whose name contains it, `--width=390`, `--script=on` or `off`.
 */
import { rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { buildIfNeeded } from "../bin/build.ts";
import { inParallel } from "../tools/in-parallel.ts";
import { ROOT } from "../tools/spawn.ts";
import { appliesTo, type Check, type Result, runCheck, SCREENSHOTS } from "./check.ts";
import { accountChecks } from "./checks/accounts.ts";
import { consoleChecks } from "./checks/console.ts";
import { homeChecks } from "./checks/home.ts";
import { keyboardChecks } from "./checks/keyboard.ts";
import { navigationChecks } from "./checks/navigation.ts";
import { offlineChecks } from "./checks/offline.ts";
import { publicPageChecks } from "./checks/public-pages.ts";
import { renderingChecks } from "./checks/rendering.ts";
import { screenChecks } from "./checks/screens.ts";
import { type Browser, type EngineName, EngineStuck, type LaunchOptions, type Size } from "./engine.ts";
import { Page } from "./page.ts";
import { launchChromium, launchFirefox } from "./puppeteer.ts";
import { findMissing, openDisplay } from "./requirements.ts";
import { type RelayedSite, startRelayedSite } from "./site.ts";
import { launchWebkit } from "./webkit.ts";

const LAUNCH: Record<EngineName, (options: LaunchOptions) => Promise<Browser>> = {
  firefox: launchFirefox,
  webkit: launchWebkit,
  chromium: launchChromium,
};

const ENGINES = Object.keys(LAUNCH) as EngineName[];
const DEFAULT_ENGINES: readonly EngineName[] = ["firefox", "webkit"];

/** The attempts at a check in which the browser got stuck. */
const ATTEMPTS = 3;

const PHONE: Size = { width: 390, height: 844 };

/** A phone, a small tablet upright, a laptop. */
const SIZES: readonly Size[] = [PHONE, { width: 744, height: 1133 }, { width: 1440, height: 900 }];

const VISITOR_CHECKS: readonly Check[] = [
  ...screenChecks,
  ...navigationChecks,
  ...homeChecks,
  ...publicPageChecks,
  ...accountChecks,
  ...renderingChecks,
  ...offlineChecks,
];

/** These change the timetable and content, so they run after all visitors' checks. */
const STAFF_CHECKS: readonly Check[] = [...consoleChecks, ...keyboardChecks];

type Choice = { engines: readonly EngineName[]; sizes: readonly Size[]; scripts: readonly boolean[]; only: string };

/** @throws an error with a message when the arguments are invalid */
function readArguments(): Choice {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: "string", default: "" }, width: { type: "string" }, script: { type: "string" } },
  });
  const unknown = positionals.filter((name) => !ENGINES.some((engine) => engine === name));
  if (unknown.length > 0) throw new Error(`No such engine: ${unknown.join(", ")}. There are ${ENGINES.join(", ")}.`);
  const sizes = SIZES.filter(({ width }) => values.width === undefined || String(width) === values.width);
  if (sizes.length === 0) throw new Error(`The widths are ${SIZES.map(({ width }) => width).join(", ")}.`);
  if (values.script !== undefined && !["on", "off"].includes(values.script)) {
    throw new Error("--script is on or off.");
  }
  return {
    engines: positionals.length > 0 ? ENGINES.filter((engine) => positionals.includes(engine)) : DEFAULT_ENGINES,
    sizes,
    scripts: values.script === undefined ? [true, false] : [values.script === "on"],
    only: values.only.toLowerCase(),
  };
}

async function start(engine: EngineName, display: string, hasScript: boolean, site: RelayedSite) {
  const browser = await LAUNCH[engine]({ script: hasScript, display });
  return { browser, page: new Page(await browser.newTab(PHONE), site.url, hasScript) };
}

function chosen({ sizes, only }: Choice, engine: EngineName, hasScript: boolean): { size: Size; check: Check }[] {
  return [VISITOR_CHECKS, STAFF_CHECKS].flatMap((checks) =>
    sizes.flatMap((size) =>
      checks
        .filter((check) => check.name.toLowerCase().includes(only) && appliesTo(check, engine, size.width, hasScript))
        .map((check) => ({ size, check })),
    ),
  );
}

/** Runs the chosen checks in one browser, which is started again when it gets stuck. */
async function runBrowser(engine: EngineName, hasScript: boolean, display: string, choice: Choice): Promise<Result[]> {
  const results: Result[] = [];
  const site = await startRelayedSite();
  let { browser, page } = await start(engine, display, hasScript, site);
  console.log(`${engine} ${browser.version}, ${scriptWord(hasScript)}`);
  try {
    for (const { size, check } of chosen(choice, engine, hasScript)) {
      let result: Result | undefined;
      for (let attempt = 1; result === undefined; attempt += 1) {
        try {
          result = await runCheck(check, { engine, size, hasScript, page, browser, site });
        } catch (error) {
          if (!(error instanceof EngineStuck) || attempt === ATTEMPTS) throw error;
          console.log(`${engine} is stuck (${error.message}) in “${check.name}”; it is started again`);
          await browser.close();
          ({ browser, page } = await start(engine, display, hasScript, site));
        }
      }
      results.push(result);
      console.log(lineOf(result));
    }
  } finally {
    await browser.close();
    await site.close();
  }
  return results;
}

function scriptWord(hasScript: boolean): string {
  return hasScript ? "script" : "no script";
}

function lineOf({ engine, width, hasScript, check, isOk, seen, seconds }: Result): string {
  const place = `${engine.padEnd(8)} ${String(width).padStart(4)} ${scriptWord(hasScript).padEnd(9)}`;
  return `${isOk ? "ok    " : "FAILED"} ${place} ${check}: ${seen} (${seconds.toFixed(1)} s)`;
}

async function main(): Promise<number> {
  const choice = readArguments();
  const missing = findMissing(choice.engines);
  if (missing !== undefined) throw new Error(missing);
  const started = performance.now();
  await buildIfNeeded();
  // A part of the run leaves the other parts' pictures.
  const isWhole = choice.only === "" && choice.sizes.length === SIZES.length && choice.scripts.length === 2;
  for (const engine of isWhole ? choice.engines : []) {
    await rm(join(SCREENSHOTS, engine), { recursive: true, force: true });
  }
  const results: Result[] = [];
  const browsers = choice.engines.flatMap((engine) => choice.scripts.map((hasScript) => ({ engine, hasScript })));
  await inParallel(browsers, async ({ engine, hasScript }) => {
    // Each browser has its own display: only one window has the focus, without which WebKit matches no `:focus`.
    const display = engine === "webkit" ? await openDisplay() : undefined;
    try {
      results.push(...(await runBrowser(engine, hasScript, display?.name ?? "", choice)));
    } finally {
      display?.close();
    }
  });
  const failed = results.filter(({ isOk }) => !isOk);
  console.log("");
  for (const result of failed) console.log(lineOf(result));
  const minutes = (performance.now() - started) / 60_000;
  console.log(
    `${results.length} checks, ${failed.length} failed, in ${minutes.toFixed(1)} minutes. Pictures: ${relative(ROOT, SCREENSHOTS)}/`,
  );
  return failed.length === 0 && results.length > 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
