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
 * (docs/decisions/0037-dated-pages.md). `app/timetable/views/server-time.ts` reads it.
 */
export const CLOCK_HEADER = "server-timing";

/** The header's value while the time is not filled in. */
export const CLOCK_MARK = "now";

/** The header's value at a time, in milliseconds since 1970. */
export function clockValue(now: Date): string {
  return `${CLOCK_MARK};dur=${now.getTime()}`;
}
