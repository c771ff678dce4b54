/** The type of a check, and its run: without cookies, with the console and every response monitored. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../tools/spawn.ts";
import { type Browser, type EngineName, EngineStuck, type Size } from "./engine.ts";
import { expect, type Page } from "./page.ts";
import { BLANK_PATH, type RelayedSite } from "./site.ts";

/** Pictures of failed checks. Ignored by git. */
export const SCREENSHOTS = join(ROOT, "test-results", "browsers");

/** The place of one check: an engine, a size, script on or off. */
export type Visit = {
  engine: EngineName;
  size: Size;
  hasScript: boolean;
  page: Page;
  browser: Browser;
  site: RelayedSite;
  /** Declares a response status as expected; all others from 400 on fail the check. */
  expectStatus: (...statuses: number[]) => void;
};

export type Check = {
  name: string;
  /** Limits the check to some visits; it runs in all of them by default. */
  in?: { script?: boolean; engines?: readonly EngineName[]; widths?: readonly number[] };
  /** @returns what it saw @throws NotSeen when it saw something else */
  run: (visit: Visit) => Promise<string>;
};

/** `seen`: the check's result, or the fault. */
export type Result = { isOk: boolean; seen: string };

/** The map is on another server, which need not be reachable. */
const ELSEWHERE = /openstreetmap\.org/;

/** Engines repeat a response's status in the console; the relay has seen it, and knows whether the check expects it. */
const STATUS_REPORT = /the server responded with a status of \d+/;

/** Firefox reports a font that it was still loading when the page was left (`NS_BINDING_ABORTED`). */
const LEFT_WHILE_LOADING = /downloadable font: download failed .*status=2152398850/;

const IGNORED_COMPLAINTS = [ELSEWHERE, STATUS_REPORT, LEFT_WHILE_LOADING];

type Place = Omit<Visit, "expectStatus">;

/** @throws EngineStuck when the browser no longer responds; it needs to be started again */
export async function runCheck(check: Check, place: Place): Promise<Result> {
  const { engine, size, hasScript, page, browser, site } = place;
  const expected: number[] = [];
  /** Leaves a picture of a failed check. */
  const shoot = async () => {
    await mkdir(SCREENSHOTS, { recursive: true });
    const words = [engine, size.width, check.name, hasScript ? "script" : "no script"].join(" ");
    const name = words.replace(/[^a-z0-9]+/gi, "-").replace(/-$/, "");
    await writeFile(join(SCREENSHOTS, `${name}.png`), await page.tab.screenshot());
  };
  try {
    await page.tab.resize(size);
    await page.openCold(BLANK_PATH);
    await browser.setCookies([]);
    site.changeClientAddress();
    site.delayScripts(0);
    site.takeResponses();
    browser.takeComplaints();
    const seen = await check.run({ ...place, expectStatus: (...statuses) => void expected.push(...statuses) });
    const refused = site.takeResponses().filter(({ status }) => status >= 400 && !expected.includes(status));
    expect(
      refused.length === 0,
      `responses: ${refused.map(({ method, path, status }) => `${method} ${path} ${status}`).join(", ")}`,
    );
    const complaints = browser
      .takeComplaints()
      .filter((line) => !IGNORED_COMPLAINTS.some((pattern) => pattern.test(line)));
    expect(complaints.length === 0, `complaints: ${complaints.join(" | ")}`);
    return { isOk: true, seen };
  } catch (error) {
    if (error instanceof EngineStuck) throw error;
    await shoot().catch(() => undefined);
    const where = await page.path().catch(() => "no page");
    const what = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ");
    return { isOk: false, seen: `${what} [at ${where}]` };
  } finally {
    site.delayScripts(0);
  }
}
