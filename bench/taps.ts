/**
 * The time from the first tap on a phone, five seconds after the page, until its effect is drawn. Each tap is the first visit of
 * a new browser, on an emulated line and a slower processor.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { findChromium } from "../tools/browser.ts";
import type { Goal, Report } from "./report.ts";
import { startSite } from "./site.ts";

const TAPS = Number(process.env.TAPS ?? 20);
const READ_MS = 5000;
const SLOWER = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: "en-KE",
  timezoneId: "Africa/Nairobi",
};
const GOALS = {
  inPage: 400,
  toAnother: 600,
  interaction: 200,
  blocked: 50,
  firstView: 120 * 1024,
  document: 28 * 1024,
};

/** @property isDone runs in the page, on each change of it */
type Tap = { name: string; path: string; selector: string; isDone: () => boolean; goal: number };

const WANTED: readonly Tap[] = [
  {
    name: "show more",
    path: "/classes",
    selector: 'main a[href$="show=all"]',
    isDone: () => document.querySelector('main a[href="/classes"]')?.textContent === "show less",
    goal: GOALS.inPage,
  },
  {
    name: "BMI",
    path: "/",
    selector: "#bmi-form button",
    isDone: () => (document.querySelector("#bmi-form [role=status]")?.textContent ?? "") !== "",
    goal: GOALS.inPage,
  },
  {
    name: "next day",
    path: "/schedule/monday",
    selector: 'main a[href^="/schedule/tuesday"]',
    isDone: () => document.title.startsWith("Schedule: Tuesday") && document.querySelector("main") !== null,
    goal: GOALS.toAnother,
  },
  {
    name: "another page",
    path: "/",
    selector: 'main a[href="/classes"]',
    isDone: () => document.querySelector("h1")?.textContent === "Classes",
    goal: GOALS.toAnother,
  },
];

type Found = { tapMs: number; interactionMs: number; blockedMs: number; script: number; isSameDocument: boolean };

/**
 * Runs in each document before its own scripts. Scroll events before the tap are hidden, so the tap is the first interaction even
 * if its target was scrolled into view.
 */
function watch(isDone: string): void {
  const report = (kind: string, value: number) => Reflect.get(window, "report")(kind, value);
  const mark = Math.random();
  addEventListener(
    "scroll",
    (event) => {
      if (sessionStorage.tapped === undefined) event.stopImmediatePropagation();
    },
    true,
  );
  addEventListener(
    "touchstart",
    ({ timeStamp }) => {
      sessionStorage.tapped = performance.timeOrigin + timeStamp;
      sessionStorage.document = mark;
    },
    true,
  );
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const first = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity;
      if (startTime >= first && sessionStorage.tapped === undefined) report("blocked", Math.max(0, duration - 50));
    }
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, "interactionId") > 0) report("interaction", entry.duration);
    }
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  const done = new Function(`return (${isDone})()`);
  const observer = new MutationObserver(() => {
    if (sessionStorage.tapped === undefined || !done()) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      setTimeout(() => {
        report("same", Number(sessionStorage.document) === mark ? 1 : 0);
        report("tap", performance.timeOrigin + performance.now() - Number(sessionStorage.tapped));
      });
    });
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

async function openPhone(browser: Browser): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return { page, close: () => context.close() };
}

async function tapOnce(browser: Browser, url: string, { path, selector, isDone }: Tap): Promise<Found> {
  const { page, close } = await openPhone(browser);
  try {
    const found: Found = { tapMs: Number.NaN, interactionMs: 0, blockedMs: 0, script: 0, isSameDocument: false };
    const tapped = Promise.withResolvers<void>();
    await page.exposeFunction("report", (kind: string, value: number) => {
      if (kind === "blocked") found.blockedMs += value;
      if (kind === "interaction") found.interactionMs = Math.max(found.interactionMs, value);
      if (kind === "same") found.isSameDocument = value === 1;
      if (kind !== "tap") return;
      found.tapMs = value;
      tapped.resolve();
    });
    await page.addInitScript(watch, String(isDone));
    await page.goto(url + path, { waitUntil: "load" });
    const target = page.locator(selector).first();
    await target.evaluate((element) => {
      element.scrollIntoView({ block: "center", behavior: "instant" });
      for (const input of document.querySelectorAll<HTMLInputElement>("#bmi-form input")) {
        input.value = input.name === "weight" ? "70" : "175";
      }
    });
    await pause(READ_MS);
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await Promise.race([tapped.promise, pause(20_000)]);
    // Event timing is reported after the next frame.
    await pause(500);
    return found;
  } finally {
    await close();
  }
}

function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN);
}

/** Bytes of Home's first view without prefetching, headers included, and of its compressed document. */
async function weighHome(browser: Browser, url: string): Promise<{ all: number; document: number }> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let all = 0;
  const inDocument = new Set<string>();
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.url.startsWith("data:")) inDocument.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!inDocument.has(requestId)) all += encodedDataLength;
  });
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  const response = await page.goto(url, { waitUntil: "networkidle" });
  const document = Number((await response?.allHeaders())?.["content-length"]);
  await context.close();
  return { all, document };
}

export async function taps(): Promise<Report> {
  const site = await startSite();
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    // The last flag as in playwright.config.ts: on an unknown network, pictures far below the view are loaded too.
    args: ["--no-sandbox", "--disable-gpu", "--blink-settings=lazyLoadingImageMarginPxUnknown=1250"],
  });
  const rows: (string | number)[][] = [];
  const goals: Goal[] = [];
  try {
    for (const wanted of WANTED) {
      // The best Brotli replaces the quick one soon after the second response.
      for (let count = 0; count < 2; count += 1) await (await fetch(site.url + wanted.path)).text();
      await pause(1500);
      const found: Found[] = [];
      for (let count = 0; count < TAPS; count += 1) found.push(await tapOnce(browser, site.url, wanted));
      const { name, goal } = wanted;
      const times = found.map(({ tapMs }) => tapMs);
      const p75 = quantile(times, 0.75);
      const interaction = quantile(
        found.map(({ interactionMs }) => interactionMs),
        0.75,
      );
      const blocked = quantile(
        found.map(({ blockedMs }) => blockedMs),
        0.75,
      );
      const documents = found.filter(({ isSameDocument }) => !isSameDocument).length;
      rows.push([name, quantile(times, 0.5), p75, goal, quantile(times, 1), documents, interaction, blocked]);
      goals.push(
        { what: `${name}, p75`, found: p75, unit: "ms", most: goal },
        { what: `${name}, INP`, found: interaction, unit: "ms", most: GOALS.interaction },
        { what: `${name}, blocked before`, found: blocked, unit: "ms", most: GOALS.blocked },
      );
    }
    const home = await weighHome(browser, site.url);
    goals.push(
      { what: "Home's first view", found: home.all, unit: "bytes", most: GOALS.firstView },
      { what: "Home's document, compressed", found: home.document, unit: "bytes", most: GOALS.document },
    );
  } finally {
    await browser.close();
    await site.stop();
  }
  return {
    name: "taps",
    tables: [
      {
        title: `${TAPS} first taps each, ${READ_MS / 1000} s after the page: 150 ms, 1.6 Mbit/s, a processor ${SLOWER} times slower`,
        columns: ["", "p50 ms", "p75", "goal", "longest", "new documents", "INP p75", "blocked before p75"],
        rows,
        bars: 2,
      },
    ],
    notes: [],
    goals,
  };
}
