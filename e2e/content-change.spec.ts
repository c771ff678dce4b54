/** A change of content appears in the next response of its instance; `two-instances.spec.ts` tests the others. */
import { findEntry } from "../app/cms/entries.server.ts";
import { trainerType } from "../app/content-types/trainer.ts";
import { publishValues, removeWithAll } from "../test/content/content-changes.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { expect, hydrated, test } from "./fixtures.ts";

/** The pages with the first trainer's name, as documents and as data of client-side navigations. */
const ADDRESSES = ["/", "/_.data", "/classes", "/classes.data", "/classes.data?show=all"];

async function read(site: { url: string }, path: string, etag?: string) {
  const response = await fetch(site.url + path, etag === undefined ? {} : { headers: { "If-None-Match": etag } });
  return { status: response.status, etag: response.headers.get("etag") ?? "", text: await response.text() };
}

/** A trainer who has classes. */
const SLUG = "amina-yusuf";

async function rename(site: SiteInProcess, name: string): Promise<string> {
  const trainer = await findEntry(site.services, trainerType, SLUG);
  if (trainer === undefined) throw new Error("The seed has no such trainer");
  const { slug, ...values } = trainer;
  await publishValues(site.services, trainerType, slug, { ...values, name });
  return trainer.name;
}

test("a change is in the next response of its instance, even for clients that have the page cached", async () => {
  const site = await startSiteInProcess();
  try {
    // The fast path sends the second response from memory.
    for (const path of [...ADDRESSES, ...ADDRESSES]) await read(site, path);
    for (const name of ["Wambui Changed", "Wambui Changed Again"]) {
      const cached = new Map(await Promise.all(ADDRESSES.map(async (path) => [path, await read(site, path)] as const)));
      const before = await rename(site, name);
      for (const [path, old] of cached) {
        expect(old.text, path).toContain(before);
        const next = await read(site, path, old.etag);
        expect(next.status, path).toBe(200);
        expect(next.text, path).toContain(name);
      }
    }
    await removeWithAll(site.services, trainerType, SLUG);
    for (const path of ADDRESSES) expect((await read(site, path)).text, path).not.toContain("Wambui Changed");
  } finally {
    await site.close();
  }
});

test("a browser that has the page cached revalidates it, for documents and for data", async ({ browser }) => {
  const site = await startSiteInProcess();
  // Not the test's own page, as watching its requests bypasses the browser's cache.
  const page = await browser.newPage();
  try {
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
    await rename(site, "Wambui By Script");
    await go("Classes");
    await expect(page.getByRole("main")).toContainText("Wambui By Script");
    await rename(site, "Wambui By Document");
    await page.goto(`${site.url}/classes`);
    await expect(page.getByRole("main")).toContainText("Wambui By Document");
  } finally {
    await page.close();
    await site.close();
  }
});
