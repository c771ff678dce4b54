/** Small files that the host writes: robots.txt and the sitemap, security.txt, and the web manifest. */
import { newestChange } from "../../app/cms/content-version.server.ts";
import { findSingleEntry } from "../../app/cms/entries.server.ts";
import { logoWordOf, settingsType } from "../../app/content-types/settings.ts";
import { siteOrigin } from "../../app/platform/config.ts";
import { DAY_MS } from "../../app/platform/durations.ts";
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

const PATH = "/.well-known/security.txt";

/** Less than a year, as the RFC asks. */
const VALID_DAYS = 180;

/** The file, if `PUBLIC_URL` is set; without it, the address may be the example's. */
export function securityFile({ config, now }: Services): [path: string, make: () => Promise<Response>][] {
  const { publicUrl, staffEmail } = config;
  if (publicUrl === undefined) return [];
  const make = async () => {
    const expires = `${new Date(now().getTime() + VALID_DAYS * DAY_MS).toISOString().slice(0, 10)}T00:00:00Z`;
    const lines = [
      `Contact: mailto:${staffEmail}?subject=Security`,
      `Expires: ${expires}`,
      "Preferred-Languages: en, sw",
      `Canonical: ${publicUrl}${PATH}`,
    ];
    return new Response(lines.map((line) => `${line}\n`).join(""), {
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  };
  return [[PATH, make]];
}

export const MANIFEST_PATH = "/manifest.webmanifest";

const INK = "#0b0b0c";

const ICONS = [
  { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
  { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
  { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
  { src: "/icon-maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
];

/** Responds with the manifest (W3C, Web Application Manifest). It depends only on the content. */
export async function webManifest(services: Services): Promise<Response> {
  const settings = await findSingleEntry(services, settingsType);
  const { name, tagline } = settings;
  const manifest = {
    name,
    short_name: logoWordOf(settings),
    description: tagline,
    lang: "en-KE",
    ...{ start_url: "/", scope: "/", display: "minimal-ui" },
    ...{ background_color: INK, theme_color: INK },
    icons: ICONS,
  };
  return new Response(JSON.stringify(manifest), { headers: { "Content-Type": "application/manifest+json" } });
}
