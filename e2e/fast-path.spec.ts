/** The fast path sends the same bytes as createApp, for every kind of public response. */
import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { jpegWidthOf, PICTURES_PATH, pictures, variantName } from "../app/ui/picture-files.ts";
import { builtShareName } from "../app/ui/share-picture-files.ts";
import { exchange } from "../test/support/raw-exchange.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { ROOT } from "../tools/spawn.ts";
import { expect, test } from "./fixtures.ts";

type Head = { method?: string; headers: Record<string, string> };

/** Variants of a request. `ETAG` stands for the ETag of the response in that encoding. */
const REQUESTS: readonly Head[] = [
  { headers: {} },
  ...["gzip, deflate, br, zstd", "*", "", "br;q=0, gzip;q=0.5", "*;q=0"].map((encoding) => ({
    headers: { "Accept-Encoding": encoding },
  })),
  ...["br", "gzip", "identity"].flatMap((encoding): Head[] => [
    { method: "HEAD", headers: { "Accept-Encoding": encoding } },
    { headers: { "Accept-Encoding": encoding, "If-None-Match": "ETAG" } },
  ]),
  { headers: { "If-None-Match": '"another"' } },
  { headers: { "If-None-Match": '"another", ETAG' } },
  { headers: { "If-None-Match": "*" } },
  { method: "HEAD", headers: { "If-None-Match": "ETAG" } },
  { headers: { Cookie: "theme=dark; _ga=GA1.1.2" } },
  { headers: { Connection: "keep-alive", "Accept-Encoding": "br" } },
  { headers: { Accept: "application/json", "Accept-Language": "sw", Range: "bytes=0-9", DNT: "1" } },
  { headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://other.example", Referer: "https://other.example/" } },
  { headers: { "X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https", "X-Request-Id": "chosen" } },
  {
    headers: { "Cache-Control": "no-cache", Pragma: "no-cache", "If-Modified-Since": "Thu, 01 Jan 2026 00:00:00 GMT" },
  },
];

/** The response to one request on a connection of its own, head and body. */
async function ask(url: string, path: string, { method = "GET", headers }: Head): Promise<string> {
  const { port, host } = new URL(url);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return (await exchange(Number(port), `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`)).text;
}

/** The response without the headers that always differ. */
function comparable(response: string): string {
  const end = response.indexOf("\r\n\r\n");
  const head = response
    .slice(0, end)
    .replace(/\r\nDate: [^\r]*/, "\r\nDate")
    .replace(/\r\nserver-timing: now;dur=\d+/, "\r\nserver-timing")
    .replace(/\r\nx-request-id: [^\r]*/, "\r\nx-request-id");
  return head + response.slice(end);
}

/** Pages, one of a parameter, one of the day, one with a search parameter and one that does not exist; data; files for crawlers. */
const PAGES = [
  ...["/", "/classes/cycling", "/schedule/monday", "/classes?show=all", "/page-not-found"],
  ...["/_.data", "/classes.data?show=all", "/page-not-found.data", "/robots.txt", "/sitemap.xml", "/schedule.ics"],
];

/** A picture of each format, and two share pictures. */
function listPictures(): string[] {
  const picture = pictures.get("class-boxing.jpg") ?? { file: "", hash: "", width: 0 };
  const names = (["avif", "webp"] as const).map((format) => variantName(picture, 240, format));
  const variants = [...names, variantName(picture, jpegWidthOf(picture.width), "jpg")];
  const shared = ["home.jpg", builtShareName("class-boxing.jpg", [50, 50])];
  return [...variants.map((name) => `${PICTURES_PATH}/${name}`), ...shared.map((name) => `/share/${name}`)];
}

/** The first built file of each kind in each folder. */
async function listFiles(): Promise<string[]> {
  const folder = join(ROOT, "build", "client");
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const byKind = new Map<string, string>();
  for (const file of files.map((path) => path.slice(folder.length)).toSorted()) {
    if (/\.(br|gz)$/.test(file)) continue;
    const kind = `${file.split("/")[1]} ${extname(file)}`;
    if (!byKind.has(kind)) byKind.set(kind, file);
  }
  return [...byKind.values()];
}

/** Fills the cache with a page, or with a file in each of its encodings. */
async function warmUp(site: SiteInProcess, path: string): Promise<void> {
  for (const encoding of ["br", "gzip", "identity"]) {
    await ask(site.urlWithoutFastPath, path, { headers: { "Accept-Encoding": encoding } });
  }
}

/** Replaces `ETAG` by the ETag of the unconditional response. */
async function withEtag(
  site: SiteInProcess,
  path: string,
  { "If-None-Match": condition, ...headers }: Head["headers"],
): Promise<Head["headers"]> {
  if (condition === undefined) return headers;
  const response = await ask(site.urlWithoutFastPath, path, { headers });
  const etag = /\r\netag: ([^\r]+)/.exec(response)?.[1] ?? '"none"';
  return { ...headers, "If-None-Match": condition.replace("ETAG", etag) };
}

/** Compares both ways of sending for one path. @returns how many requests the fast path served */
async function compare(site: SiteInProcess, path: string, requests: readonly Head[]): Promise<number> {
  let fast = 0;
  for (const request of requests) {
    const filled = { ...request, headers: await withEtag(site, path, request.headers) };
    const before = site.fastResponses();
    const actual = comparable(await ask(site.url, path, filled));
    fast += site.fastResponses() - before;
    let expected = comparable(await ask(site.urlWithoutFastPath, path, filled));
    // The page's best Brotli may have replaced the quick one in between, which happens once.
    if (actual !== expected && fast > 0) {
      if (comparable(await ask(site.url, path, filled)) === expected) continue;
      expected = comparable(await ask(site.urlWithoutFastPath, path, filled));
    }
    expect(expected, path).toMatch(/^HTTP\/1\.1 \d{3} /);
    if (actual !== expected) expect(headOf(actual), `${path} ${JSON.stringify(filled)}`).toBe(headOf(expected));
  }
  return fast;
}

/** The head and the length of the body: a whole body would make a failure unreadable. */
function headOf(response: string): string {
  const end = response.indexOf("\r\n\r\n");
  return `${response.slice(0, end)}\r\n(${response.length - end - 4} bytes, then ${response.slice(-60)})`;
}

test("the fast path sends the same bytes as createApp for every kind of public response", async () => {
  const site = await startSiteInProcess({}, (services) => services, { makesPictures: true });
  try {
    for (const path of [...PAGES, ...listPictures(), ...(await listFiles())]) {
      await warmUp(site, path);
      expect(await compare(site, path, REQUESTS), path).toBe(REQUESTS.length);
    }
  } finally {
    await site.close();
  }
});
