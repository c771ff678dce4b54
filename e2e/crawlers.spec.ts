/** The contents of robots.txt and the sitemap, and that they match the site. */
import { NOT_FOR_CRAWLERS } from "../host/middleware/generated-files.ts";
import { classes } from "../seed/classes.ts";
import { expect, SCREENS, test } from "./fixtures.ts";

/** Public screens that search engines should not list. */
const UNLISTED = new Set(["/login", "/signup", "/forgot-password"]);

test("robots.txt names the sitemap and disallows only paths without anything to index", async ({ request }) => {
  const lines = (await (await request.get("/robots.txt")).text()).split("\n");
  expect(lines[0]).toBe("User-agent: *");
  const disallowed = lines.flatMap((line) => /^Disallow: (.*)$/.exec(line)?.[1] ?? []);
  expect(disallowed).toEqual(NOT_FOR_CRAWLERS);
  for (const { path } of SCREENS) expect(disallowed.filter((start) => path.startsWith(start))).toEqual([]);
  const sitemap = lines.flatMap((line) => /^Sitemap: (.*)$/.exec(line)?.[1] ?? [])[0] ?? "";
  expect((await request.get(new URL(sitemap).pathname)).status()).toBe(200);
});

test("the sitemap lists all indexable screens, and each class has its own share picture", async ({ request, site }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) => address);
  const paths = listed.map((address) => new URL(address).pathname);
  const screens = [...SCREENS.map(({ path }) => path), ...classes.map(({ slug }) => `/classes/${slug}`)];
  expect(paths.toSorted()).toEqual([...new Set(screens)].filter((path) => !UNLISTED.has(path)).toSorted());
  const sharePictures = new Set<string>();
  for (const [index, address] of listed.entries()) {
    const page = await request.get(paths[index] ?? "", { maxRedirects: 0 });
    expect(page.status(), address).toBe(200);
    const html = await page.text();
    expect(html).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(html, address).toMatch(/<meta property="og:image:alt" content="[^"]{20,}\."\/>/);
    const picture = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? "";
    if (paths[index]?.startsWith("/classes/")) sharePictures.add(picture);
    // The actual port, though the server was started with PORT=0.
    expect(address.startsWith(`http://localhost:${new URL(site.url).port}/`), address).toBe(true);
  }
  expect(sharePictures.size).toBe(classes.length);
});
