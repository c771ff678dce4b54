/**
 * Static files: built ones with stored compression, and site pictures made on demand. Hashed names are cached for a
 * year, others an hour.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { LRUCache } from "lru-cache";
import type { OwnPictures } from "../../app/pictures/own-pictures.server.ts";
import { type CachedFile, type CachedResponse, cachedFile, fileResponse, toResponse } from "./cached-response.ts";
import {
  type Encoding,
  type NegotiationHeaders,
  negotiationHeaders,
  preferredEncoding,
} from "./content-negotiation.ts";

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

const HASHED = /^\/(assets|pictures|fonts)\//;

const FOR_EVER = "public, max-age=31536000, immutable";
const FOR_AN_HOUR = "public, max-age=3600";
/** For a source sent in place of a picture that can't be made now. */
const FOR_A_MINUTE = "public, max-age=60";

/** The most recently requested files stay in memory, up to this many bytes; other files are left to the system's file cache. */
const MAX_CACHED_BYTES = 24 * 1024 * 1024;

type Asset = {
  /** Undefined if the file can't be made now. */
  read: (encoding: Encoding) => Promise<Buffer | undefined>;
  type: string;
  cacheControl: string;
  encodings: readonly Encoding[];
};

const SUFFIXES: Record<Encoding, string> = { br: ".br", gzip: ".gz", identity: "" };

export type StaticAssets = Awaited<ReturnType<typeof readStaticAssets>>;

/** Lists all files once; nothing else is ever opened. @param folder the build's; absent in development */
export async function readStaticAssets(
  folder: string | undefined,
  ownPictures: OwnPictures,
  maxBytes = MAX_CACHED_BYTES,
) {
  const assets = new Map(folder === undefined ? [] : await listBuiltFiles(folder));
  for (const path of ownPictures.paths()) {
    const asset = assetAt(path, () => ownPictures.read(path));
    if (asset !== undefined) assets.set(path, asset);
  }
  const cached = new LRUCache<string, CachedFile>({ maxSize: maxBytes });

  function find(path: string, { acceptEncoding, ifNoneMatch }: NegotiationHeaders): CachedResponse | undefined {
    const asset = assets.get(path);
    if (asset === undefined) return undefined;
    const file = cached.get(path + SUFFIXES[encodingFor(asset, acceptEncoding)]);
    if (file === undefined) return undefined;
    return fileResponse(file, ifNoneMatch);
  }

  /** Responds with the source of a picture whose file can't be made, so that no page has a broken picture. */
  async function respondWithSource(path: string, asset: Asset): Promise<Response | undefined> {
    const source = await ownPictures.readSource(path);
    const type = CONTENT_TYPES[extname(source?.file ?? "")];
    if (source === undefined || type === undefined) return undefined;
    return toResponse(asFile(path, { ...asset, type, cacheControl: FOR_A_MINUTE }, "identity", source.bytes).response);
  }

  const texts = new Map<string, Promise<string | undefined>>();

  return {
    find,
    async text(path: string): Promise<string | undefined> {
      const asset = assets.get(path);
      if (asset === undefined) return undefined;
      const text = texts.get(path) ?? asset.read("identity").then((bytes) => bytes?.toString());
      texts.set(path, text);
      return text;
    },
    async respond(request: Request, path: string): Promise<Response | undefined> {
      const asset = assets.get(path);
      if (asset === undefined) return undefined;
      const negotiation = negotiationHeaders(request);
      const ready = find(path, negotiation);
      if (ready !== undefined) return toResponse(ready);
      const encoding = encodingFor(asset, negotiation.acceptEncoding);
      const bytes = await asset.read(encoding);
      if (bytes === undefined) return respondWithSource(path, asset);
      const file = asFile(path, asset, encoding, bytes);
      // A size is at least 1.
      cached.set(path + SUFFIXES[encoding], file, { size: bytes.length || 1 });
      return toResponse(fileResponse(file, negotiation.ifNoneMatch));
    },
  };
}

async function listBuiltFiles(folder: string): Promise<[path: string, asset: Asset][]> {
  const match = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Set(
    match.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length)),
  );
  return [...files].flatMap((path) => {
    const encodings = (["br", "gzip"] as const).filter((encoding) => files.has(path + SUFFIXES[encoding]));
    const asset = assetAt(path, (encoding) => readFile(join(folder, path + SUFFIXES[encoding])), encodings);
    return asset === undefined ? [] : [[path, asset] as const];
  });
}

/** The file at a path; undefined when it is of a kind that isn't served. */
function assetAt(path: string, read: Asset["read"], encodings: readonly Encoding[] = []): Asset | undefined {
  const type = CONTENT_TYPES[extname(path)];
  if (type === undefined) return undefined;
  return {
    read,
    type,
    cacheControl: HASHED.test(path) ? FOR_EVER : FOR_AN_HOUR,
    encodings,
  };
}

function encodingFor({ encodings }: Asset, acceptEncoding: string | null): Encoding {
  const preferred = preferredEncoding(acceptEncoding);
  // In practice a client that accepts Brotli accepts gzip too, and every client can read the plain file.
  return encodings.includes(preferred) ? preferred : "identity";
}

function asFile(path: string, { type, cacheControl, encodings }: Asset, encoding: Encoding, body: Buffer): CachedFile {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = { "cache-control": cacheControl, etag, ...(encodings.length > 0 && { vary: "Accept-Encoding" }) };
  const encoded = encoding === "identity" ? {} : { "content-encoding": encoding };
  return cachedFile(path, body, headers, { "content-type": type, ...encoded });
}
