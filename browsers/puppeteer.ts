/** Firefox through WebDriver BiDi, driven by puppeteer-core. */
import { setTimeout as pause } from "node:timers/promises";
import puppeteer, { type Page } from "puppeteer-core";
import type { Browser, Key, LaunchOptions, Point, Presses, Size, Tab } from "./engine.ts";
import { FIREFOX } from "./requirements.ts";

const LOAD_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 20;

/** Requests that end because their page was left, or their form sent again. */
const CANCELLED = "NS_BINDING_ABORTED";

export async function launchFirefox({ script }: LaunchOptions): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: FIREFOX,
    extraPrefsFirefox: {
      "javascript.enabled": script,
      "datareporting.policy.dataSubmissionEnabled": false,
      // As on a phone: over the page, where they take no room from it.
      "ui.useOverlayScrollbars": 1,
      "network.captive-portal-service.enabled": false,
    },
  });
  const complaints: string[] = [];
  const monitor = (page: Page) => {
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
  };
  return {
    version: await browser.version(),
    newTab: async (size) => {
      const page = await browser.newPage();
      monitor(page);
      await page.setViewport(size);
      return new PuppeteerTab(page);
    },
    cookies: async () =>
      (await browser.cookies()).map(({ name, value, path, httpOnly, sameSite }) => ({
        name,
        value,
        path,
        httpOnly: httpOnly ?? false,
        sameSite: (sameSite ?? "none").toLowerCase(),
      })),
    setCookies: async (cookies) => {
      await browser.deleteCookie(...(await browser.cookies()));
      const sameSites = { lax: "Lax", strict: "Strict", none: "None" } as const;
      await browser.setCookie(
        ...cookies.map(({ sameSite, ...cookie }) => ({
          ...cookie,
          domain: "127.0.0.1",
          sameSite: sameSites[sameSite as keyof typeof sameSites],
        })),
      );
    },
    takeComplaints: () => complaints.splice(0),
    close: () => browser.close(),
  };
}

class PuppeteerTab implements Tab {
  #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits by itself: in Firefox, goto() misses documents after a form was sent by script. */
  async goto(url: string): Promise<void> {
    await this.evaluate(`void Object.assign(window, { isLeft: true }, location.assign(${JSON.stringify(url)}))`);
    const isLoaded = "window.isLeft === undefined && performance.getEntriesByType('navigation')[0]?.loadEventEnd > 0";
    const deadline = Date.now() + LOAD_TIMEOUT_MS;
    // An evaluation fails when its document is left.
    while ((await this.evaluate(isLoaded).catch(() => false)) !== true) {
      if (Date.now() > deadline) throw new Error(`${url} doesn't load`);
      await pause(POLL_INTERVAL_MS);
    }
  }

  async back(): Promise<void> {
    // goBack() waits for a load event, which a page from the back/forward cache doesn't have.
    await this.#page.evaluate("void history.back()");
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#page.evaluate(expression);
  }

  async click({ x, y }: Point, { count, gapMs }: Presses = { count: 1, gapMs: 0 }): Promise<void> {
    // One command, as Firefox no longer responds to a command for a document that is being left.
    if (gapMs === 0) return this.#page.mouse.click(x, y, { count });
    for (let press = 0; press < count; press += 1) {
      if (press > 0) await pause(gapMs);
      await this.#page.mouse.click(x, y);
    }
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  press(key: Key): Promise<void> {
    return this.#page.keyboard.press(key);
  }

  resize(size: Size): Promise<void> {
    return this.#page.setViewport(size);
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#page.screenshot());
  }

  async fullScreenshot(): Promise<Buffer> {
    return Buffer.from(await this.#page.screenshot({ fullPage: true }));
  }

  close(): Promise<void> {
    return this.#page.close();
  }
}
