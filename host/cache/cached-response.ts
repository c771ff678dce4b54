import { SHARE_PATH } from "../../app/ui/share-picture-files.ts";
import { PICTURE_POLICY } from "../middleware/security-headers.ts";
import { matchesEtag } from "./content-negotiation.ts";

/**
 * A response that is ready to be sent: the same for every client that requests this page or file in this encoding. Pages
 * and files are both cached in this form, so that the two ways of sending one (a Response, or bytes on a socket) can't
 * differ.
 */
export type CachedResponse = {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Undefined for a 304. */
  body: Buffer | undefined;
};

/** A file in memory, with its 304 response. */
export type CachedFile = { etag: string; response: CachedResponse; notModified: CachedResponse };

/**
 * A file as it is sent.
 * @param headers of both responses, beside those that every file has
 * @param described of the whole one alone: its type and its encoding
 */
export function cachedFile(
  path: string,
  body: Buffer,
  { etag, ...headers }: { etag: string; "cache-control": string },
  described: { "content-type": string; "content-encoding"?: string },
): CachedFile {
  const shared = {
    ...headers,
    etag,
    ...(described["content-type"].startsWith("image/") && { "content-security-policy": PICTURE_POLICY }),
    // Other sites may embed what they show of a page.
    ...(path.startsWith(`${SHARE_PATH}/`) && { "cross-origin-resource-policy": "cross-origin" }),
  };
  const whole = { ...shared, ...described, "content-length": String(body.length) };
  return {
    etag,
    response: { status: 200, headers: whole, body },
    notModified: { status: 304, headers: shared, body: undefined },
  };
}

/** The response to a client that may have the file. */
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
  // Node's Buffer is a Uint8Array; the DOM's BodyInit type requires one over a plain ArrayBuffer, which these are.
  return new Response((body as Uint8Array<ArrayBuffer> | Response["body"] | undefined) ?? null, { status, headers });
}

/**
 * The header with the time at which a document is sent, for its script: the visitor's own clock may be wrong. `Server-Timing` is the
 * one header of a document that its script can read, without a request. A document is cached with the header's mark alone; the time
 * is filled in as it is sent, also with a 304, whose headers replace those the browser has stored
 * (docs/decisions/timetable.md). `app/timetable/views/server-time.ts` reads it.
 */
export const CLOCK_HEADER = "server-timing";

/** The header's value while the time is not filled in. */
export const CLOCK_MARK = "now";

/** The header's value at a time, in milliseconds since 1970. */
export function clockValue(now: Date): string {
  return `${CLOCK_MARK};dur=${now.getTime()}`;
}
