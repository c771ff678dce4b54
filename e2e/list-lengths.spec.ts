/** The public pages with no entry, with one, and with many of each list: nothing is empty, broken or wider than the screen. */

import type { ContentType } from "../app/cms/content-type.ts";
import { listEntries } from "../app/cms/entries.server.ts";
import { catalogue } from "../app/content-types/catalogue.ts";
import { seeds } from "../seed/content.ts";
import { publishValues, removeWithAll } from "../test/content/content-changes.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { DISTINCT_SCREENS, expect, laidOut, test } from "./fixtures.ts";

/** Pages without lists, and one that doesn't exist. */
const WITHOUT_LISTS = ["/login", "/signup", "/forgot-password", "/privacy", "/contact?sent=1", "/nowhere"];

/** The pages that exist with some entries of each list; with one, the only class is the seed's first. */
const pathsWith = (count: number) => [
  ...DISTINCT_SCREENS.filter((path) => !WITHOUT_LISTS.includes(path) && !path.startsWith("/classes/")),
  ...(count === 0 ? [] : ["/classes/cycling"]),
];

/** For each reference field the seed's first entry, which exists in every length but zero. */
function firstTargets({ fields }: ContentType): Record<string, string | undefined> {
  const references = Object.entries(fields).filter(([, { kind }]) => kind === "reference");
  return Object.fromEntries(references.map(([key, { to }]) => [key, seeds.get(to ?? "")?.[0]?.slug]));
}

/** Makes a list as long as asked, or as its type allows, from copies of the seed's entries. */
async function fill(site: SiteInProcess, type: ContentType, length: number): Promise<void> {
  const { services } = site;
  if (type.entries.kind !== "list") return;
  const seed = seeds.get(type.name) ?? [];
  const slugs = Array.from({ length: Math.min(length, type.entries.max ?? length) }, (_, index) => {
    const { slug, ...values } = seed[index % seed.length] ?? { slug: "none" };
    return { slug: index < seed.length ? slug : `${slug}-${index}`, values: { ...values, ...firstTargets(type) } };
  });
  for (const { slug } of await listEntries(services, type)) await removeWithAll(services, type, slug);
  // Removed entries are published again under their slug.
  await services.db.deleteFrom("entry_bin").where("type", "=", type.name).execute();
  for (const { slug, values } of slugs) await publishValues(services, type, slug, values);
}

/** Runs in the page. */
function findFaults(): string[] {
  const empty = [...document.querySelectorAll("ul, ol, dl, tbody")].filter(({ children }) => children.length === 0);
  const sections = [...document.querySelectorAll("section[aria-labelledby]")];
  const nameOf = (section: Element) => document.getElementById(section.getAttribute("aria-labelledby") ?? "");
  const nameless = sections.filter((section) => !nameOf(section)?.textContent?.trim());
  return [
    ...empty.map(({ outerHTML }) => `empty: ${outerHTML.slice(0, 80)}`),
    ...nameless.map(({ outerHTML }) => `without a name: ${outerHTML.slice(0, 80)}`),
    ...(document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : []),
  ];
}

for (const count of [0, 1, 30]) {
  test(`with ${count} of each list every page is complete`, async ({ page }) => {
    test.setTimeout(120_000);
    const site = await startSiteInProcess();
    try {
      for (const type of Object.values(catalogue)) await fill(site, type, count);
      for (const path of pathsWith(count)) {
        // Opened at the first width: right after a change Chromium lays out a page with the previous `vw`.
        await page.setViewportSize({ width: 390, height: 900 });
        // Pictures have their size before they are loaded.
        const response = await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
        expect(response?.status(), path).toBe(200);
        await expect(page.locator("h1"), path).toHaveCount(1);
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await laidOut(page);
          expect(await page.evaluate(findFaults), `${path} at ${width}`).toEqual([]);
        }
      }
      await page.goto(`${site.url}/gallery/page-2`);
      await expect(page).toHaveURL(`${site.url}/gallery/page-${count > 8 ? 2 : 1}`);
      await expect(page.locator("[data-gallery] img")).toHaveCount(count > 8 ? count - 8 : count);
    } finally {
      // Otherwise pictures still loading would fail.
      await page.goto("about:blank");
      await site.close();
    }
  });
}
