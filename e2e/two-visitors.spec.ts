/**
 * Two signed-in visitors and one who isn't load the same public pages concurrently and repeatedly, from an empty
 * page cache and from a full one: each sees their own saved classes and nobody's address.
 */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { listEntries } from "../app/cms/entries.server.ts";
import { planType } from "../app/content-types/pricing.ts";
import { publishValues } from "../test/content/content-changes.ts";
import { PASSWORD } from "../test/support/http-client.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { expect, newEmail, test } from "./fixtures.ts";

const PATHS = ["/", "/classes", "/classes?show=all", "/schedule/monday", "/nowhere"];

/** One round with an empty cache, and one with a full one. */
const ROUNDS = 2;

const PERSONAL = "private, no-store";

/** A browser with a profile of its own, and the text that only its visitor may see. */
type Visitor = { context: BrowserContext; page: Page; email: string | undefined; saved: string[] };

type Seen = { cacheControl: string | undefined; text: string };

let site: SiteInProcess;

test.beforeAll(async () => {
  site = await startSiteInProcess();
});

test.afterAll(() => site.close());

async function openBrowser(browser: Browser, saved?: string[]): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  if (saved === undefined) return { context, page, email: undefined, saved: [] };
  const email = newEmail();
  const post = (path: string, form: Record<string, string>) =>
    context.request.post(path, { form, headers: { Origin: site.url }, maxRedirects: 0 });
  expect((await post("/signup", { email, password: PASSWORD })).status()).toBe(303);
  for (const slug of saved) {
    expect((await post("/saved-classes", { class: slug, do: "save", back: "/classes" })).status()).toBe(303);
  }
  return { context, page, email, saved };
}

/** Empties the page cache by a change of content. */
async function emptyPageCache(): Promise<void> {
  const [plan] = await listEntries(site.services, planType);
  if (plan === undefined) throw new Error("There is no plan");
  const { slug, ...values } = plan;
  await publishValues(site.services, planType, slug, { ...values, price: values.price + 1 });
}

async function openDocument({ page }: Visitor, path: string): Promise<Seen> {
  const response = await page.goto(path, { waitUntil: "domcontentloaded" });
  return { cacheControl: response?.headers()["cache-control"], text: (await response?.text()) ?? "" };
}

/** The URL that React Router requests on a client-side navigation to the page. */
async function fetchData({ page }: Visitor, path: string): Promise<Seen> {
  const [pathname = "", query] = path.split("?");
  const address = `${pathname === "/" ? "/_" : pathname}.data${query === undefined ? "" : `?${query}`}`;
  return page.evaluate(async (url) => {
    const response = await fetch(url);
    return { cacheControl: response.headers.get("cache-control") ?? undefined, text: await response.text() };
  }, address);
}

test("visitors see only their own pages, concurrently, with an empty cache and with a full one", async ({
  browser,
}) => {
  test.setTimeout(90_000);
  const visitors = [
    await openBrowser(browser, ["cycling"]),
    await openBrowser(browser, ["boxing", "meditation"]),
    await openBrowser(browser),
  ];
  const emails = visitors.flatMap(({ email }) => email ?? []);
  expect(new Set(emails).size).toBe(2);

  function check(visitor: Visitor, { cacheControl, text }: Seen, what: string): void {
    expect(
      emails.filter((email) => text.includes(email)),
      what,
    ).toEqual([]);
    if (visitor.email === undefined) expect(cacheControl, what).toMatch(/^public, /);
    else expect(cacheControl, what).toBe(PERSONAL);
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const path of PATHS) {
      for (const look of [openDocument, fetchData]) {
        if (round % 2 === 0) await emptyPageCache();
        // Each time a different visitor is first.
        const order = visitors.map((_, index) => visitors[(index + round) % visitors.length] ?? visitors[0]);
        await Promise.all(
          order.map(async (visitor) => {
            if (visitor === undefined) return;
            check(visitor, await look(visitor, path), `${path}, ${look.name}, round ${round}`);
          }),
        );
      }
      if (!path.startsWith("/classes")) continue;
      for (const { page, email, saved } of visitors) {
        const pressed = page.locator('button[aria-pressed="true"]');
        await expect(pressed).toHaveCount(saved.length);
        for (const slug of saved) await expect(pressed.filter({ hasText: new RegExp(slug, "i") })).toHaveCount(1);
        await expect(
          page.getByRole("link", { name: email === undefined ? "Create an account" : "Your account" }),
        ).toHaveCount(1);
      }
    }
  }
  for (const { context } of visitors) await context.close();
});
