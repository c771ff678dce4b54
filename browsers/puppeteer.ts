/** Firefox through WebDriver BiDi, driven by puppeteer-core. */
import { setTimeout as pause } from "node:timers/promises";
import puppeteer, { type Page } from "puppeteer-core";
import { type Browser, COOKIE_ATTRIBUTES, inTime, type Tab } from "./engine.ts";

const LOAD_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 20;

/** Requests that end because their page was left, or their form sent again. */
const CANCELLED = "NS_BINDING_ABORTED";

export async function launchFirefox(script: boolean): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    // Debian's Firefox.
    executablePath: "/usr/bin/firefox-esr",
    extraPrefsFirefox: {
      "javascript.enabled": script,
      "datareporting.policy.dataSubmissionEnabled": false,
      // As on a phone: over the page, where they take no room from it.
      "ui.useOverlayScrollbars": 1,
      "network.captive-portal-service.enabled": false,
    },
  });
  const complaints: string[] = [];
  const page = await browser.newPage();
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) {
      complaints.push(`console ${message.type()}: ${message.text()} ${message.location().url ?? ""}`);
    }
  });
  page.on("pageerror", (error) => complaints.push(`console error: ${error}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (reason !== CANCELLED) complaints.push(`request failed: ${request.url()} ${reason}`);
  });
  return {
    version: await browser.version(),
    tab: tabOf(page),
    cookies: () => browser.cookies(),
    setCookies: async (cookies) => {
      await browser.deleteCookie(...(await browser.cookies()));
      const domain = "127.0.0.1";
      await browser.setCookie(...cookies.map(({ name, value }) => ({ name, value, domain, ...COOKIE_ATTRIBUTES })));
    },
    takeComplaints: () => complaints.splice(0),
    close: () => browser.close(),
  };
}

function tabOf(page: Page): Tab {
  const evaluate = (expression: string) => inTime(page.evaluate(expression), "evaluate");
  return {
    evaluate,
    /** Waits by itself: in Firefox, goto() misses documents after a form was sent by script. */
    async goto(url) {
      await evaluate(`void Object.assign(window, { isLeft: true }, location.assign(${JSON.stringify(url)}))`);
      const isLoaded = "window.isLeft === undefined && performance.getEntriesByType('navigation')[0]?.loadEventEnd > 0";
      const deadline = Date.now() + LOAD_TIMEOUT_MS;
      // An evaluation fails when its document is left.
      while ((await evaluate(isLoaded).catch(() => false)) !== true) {
        if (Date.now() > deadline) throw new Error(`${url} doesn't load`);
        await pause(POLL_INTERVAL_MS);
      }
    },
    async back() {
      // goBack() waits for a load event, which a page from the back/forward cache doesn't have.
      await page.evaluate("void history.back()");
    },
    async click({ x, y }, { count, gapMs } = { count: 1, gapMs: 0 }) {
      for (let press = 0; press < count; press += 1) {
        if (press > 0) await pause(gapMs);
        await page.mouse.click(x, y);
      }
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    resize: (size) => page.setViewport(size),
    screenshot: async () => Buffer.from(await page.screenshot()),
  };
}
