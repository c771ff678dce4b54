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
