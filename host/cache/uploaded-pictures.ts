/**
 * The files of uploaded pictures, from the database, with the most recently requested in memory. A file is sent only
 * while its picture can be shown: withdrawing a consent increases the content version, and each file in memory is checked
 * again when the version has increased (docs/decisions/pictures.md).
 */
import { LRUCache } from "lru-cache";
import { findPicture, findShareFile, readPictureFile } from "../../app/pictures/pictures.server.ts";
import { findShownPictures } from "../../app/pictures/uploaded-pictures.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { PICTURES_PATH } from "../../app/ui/picture-files.ts";
import { SHARE_PATH } from "../../app/ui/share-picture-files.ts";
import { ERROR_MESSAGES, errorResponse } from "../middleware/error-responses.ts";
import { type CachedFile, type CachedResponse, cachedFile, fileResponse, toResponse } from "./cached-response.ts";
import type { NegotiationHeaders } from "./content-negotiation.ts";

/**
 * The names of `servedName` and `shareName` by folder. The names of master and thumbnail don't match: they are only for the
 * console.
 */
const SERVED: Readonly<Record<string, RegExp>> = {
  [PICTURES_PATH]: /^u-([0-9a-f]{20})-[0-9a-f]{8}-\d{2,4}\.(?:avif|webp|jpg)$/,
  [SHARE_PATH]: /^u-([0-9a-f]{20})-share\d+-\d{1,3}-\d{1,3}\.jpg$/,
};

export const UPLOADED_FOLDERS: readonly string[] = Object.keys(SERVED);

/** The name of a served file and the hash of its picture; undefined for any other path. */
function servedFileAt(path: string): { name: string; hash: string } | undefined {
  const end = path.lastIndexOf("/");
  const name = path.slice(end + 1);
  const hash = SERVED[path.slice(0, end)]?.exec(name)?.[1];
  return hash === undefined ? undefined : { name, hash };
}

/**
 * Revalidated after an hour, by shared caches after ten seconds, as withdrawn pictures must disappear. Names are content
 * hashes, so this sends no body.
 */
const CACHE_CONTROL = "public, max-age=3600, s-maxage=10";

const CONTENT_TYPES: Record<string, string> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };

/** The memory for files, enough for about a day's pages. */
const MAX_CACHED_BYTES = 24 * 1024 * 1024;

/** A file in memory. `version` is the content version at its last check. */
type ShownFile = CachedFile & { version: number; hash: string };

export function createUploadedPictures(services: Services, maxBytes = MAX_CACHED_BYTES) {
  const cached = new LRUCache<string, ShownFile>({ maxSize: maxBytes });

  async function read(path: string, name: string, hash: string): Promise<ShownFile | undefined> {
    // Read before the query, so that a concurrent withdrawal makes the result stale.
    const { version } = services.content;
    if (!(await findShownPictures(services.db, [hash])).has(hash)) {
      for (const [path, file] of cached) if (file.hash === hash) cached.delete(path);
      return undefined;
    }
    const known = cached.get(path);
    const body = known?.response.body ?? (await readPictureFile(services.db, name));
    if (body === undefined) return undefined;
    const type = CONTENT_TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "";
    const headers = { "cache-control": CACHE_CONTROL, etag: `"${name}"` };
    const file = { ...(known ?? cachedFile(path, body, headers, { "content-type": type })), hash, version };
    cached.set(path, file, { size: body.length || 1 });
    return file;
  }

  /** The current share picture: other sites may still request a picture cropped around an earlier focus. */
  async function currentShare(path: string, hash: string): Promise<string | undefined> {
    if (!path.startsWith(`${SHARE_PATH}/`) || !(await findShownPictures(services.db, [hash])).has(hash))
      return undefined;
    const name = await findShareFile(services.db, hash);
    return name && `${SHARE_PATH}/${name}`;
  }

  return {
    /** The response for a file that is in memory and can be sent without a query. */
    find(path: string, { ifNoneMatch }: NegotiationHeaders): CachedResponse | undefined {
      const file = cached.get(path);
      if (file === undefined || file.version !== services.content.version) return undefined;
      return fileResponse(file, ifNoneMatch);
    },
    /** Responds to a GET or HEAD for an uploaded picture; undefined for any other path. */
    async respond(request: Request, path: string): Promise<Response | undefined> {
      const served = servedFileAt(path);
      if (served === undefined) return undefined;
      const { name, hash } = served;
      const known = cached.get(path);
      const file = known?.version === services.content.version ? known : await read(path, name, hash);
      if (file === undefined) {
        const current = await currentShare(path, hash);
        if (current !== undefined && current !== path) {
          return new Response(null, { status: 302, headers: { Location: current, "Cache-Control": "no-store" } });
        }
        const isWithdrawn = (await findPicture(services.db, hash))?.state === "withdrawn";
        return errorResponse(request, isWithdrawn ? 410 : 404, ERROR_MESSAGES.noPicture);
      }
      return toResponse(fileResponse(file, request.headers.get("if-none-match")));
    },
  };
}
