/** Chromium through Playwright, for comparison with the browser tests of `npm test`. */
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { findChromium } from "../tools/browser.ts";
import type { Browser, Key, LaunchOptions, Point, Presses, Size, Tab } from "./engine.ts";

export async function launchChromium({ script }: LaunchOptions): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const context: BrowserContext = await browser.newContext({ javaScriptEnabled: script });
  const complaints: string[] = [];
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      complaints.push(`console ${message.type()}: ${message.text()} ${message.location().url}`);
    }
  });
  context.on("weberror", (error) => complaints.push(`console error: ${error.error().message}`));
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== "net::ERR_ABORTED") complaints.push(`request failed: ${request.url()} ${reason}`);
  });
  return {
    version: browser.version(),
    newTab: async (size) => {
      const page = await context.newPage();
      await page.setViewportSize(size);
      return new ChromiumTab(page);
    },
    cookies: async () =>
      (await context.cookies()).map(({ name, value, path, httpOnly, sameSite }) => ({
        name,
        value,
        path,
        httpOnly,
        sameSite: sameSite.toLowerCase(),
      })),
    setCookies: async (cookies) => {
      await context.clearCookies();
      const sameSites = { lax: "Lax", strict: "Strict", none: "None" } as const;
      await context.addCookies(
        cookies.map(({ sameSite, ...cookie }) => ({
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

class ChromiumTab implements Tab {
  #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async goto(url: string): Promise<void> {
    await this.#page.goto(url, { waitUntil: "load" });
  }

  async back(): Promise<void> {
    await this.#page.goBack();
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#page.evaluate(expression);
  }

  async click({ x, y }: Point, { count, gapMs }: Presses = { count: 1, gapMs: 0 }): Promise<void> {
    for (let press = 0; press < count; press += 1) {
      if (press > 0) await this.#page.waitForTimeout(gapMs);
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
    return this.#page.setViewportSize(size);
  }

  screenshot(): Promise<Buffer> {
    return this.#page.screenshot();
  }

  fullScreenshot(): Promise<Buffer> {
    return this.#page.screenshot({ fullPage: true });
  }

  close(): Promise<void> {
    return this.#page.close();
  }
}
