/** `robots.txt` and `sitemap.xml` for crawlers: the paths to skip, and the public pages. */
import { newestChange } from "../../app/cms/content-version.server.ts";
import { siteOrigin } from "../../app/platform/config.ts";
import type { Services } from "../../app/platform/services.ts";
import type { RouteTable } from "../cache/route-table.ts";

/**
 * Paths not to crawl: personal pages, form targets and session calendars. `/reset-password` is crawlable, as its
 * `X-Robots-Tag` must be read.
 */
export const NOT_FOR_CRAWLERS = [
  "/account",
  "/booking/",
  "/calendar.ics",
  "/confirm-address",
  "/membership/",
  "/reminders/off",
  "/saved-classes",
  "/sign-out",
  "/contact?",
  "/login?",
  "/signup?",
  "/forgot-password?",
  "/schedule/calendar?",
  "/schedule/session.ics",
];

/**
 * `robots.txt` (RFC 9309) and `sitemap.xml` (sitemaps.org), with absolute URLs as both require.
 * @returns the responses by path, the same for all clients
 */
export function robotsAndSitemap(
  services: Services,
  routeTable: RouteTable,
): ReadonlyMap<string, () => Promise<Response>> {
  // Read for each response: with PORT=0 the port is known only once the server listens.
  const origin = () => siteOrigin(services.config);
  return new Map([
    [
      "/robots.txt",
      async () => {
        const rules = NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}\n`).join("");
        return file("text/plain", `User-agent: *\n${rules}\nSitemap: ${origin()}/sitemap.xml\n`);
      },
    ],
    [
      "/sitemap.xml",
      async () => {
        const [changed, paths] = await Promise.all([newestChange(services.db), routeTable.listedPaths()]);
        // The pages show each other's classes, trainers and pictures: any change of content changes them all.
        const lastChange = changed === undefined ? "" : `<lastmod>${changed}</lastmod>`;
        const entries = paths.map((path) => `<url><loc>${origin()}${path}</loc>${lastChange}</url>\n`);
        return file(
          "application/xml",
          `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("")}</urlset>\n`,
        );
      },
    ],
  ]);
}

function file(type: string, text: string): Response {
  return new Response(text, { headers: { "Content-Type": `${type}; charset=utf-8` } });
}
