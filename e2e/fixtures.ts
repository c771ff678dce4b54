/** The site for browser tests: for each worker a real server process with a database of its own. */
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { TEST_ACCOUNT } from "../app/platform/config.ts";
import type { Services } from "../app/platform/services.ts";
import type { GymWithLongWords } from "../test/support/gym-with-long-words.ts";
import { copyNewSite } from "../test/support/prepared-gym.ts";
import { closedSites, type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { startSiteProcess } from "../test/support/site-process.ts";

export { expect, TEST_ACCOUNT };

type Site = Awaited<ReturnType<typeof startSite>>;

/** Starts a site in a process of its own, for tests that change what others read. */
export async function startSite(settings: Record<string, string> = {}) {
  const dataDir = await copyNewSite();
  const environment = { DATA_DIR: dataDir, ...settings };
  const running = await startSiteProcess(environment);
  return {
    ...running,
    dataDir,
    /** Its settings, for `test/support/staff.ts`. */
    environment,
    close: async () => {
      // At once, as an orderly end would wait for the browser's connections.
      running.signal("SIGKILL");
      await running.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A site in the worker's own process, with people, long names and long words in it. */
export type CrowdedSite = { site: SiteInProcess; gym: GymWithLongWords };

/**
 * Messages without a fault: a preloaded picture that is drawn later, on a slow machine, and the status of a document; tests that
 * expect a 4xx check the page itself.
 */
const IGNORED = /was preloaded using link preload but not used within a few seconds|responded with a status of 4/;

/** Collects console errors of a page, which must have none. The map's server is ignored, as tests can't reach it. */
function watchConsole(page: Page): string[] {
  const messages: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    const { url } = message.location();
    // A test may close its own site while the page still loads its last pictures.
    const isClosed = text.includes("net::ERR_") && closedSites.has(URL.parse(url)?.origin ?? "");
    const isIgnored = isClosed || url.includes("openstreetmap.org") || IGNORED.test(text);
    if (["error", "warning"].includes(message.type()) && !isIgnored) messages.push(text);
  });
  page.on("pageerror", (error) => messages.push(String(error)));
  return messages;
}

type TestFixtures = {
  /** Whether the page's scripts run. Playwright's own option would make a new browser context for each change. */
  hasScript: boolean;
  /** An empty folder, which is removed after the test. */
  emptyFolder: string;
  /** The data folder of a new site, which is removed after the test. */
  dataDir: string;
  /** A site that only this test uses, in its own process. */
  ownSite: SiteInProcess;
  /** A browser that only this test uses, such as one to go offline, which reports each failed request to its console. */
  ownBrowser: BrowserContext;
};

export const test = base.extend<TestFixtures, { site: Site; crowded: CrowdedSite }>({
  site: [
    // Playwright reads the needed fixtures from this pattern; this fixture needs none.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  crowded: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      // Loaded only by the workers that need it.
      const { fillWithLongWords } = await import("../test/support/gym-with-long-words.ts");
      const site = await startSiteInProcess();
      const gym = await fillWithLongWords(site.services);
      const name = `Abdulrahman Sheikh Mohamed Omar wa Gathoni-${"Mwaniki".repeat(3)}`;
      await site.services.db.updateTable("people").set({ name }).where("id", "=", gym.content.member).execute();
      await use({ site, gym });
      await site.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  hasScript: [true, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  emptyFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "nguvu-test-"));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  dataDir: async ({}, use) => {
    const folder = await copyNewSite();
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  ownSite: async ({}, use) => {
    const site = await startSiteInProcess();
    await use(site);
    await site.close();
  },
  ownBrowser: async ({ browser, baseURL, viewport }, use) => {
    const context = await browser.newContext({ baseURL: baseURL ?? "", viewport });
    await use(context);
    await context.close();
  },
  baseURL: ({ site }, use) => use(site.url),
  // Not automatic: tests that only send requests need no page, which costs a second of processor time.
  page: async ({ page, hasScript }, use) => {
    // A reused page still has its pointer where it was left.
    await page.mouse.move(0, 0);
    const messages = watchConsole(page);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setScriptExecutionDisabled", { value: !hasScript });
    await use(page);
    await session.send("Emulation.setScriptExecutionDisabled", { value: false });
    await session.detach();
    expect(messages, "nothing in the console").toEqual([]);
  },
});

/** Defines a test without the page's scripts. */
export const testWithoutScript = test.extend({ hasScript: false });

/** Defines tests with the page's scripts, and the same tests without. */
export function withAndWithoutScript(defineTests: (isScripted: boolean) => void): void {
  for (const isScripted of [true, false]) {
    test.describe(isScripted ? "with script" : "without script", () => {
      test.use({ hasScript: isScripted });
      defineTests(isScripted);
    });
  }
}

/** A site for the tests of a file, which run in order. @param observed wraps its services, for example with another clock */
export function openSiteBeforeAll(
  prepare: (services: Services) => Promise<unknown> = async () => {},
  observed?: (services: Services) => Services,
): SiteInProcess {
  const site = {} as SiteInProcess;
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    Object.assign(site, await startSiteInProcess({}, observed));
    await prepare(site.services);
  });
  test.afterAll(() => site.close());
  return site;
}

/** Every public screen, with its h1. */
export const SCREENS: readonly { path: string; heading: RegExp }[] = [
  { path: "/", heading: /fit/i },
  { path: "/about", heading: /about us/i },
  { path: "/classes", heading: /^classes$/i },
  // A name of one word, and one of two.
  { path: "/classes/cycling", heading: /^cycling$/i },
  { path: "/classes/power-lifting", heading: /^power lifting$/i },
  { path: "/contact", heading: /contact us/i },
  { path: "/pricing", heading: /^pricing$/i },
  { path: "/first-visit", heading: /^your first visit$/i },
  { path: "/login", heading: /sign in/i },
  { path: "/signup", heading: /sign up/i },
  ...["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map((day) => ({
    path: `/schedule/${day}`,
    heading: /schedule by day/i,
  })),
  { path: "/schedule/week", heading: /the whole week/i },
  { path: "/schedule/calendar", heading: /^add to calendar$/i },
  { path: "/gallery/page-1", heading: /^gallery$/i },
  { path: "/gallery/page-2", heading: /^gallery$/i },
  { path: "/privacy", heading: /privacy/i },
  { path: "/forgot-password", heading: /password/i },
];

/** A screen of each kind. Where screens differ only in content (days, classes), it has the longest name. */
export const SCREEN_KINDS: readonly string[] = SCREENS.map(({ path }) => path).filter(
  (path) => path !== "/classes/cycling" && !/^\/schedule\/(?!wednesday|week|calendar)/.test(path),
);

/** The addresses of all distinct screens, including screens that differ only by their query. */
export const DISTINCT_SCREENS: readonly string[] = [
  ...SCREEN_KINDS,
  "/schedule/calendar?class=boxing",
  "/classes?show=all",
  "/?weight=70&height=175",
  "/contact?sent=1",
  "/reminders/off?key=unknown",
  "/membership/mails?key=unknown",
  "/confirm-address?key=unknown",
  "/nowhere",
];

/** Fills in the open page's form for signing in or up, and sends it. */
export async function sendCredentials(
  page: Page,
  { email, password }: { email: string; password: string },
  button: "Sign In" | "Sign Up" = "Sign In",
): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: button }).click();
}

/** Signs the test account in through the form of the worker's site, or of the site at another address. */
export async function signIn(page: Page, url = ""): Promise<void> {
  await page.goto(`${url}/login`);
  await sendCredentials(page, TEST_ACCOUNT);
  await expect(page).toHaveURL(`${url}/#home`);
}

/** Gives a browser the session of a `Cookie` header. */
export async function addCookie(context: BrowserContext, { url }: { url: string }, cookie: string): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url }]);
}

/** Opens a path of a site with a session. @param cookie empty for a visitor */
export async function openAs(page: Page, site: { url: string }, cookie: string, path: string): Promise<void> {
  await page.context().clearCookies();
  if (cookie !== "") await addCookie(page.context(), site, cookie);
  await page.goto(site.url + path);
}

/** Opens a link in a tab of its own, with Ctrl, and closes the tab. */
export async function inTab(page: Page, link: Locator): Promise<void> {
  const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click({ modifiers: ["Control"] })]);
  await tab.close();
}

/** Waits until a change of the window or the styles is laid out, including its transitions and fonts. */
export async function laidOut(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** The paths of the pages and pictures that the browser has saved. */
export function savedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
  });
}

/** An unused email address. */
export const newEmail = () => `visitor-${randomUUID()}@example.com`;

/** The mails to an address. A site without a mail server writes them as files. */
export async function mailsTo(dataDir: string, recipient: string): Promise<Email[]> {
  const folder = join(dataDir, "mail");
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".eml"));
  const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))));
  return mails.filter(({ to }) => to?.some(({ address }) => address === recipient));
}

/** Waits for a mail to an address with a link to a page of the site. @returns the link's path and query */
export async function mailedLink(dataDir: string, recipient: string, path: string): Promise<string> {
  const find = async () => {
    const texts = (await mailsTo(dataDir, recipient)).map(({ text }) => text ?? "");
    return texts.flatMap((text) => new RegExp(`(?<=https?://[^/\\s]+)${path}\\S+`).exec(text)?.[0] ?? [])[0];
  };
  await expect.poll(find).toBeDefined();
  return (await find()) ?? "";
}

/** Triggers deferred hydration and waits for it, where a test needs script. */
export async function hydrated(page: Page): Promise<void> {
  // Not a key or a click, which could have effects; repeated until heard, as another document may still be loading.
  await page.waitForFunction(() => {
    window.dispatchEvent(new Event("pointermove"));
    return document.documentElement.dataset.hydrated === "true";
  });
}
