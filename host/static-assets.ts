/** The built files: hashed ones for ever, the rest for an hour. Texts are sent precompressed, as the build left them. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { matchesEtag, preferredEncoding } from "./page-cache.ts";

const CONTENT_TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** Folders whose file names carry a hash of what is in them. */
const HASHED = /^\/(assets|pictures|fonts)\//;

const FOR_EVER = "public, max-age=31536000, immutable";
const FOR_AN_HOUR = "public, max-age=3600";

type Asset = { file: string; type: string; brotli: boolean; gzip: boolean; kept: Map<string, Buffer>; etag?: string };

/** Answers a GET or HEAD for a built file; undefined when there is none at that path. */
export type StaticAssets = (request: Request, path: string) => Promise<Response | undefined>;

/** Lists the files below `folder` once; only those are ever opened, whatever path is asked for. */
export async function readStaticAssets(folder: string): Promise<StaticAssets> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Set(
    found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length)),
  );
  const assets = new Map<string, Asset>();
  for (const path of files) {
    const type = CONTENT_TYPES[extname(path)];
    if (type === undefined) continue;
    const brotli = files.has(`${path}.br`);
    assets.set(path, { file: join(folder, path), type, brotli, gzip: files.has(`${path}.gz`), kept: new Map() });
  }

  return async (request, path) => {
    const asset = assets.get(path);
    if (asset === undefined) return undefined;
    const headers: Record<string, string> = {
      "content-type": asset.type,
      "cache-control": HASHED.test(path) ? FOR_EVER : FOR_AN_HOUR,
    };
    asset.etag ??= `"${createHash("sha256")
      .update(await bytesOf(asset, ""))
      .digest("base64url")
      .slice(0, 22)}"`;
    headers.etag = asset.etag;
    if (asset.brotli || asset.gzip) headers.vary = "Accept-Encoding";
    if (matchesEtag(request.headers.get("if-none-match"), asset.etag))
      return new Response(null, { status: 304, headers });
    const encoding = preferredEncoding(request.headers.get("accept-encoding"));
    const suffix = encoding === "br" && asset.brotli ? ".br" : encoding !== undefined && asset.gzip ? ".gz" : "";
    if (suffix !== "") headers["content-encoding"] = suffix === ".br" ? "br" : "gzip";
    const body = await bytesOf(asset, suffix);
    headers["content-length"] = String(body.length);
    // Node's Buffer is a Uint8Array; the DOM's BodyInit type asks for one over a plain ArrayBuffer, which this is.
    return new Response(body as Uint8Array<ArrayBuffer>, { status: 200, headers });
  };
}

/** Texts are small and asked for on every visit: they stay in memory. Pictures are left to the system's file cache. */
async function bytesOf(asset: Asset, suffix: string): Promise<Buffer> {
  const before = asset.kept.get(suffix);
  if (before !== undefined) return before;
  const bytes = await readFile(asset.file + suffix);
  if (asset.brotli || asset.gzip || asset.type === "font/woff2") asset.kept.set(suffix, bytes);
  return bytes;
}
