/** The built files: hashed ones for ever, the rest for an hour. Texts are sent precompressed, as the build left them. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { PICTURE_POLICY } from "../middleware/security-headers.ts";
import {
  type Asked,
  askedBy,
  type Encoding,
  matchesEtag,
  preferredEncoding,
  type ReadyAnswer,
  toResponse,
} from "./cached-response.ts";

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

/** Pictures for other sites to show: link previews in browsers. */
const FOR_OTHER_SITES = /^\/share\//;

/** What is asked for most stays in memory, up to this many bytes in all; the rest is left to the system's file cache. */
const BYTES_KEPT = 24 * 1024 * 1024;

type Asset = {
  file: string;
  type: string;
  isHashed: boolean;
  /** Other sites may show it. */
  isForOtherSites: boolean;
  encodings: readonly Encoding[];
};

const SUFFIXES: Record<Encoding, string> = { br: ".br", gzip: ".gz", identity: "" };

/** One encoding of a file in memory, with its answer to who has it already. */
type Kept = { etag: string; answer: ReadyAnswer; unchanged: ReadyAnswer; bytes: number };

export type StaticAssets = {
  /** Answers a GET or HEAD for a built file; undefined when there is none at that path. */
  respond: (request: Request, path: string) => Promise<Response | undefined>;
  /** The answer for a built file, if it is in memory. */
  find: (path: string, asked: Asked) => ReadyAnswer | undefined;
  /** What a text among the built files says; undefined when there is none at that path. */
  text: (path: string) => Promise<string | undefined>;
};

/** Lists the files below `folder` once; only those are ever opened, whatever path is asked for. */
export async function readStaticAssets(folder: string, bytesKept = BYTES_KEPT): Promise<StaticAssets> {
  const assets = await listAssets(folder);
  /** By file name, suffix included, in the order of their last use. */
  const kept = new Map<string, Kept>();
  let keptBytes = 0;

  function find(path: string, { acceptEncoding, ifNoneMatch }: Asked): ReadyAnswer | undefined {
    const asset = assets.get(path);
    if (asset === undefined) return undefined;
    const name = path + SUFFIXES[encodingFor(asset, acceptEncoding)];
    const file = kept.get(name);
    if (file === undefined) return undefined;
    kept.delete(name);
    kept.set(name, file);
    return matchesEtag(ifNoneMatch, file.etag) ? file.unchanged : file.answer;
  }

  const texts = new Map<string, Promise<string>>();

  return {
    find,
    async text(path) {
      const asset = assets.get(path);
      if (asset === undefined) return undefined;
      const text = texts.get(path) ?? readFile(asset.file, "utf8");
      texts.set(path, text);
      return text;
    },
    async respond(request, path) {
      const asset = assets.get(path);
      if (asset === undefined) return undefined;
      const asked = askedBy(request);
      const ready = find(path, asked);
      if (ready !== undefined) return toResponse(ready);
      const encoding = encodingFor(asset, asked.acceptEncoding);
      const file = await readAsset(asset, encoding);
      const name = path + SUFFIXES[encoding];
      if (!kept.has(name)) {
        kept.set(name, file);
        keptBytes += file.bytes;
      }
      for (const [oldest, { bytes }] of kept) {
        if (keptBytes <= bytesKept) break;
        kept.delete(oldest);
        keptBytes -= bytes;
      }
      return toResponse(matchesEtag(asked.ifNoneMatch, file.etag) ? file.unchanged : file.answer);
    },
  };
}

async function listAssets(folder: string): Promise<Map<string, Asset>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Set(
    found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length)),
  );
  const assets = new Map<string, Asset>();
  for (const path of files) {
    const type = CONTENT_TYPES[extname(path)];
    if (type === undefined) continue;
    const encodings = (["br", "gzip"] as const).filter((encoding) => files.has(path + SUFFIXES[encoding]));
    assets.set(path, {
      file: join(folder, path),
      type,
      isHashed: HASHED.test(path),
      isForOtherSites: FOR_OTHER_SITES.test(path),
      encodings,
    });
  }
  return assets;
}

function encodingFor({ encodings }: Asset, acceptEncoding: string | null): Encoding {
  const preferred = preferredEncoding(acceptEncoding);
  // Who takes Brotli takes gzip too, in practice; who asked for it and gets neither can read the plain file.
  return encodings.includes(preferred) ? preferred : "identity";
}

async function readAsset(asset: Asset, encoding: Encoding): Promise<Kept> {
  const body = await readFile(asset.file + SUFFIXES[encoding]);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers: Record<string, string> = { "cache-control": asset.isHashed ? FOR_EVER : FOR_AN_HOUR, etag };
  if (asset.encodings.length > 0) headers.vary = "Accept-Encoding";
  if (asset.type.startsWith("image/")) headers["content-security-policy"] = PICTURE_POLICY;
  if (asset.isForOtherSites) headers["cross-origin-resource-policy"] = "cross-origin";
  const whole: Record<string, string> = {
    ...headers,
    "content-type": asset.type,
    "content-length": String(body.length),
    ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
  };
  return {
    etag,
    answer: { status: 200, headers: whole, body },
    unchanged: { status: 304, headers, body: undefined },
    bytes: body.length,
  };
}
