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

/** The encodings in which pages and files are stored. */
export type Encoding = "br" | "gzip" | "identity";

/** The request headers that select one of a page's responses; null where the header was not sent. */
export type NegotiationHeaders = { acceptEncoding: string | null; ifNoneMatch: string | null };

export function negotiationHeaders(request: Request): NegotiationHeaders {
  return {
    acceptEncoding: request.headers.get("accept-encoding"),
    ifNoneMatch: request.headers.get("if-none-match"),
  };
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

/** Whether an `If-None-Match` header names this page (weak comparison, RFC 9110 section 13.1.2). */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const bare = etag.replace(/^W\//, "");
  return header.split(",").some((candidate) => {
    const value = candidate.trim();
    return value === "*" || value.replace(/^W\//, "") === bare;
  });
}

/** Browsers send few different `Accept-Encoding`s; more than this many are made up. */
const MAX_CACHED_DECISIONS = 100;

/**
 * Makes the function that chooses the encoding for a client by its `Accept-Encoding`: the preferred one and, of those with
 * equal weight, the first of `codings`. The last of them is gzip, the choice for a client that names none.
 */
export function encodingChooser<Coding extends string>(
  codings: readonly Coding[],
): (header: string | null) => Coding | "identity" {
  const decisions = new Map<string, Coding | "identity">();
  return (header) => {
    if (header === null) return "identity";
    let decision = decisions.get(header);
    if (decision === undefined) {
      decision = decideEncoding(header, codings);
      if (decisions.size >= MAX_CACHED_DECISIONS) decisions.clear();
      decisions.set(header, decision);
    }
    return decision;
  };
}

/** The preferred encoding of those in which pages and files are stored; of those with equal weight, the smallest. */
export const preferredEncoding: (header: string | null) => Encoding = encodingChooser(["br", "gzip"]);

/**
 * By RFC 9110 section 12.5.3: each coding has a weight from 0 (never) to 1, `*` stands for those not named, and the plain
 * text is acceptable unless excluded but, if not named, ranks after all others. When nothing is acceptable it is sent plain.
 */
function decideEncoding<Coding extends string>(header: string, codings: readonly Coding[]): Coding | "identity" {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((word) => word.trim());
    if (coding !== "") weights.set(coding, weightOf(parameters));
  }
  const others = weights.get("*") ?? 0;
  let best: Coding | "identity" = "identity";
  let weight = weights.get("identity") ?? 0;
  // On equal weights the later one wins. A coding other than gzip comes first unless it is named: a client that sends `*`
  // alone may be an old one.
  const unnamed = codings.slice(0, -1).filter((coding) => !weights.has(coding));
  for (const coding of [...unnamed, ...codings.filter((each) => !unnamed.includes(each)).reverse()]) {
    const own = weights.get(coding) ?? others;
    if (own === 0 || own < weight) continue;
    best = coding;
    weight = own;
  }
  return best;
}

/** A malformed weight counts as none given, which is 1. */
function weightOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice("q=".length);
  return quality !== undefined && /^(0(\.\d*)?|1(\.0*)?)$/.test(quality) ? Number(quality) : 1;
}
