/** A change of content appears in the next response of its instance; `two-instances.spec.ts` tests the others. */
import { findEntry } from "../app/cms/entries.server.ts";
import { trainerType } from "../app/content-types/trainer.ts";
import { publishValues, removeWithAll } from "../test/content/content-changes.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { expect, hydrated, test } from "./fixtures.ts";

// The tests share a site.
test.describe.configure({ mode: "default" });

/** The pages with the first trainer's name, as documents and as data of client-side navigations. */
const ADDRESSES = ["/", "/_.data", "/classes", "/classes.data", "/classes.data?show=all"];

/** A trainer who has classes. */
const SLUG = "amina-yusuf";

let site: SiteInProcess;
test.beforeAll(async () => {
  site = await startSiteInProcess();
});
test.afterAll(() => site.close());

async function read(path: string, etag?: string) {
  const response = await fetch(site.url + path, etag === undefined ? {} : { headers: { "If-None-Match": etag } });
  return { status: response.status, etag: response.headers.get("etag") ?? "", text: await response.text() };
}

/** Renames the trainer. @returns the previous name */
async function rename(name: string): Promise<string> {
  const trainer = await findEntry(site.services, trainerType, SLUG);
  if (trainer === undefined) throw new Error("The seed has no such trainer");
  const { slug, ...values } = trainer;
  await publishValues(site.services, trainerType, slug, { ...values, name });
  return trainer.name;
}

test("a browser that has the page cached revalidates it, for documents and for data", async ({ browser }) => {
  // Not the test's own page, as watching its requests bypasses the browser's cache.
  const page = await browser.newPage();
  await page.goto(`${site.url}/classes`);
  await page.goto(`${site.url}/about`);
  await hydrated(page);
  const menu = page.getByRole("navigation", { name: "Main" });
  const go = async (name: string) => {
    await menu.getByRole("link", { name, exact: true }).dispatchEvent("click");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(name, "i"));
  };
  await go("Classes");
  await go("About");
  await rename("Wambui By Script");
  await go("Classes");
  await expect(page.getByRole("main")).toContainText("Wambui By Script");
  await rename("Wambui By Document");
  await page.goto(`${site.url}/classes`);
  await expect(page.getByRole("main")).toContainText("Wambui By Document");
  await page.close();
});

test("a change is in the next response of its instance, even for clients that have the page cached", async () => {
  // The fast path sends the second response from memory.
  for (const path of [...ADDRESSES, ...ADDRESSES]) await read(path);
  for (const name of ["Wambui Changed", "Wambui Changed Again"]) {
    const cached = new Map(await Promise.all(ADDRESSES.map(async (path) => [path, await read(path)] as const)));
    const before = await rename(name);
    for (const [path, old] of cached) {
      expect(old.text, path).toContain(before);
      const next = await read(path, old.etag);
      expect(next.status, path).toBe(200);
      expect(next.text, path).toContain(name);
    }
  }
  await removeWithAll(site.services, trainerType, SLUG);
  for (const path of ADDRESSES) expect((await read(path)).text, path).not.toContain("Wambui Changed");
});
