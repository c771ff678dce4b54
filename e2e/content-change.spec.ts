/** Browsers revalidate cached pages after a change of content. */
import { findEntry } from "../app/cms/entries.server.ts";
import { trainerType } from "../app/content-types/trainer.ts";
import { publishValues } from "../test/content/content-changes.ts";
import { expect, hydrated, test } from "./fixtures.ts";

test("a browser that has the page cached revalidates it, for documents and for data", async ({
  browser,
  ownSite: site,
}) => {
  const rename = async (name: string) => {
    const trainer = await findEntry(site.services, trainerType, "amina-yusuf");
    if (trainer === undefined) throw new Error("The seed has no such trainer");
    const { slug, ...values } = trainer;
    await publishValues(site.services, trainerType, slug, { ...values, name });
  };
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
