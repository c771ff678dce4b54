/**
 * Lighthouse on every public screen, as a phone on a simulated slow 4G and as a desktop. Lighthouse (176 MB) is no dependency of
 * the project: run `npm install --no-save lighthouse@13.5.0`, or set `LIGHTHOUSE` to the folder of a project that has it.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SCREENS } from "../e2e/fixtures.ts";
import { findChromium } from "../tools/browser.ts";
import { ROOT } from "../tools/spawn.ts";
import type { Report } from "./report.ts";
import { startSite } from "./site.ts";

/** The parts of a Lighthouse result that are read here. */
type Result = {
  lhr: {
    categories: Record<string, { score: number | null }>;
    audits: Record<
      string,
      { numericValue?: number; details?: { items?: { resourceType?: string; transferSize?: number }[] } }
    >;
  };
};

type Lighthouse = {
  default: (url: string, flags: object, config?: object) => Promise<Result | undefined>;
  desktopConfig: object;
};

type Launcher = { launch: (options: object) => Promise<{ port: number; kill: () => void }> };

const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
/** Measurements of each screen, of which the table shows the median. */
const RUNS = 5;

const KINDS = ["Document", "Stylesheet", "Font", "Image", "Script"];

async function findLighthouse(): Promise<{ lighthouse: Lighthouse; launcher: Launcher } | undefined> {
  const require = createRequire(join(process.env.LIGHTHOUSE ?? ROOT, "package.json"));
  try {
    // Neither package is installed when types are checked, so their types are above.
    const lighthouse = (await import(pathToFileURL(require.resolve("lighthouse")).href)) as Lighthouse;
    const launcher = (await import(pathToFileURL(require.resolve("chrome-launcher")).href)) as Launcher;
    return { lighthouse, launcher };
  } catch {
    return undefined;
  }
}

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** The bytes of one kind that came over the line, in KB of 1,024 bytes to one decimal. */
function kilobytesOf({ audits }: Result["lhr"], kind: string): number {
  const items = audits["network-requests"]?.details?.items ?? [];
  const bytes = items
    .filter(({ resourceType }) => resourceType === kind)
    .reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0);
  return Math.round(bytes / 102.4) / 10;
}

export async function runLighthouse(): Promise<Report> {
  const found = await findLighthouse();
  if (found === undefined) {
    return {
      name: "lighthouse",
      tables: [],
      notes: ["Not run: npm install --no-save lighthouse@13.5.0, then once more"],
    };
  }
  const { lighthouse, launcher } = found;
  const site = await startSite();
  const chrome = await launcher.launch({ chromePath: await findChromium(), chromeFlags: FLAGS });
  const tables = [];
  for (const form of ["phone", "desktop"] as const) {
    const rows: (string | number)[][] = [];
    for (const { path } of SCREENS) {
      // The cache's best Brotli replaces the quick one soon after the second response.
      for (let count = 0; count < 2; count += 1) await (await fetch(site.url + path)).text();
      await new Promise((resolve) => setTimeout(resolve, 700));
      const flags = { port: chrome.port, output: "json", logLevel: "silent", onlyCategories: CATEGORIES };
      const config = form === "desktop" ? lighthouse.desktopConfig : undefined;
      const looks: Result["lhr"][] = [];
      // On a busy machine Lighthouse sometimes misses the paint.
      for (let tries = 0; looks.length < RUNS && tries < RUNS + 2; tries += 1) {
        const result = await lighthouse.default(site.url + path, flags, config);
        if (typeof result?.lhr.categories.performance?.score === "number") looks.push(result.lhr);
      }
      if (looks.length < RUNS) throw new Error(`Lighthouse did not see ${path} paint`);
      const value = (audit: string) => median(looks.map(({ audits }) => audits[audit]?.numericValue ?? 0));
      const kilobytes = KINDS.map((kind) => median(looks.map((look) => kilobytesOf(look, kind))));
      rows.push([
        path,
        ...CATEGORIES.map((category) =>
          Math.round(100 * median(looks.map(({ categories }) => categories[category]?.score ?? 0))),
        ),
        Math.round(value("first-contentful-paint")),
        Math.round(value("largest-contentful-paint")),
        value("cumulative-layout-shift").toFixed(3),
        Math.round(value("total-blocking-time")),
        ...kilobytes,
      ]);
    }
    tables.push({
      title: form === "phone" ? "phone, simulated slow 4G" : "desktop",
      columns: [
        "",
        "perf",
        "access",
        "best",
        "SEO",
        "FCP ms",
        "LCP ms",
        "CLS",
        "TBT ms",
        "HTML KB",
        "CSS",
        "fonts",
        "pictures",
        "script",
      ],
      rows,
      bars: 6,
    });
  }
  chrome.kill();
  await site.stop();
  return {
    name: "lighthouse",
    tables,
    notes: [
      `Each figure is the middle one of ${RUNS} runs.`,
      "Pictures include those just below the first view, which the browser fetches early.",
    ],
  };
}
