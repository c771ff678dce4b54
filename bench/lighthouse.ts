/**
 * Lighthouse on every public screen, as a phone on a simulated slow 4G and as a desktop. Lighthouse itself is no
 * dependency of the project (176 MB): `npm install --no-save lighthouse@13.5.0` puts it beside them for a while, or
 * `LIGHTHOUSE` names the folder of a project that has it.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findChromium } from "../bin/browser.ts";
import { ROOT } from "../bin/run.ts";
import { SCREENS } from "../e2e/site.ts";
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
const KINDS = ["Document", "Stylesheet", "Font", "Image", "Script"];

async function findLighthouse(): Promise<{ lighthouse: Lighthouse; launcher: Launcher } | undefined> {
  const require = createRequire(join(process.env.LIGHTHOUSE ?? ROOT, "package.json"));
  try {
    // Neither is installed when the types are checked, so they are described above.
    const lighthouse = (await import(pathToFileURL(require.resolve("lighthouse")).href)) as Lighthouse;
    const launcher = (await import(pathToFileURL(require.resolve("chrome-launcher")).href)) as Launcher;
    return { lighthouse, launcher };
  } catch {
    return undefined;
  }
}

/** A score as it is known, 0 to 100; a dash where Lighthouse found nothing to judge. */
function scoreOf(score: number | null | undefined): number | string {
  return typeof score === "number" ? Math.round(score * 100) : "–";
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
      // The cache's best Brotli comes a moment after the first answer.
      await (await fetch(site.url + path)).text();
      await new Promise((resolve) => setTimeout(resolve, 700));
      const flags = { port: chrome.port, output: "json", logLevel: "silent", onlyCategories: CATEGORIES };
      const look = () =>
        lighthouse.default(site.url + path, flags, form === "desktop" ? lighthouse.desktopConfig : undefined);
      let result = await look();
      // On a busy machine a page is sometimes not seen to paint, which says nothing about the page.
      for (let again = 0; again < 2 && result?.lhr.categories.performance?.score === null; again += 1) {
        result = await look();
      }
      if (result === undefined) throw new Error(`Lighthouse had nothing to say about ${path}`);
      const { audits, categories } = result.lhr;
      const value = (audit: string) => audits[audit]?.numericValue ?? 0;
      const requests = audits["network-requests"]?.details?.items ?? [];
      const kilobytes = KINDS.map((kind) => {
        const bytes = requests
          .filter((item) => item.resourceType === kind)
          .reduce((sum, item) => sum + (item.transferSize ?? 0), 0);
        return Math.round(bytes / 102.4) / 10;
      });
      rows.push([
        path,
        ...CATEGORIES.map((category) => scoreOf(categories[category]?.score)),
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
    notes: ["Pictures include those just below the first view, which the browser fetches early."],
  };
}
