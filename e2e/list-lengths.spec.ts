/**
 * The public pages with no entry, with one, and with many of each list: nothing is empty or broken. `screens.spec.ts` checks
 * the widths of long lists.
 */
import type { ContentType } from "../app/cms/content-type.ts";
import { listEntries } from "../app/cms/entries.server.ts";
import { catalogue } from "../app/content-types/catalogue.ts";
import { seeds } from "../seed/content.ts";
import { publishValues, removeWithAll } from "../test/content/content-changes.ts";
import type { SiteInProcess } from "../test/support/site-in-process.ts";
import { DISTINCT_SCREENS, expect, test } from "./fixtures.ts";

/** Pages without lists, and one that doesn't exist. */
const WITHOUT_LISTS = ["/login", "/signup", "/forgot-password", "/privacy", "/contact?sent=1", "/nowhere"];

/** The pages that exist with some entries of each list; with one, the only class is the seed's first. */
const pathsWith = (count: number) => [
  ...DISTINCT_SCREENS.filter((path) => !WITHOUT_LISTS.includes(path) && !path.startsWith("/classes/")),
  ...(count === 0 ? [] : ["/classes/cycling"]),
];

/** Makes a list as long as asked, or as its type allows, from copies of the seed's entries. */
async function fill(site: SiteInProcess, type: ContentType, length: number): Promise<void> {
  const { services } = site;
  if (type.entries.kind !== "list") return;
  const seed = seeds.get(type.name) ?? [];
  // The seed's first entry exists in every length but zero.
  const references = Object.entries(type.fields).filter(([, { kind }]) => kind === "reference");
  const targets = Object.fromEntries(references.map(([key, { to }]) => [key, seeds.get(to ?? "")?.[0]?.slug]));
  const slugs = Array.from({ length: Math.min(length, type.entries.max ?? length) }, (_, index) => {
    const { slug, ...values } = seed[index % seed.length] ?? { slug: "none" };
    return { slug: index < seed.length ? slug : `${slug}-${index}`, values: { ...values, ...targets } };
  });
  for (const { slug } of await listEntries(services, type)) await removeWithAll(services, type, slug);
  // Removed entries are published again under their slug.
  await services.db.deleteFrom("entry_bin").where("type", "=", type.name).execute();
  for (const { slug, values } of slugs) await publishValues(services, type, slug, values);
}

/** Runs in the browser, which reads documents without showing them. */
function findFaults(documents: (readonly [path: string, html: string])[]): string[] {
  return documents.flatMap(([path, html]) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const empty = [...page.querySelectorAll("ul, ol, dl, tbody")].filter(({ children }) => children.length === 0);
    const nameless = [...page.querySelectorAll("section[aria-labelledby]")].filter((section) => {
      return !page.getElementById(section.getAttribute("aria-labelledby") ?? "")?.textContent?.trim();
    });
    return [
      ...empty.map(({ outerHTML }) => `${path}: empty: ${outerHTML.slice(0, 80)}`),
      ...nameless.map(({ outerHTML }) => `${path}: without a name: ${outerHTML.slice(0, 80)}`),
      ...(page.querySelectorAll("h1").length === 1 ? [] : [`${path}: not one h1`]),
    ];
  });
}

test("with none, one and thirty of each list every page is complete", async ({ page, ownSite: site }) => {
  for (const count of [0, 1, 30]) {
    for (const type of Object.values(catalogue)) await fill(site, type, count);
    const read = async (path: string) => {
      const response = await fetch(site.url + path);
      expect(response.status, path).toBe(200);
      return [new URL(response.url).pathname, await response.text()] as const;
    };
    const documents = await Promise.all(pathsWith(count).map(read));
    expect(await page.evaluate(findFaults, documents), `with ${count}`).toEqual([]);
    const [gallery, html] = await read("/gallery/page-2");
    expect(gallery).toBe(`/gallery/page-${count > 8 ? 2 : 1}`);
    const pictures = (text: string) =>
      new DOMParser().parseFromString(text, "text/html").querySelectorAll("[data-gallery] img").length;
    expect(await page.evaluate(pictures, html), `with ${count}`).toBe(count > 8 ? count - 8 : count);
  }
});
