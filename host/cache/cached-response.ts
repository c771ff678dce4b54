import { SHARE_PATH } from "../../app/ui/share-picture-files.ts";
import { PICTURE_POLICY } from "../middleware/security-headers.ts";
import { matchesEtag } from "./content-negotiation.ts";

/** A response ready to be sent, equal for all clients with this encoding, as a Response or as bytes on a socket. */
export type CachedResponse = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer | undefined;
};

export type CachedFile = { etag: string; response: CachedResponse; notModified: CachedResponse };

/** A file's responses. @param headers of full and 304 responses @param bodyHeaders type and encoding of full responses */
export function cachedFile(
  path: string,
  body: Buffer,
  { etag, ...headers }: { etag: string; "cache-control": string },
  bodyHeaders: { "content-type": string; "content-encoding"?: string },
): CachedFile {
  const shared = {
    ...headers,
    etag,
    ...(bodyHeaders["content-type"].startsWith("image/") && { "content-security-policy": PICTURE_POLICY }),
    // Other sites may embed share pictures.
    ...(path.startsWith(`${SHARE_PATH}/`) && { "cross-origin-resource-policy": "cross-origin" }),
  };
  const whole = { ...shared, ...bodyHeaders, "content-length": String(body.length) };
  return {
    etag,
    response: { status: 200, headers: whole, body },
    notModified: { status: 304, headers: shared, body: undefined },
  };
}

export function fileResponse({ etag, response, notModified }: CachedFile, ifNoneMatch: string | null): CachedResponse {
  return matchesEtag(ifNoneMatch, etag) ? notModified : response;
}

/** The parts of a response; `body` is bytes, or an unread stream. */
export type ResponseParts = {
  status: number;
  headers: Headers | Readonly<Record<string, string>>;
  body: Buffer | Response["body"] | undefined;
};

export function toResponse({ status, headers, body }: ResponseParts): Response {
  // Node's Buffer is a Uint8Array; the DOM's BodyInit type requires a plain ArrayBuffer, which these have.
  return new Response((body as Uint8Array<ArrayBuffer> | Response["body"] | undefined) ?? null, { status, headers });
}

/**
 * The sending time for a document's script, as visitors' clocks can be wrong; `Server-Timing` is the one readable
 * header (docs/decisions/timetable.md).
 */
export const CLOCK_HEADER = "server-timing";

/** The header's value before the time is filled in. */
export const CLOCK_MARK = "now";

/** The header's value at a time, in milliseconds since 1970. */
export function clockValue(now: Date): string {
  return `${CLOCK_MARK};dur=${now.getTime()}`;
}
