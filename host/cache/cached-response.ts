/**
 * An answer that is ready to be sent: the same for everybody who asks for this page or file in this encoding. Pages
 * and files are both kept as such, so that the two ways of sending one (a Response, or bytes on a socket) can't differ.
 */
export type ReadyAnswer = {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** None with a 304. */
  body: Buffer | undefined;
};

/** The encodings in which pages and files are stored. */
export type Encoding = "br" | "gzip" | "identity";

/** What of a request settles which of a page's answers it gets; null where the header was not sent. */
export type Asked = { acceptEncoding: string | null; ifNoneMatch: string | null };

export function askedBy(request: Request): Asked {
  return {
    acceptEncoding: request.headers.get("accept-encoding"),
    ifNoneMatch: request.headers.get("if-none-match"),
  };
}

/** What a response is made of; `body` is bytes, or a stream that nobody has read. */
export type ResponseParts = {
  status: number;
  headers: Headers | Readonly<Record<string, string>>;
  body: Buffer | Response["body"] | undefined;
};

export function toResponse({ status, headers, body }: ResponseParts): Response {
  // Node's Buffer is a Uint8Array; the DOM's BodyInit type asks for one over a plain ArrayBuffer, which these are.
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

/** Browsers send few different `Accept-Encoding`s; more than this many are somebody's invention. */
const DECISIONS_KEPT = 100;

/**
 * Makes the function that chooses the encoding of a client by its `Accept-Encoding`: the one it prefers and, of those it
 * likes equally, the first of `codings`. The last of them is gzip, which every client knows that names none.
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
      if (decisions.size >= DECISIONS_KEPT) decisions.clear();
      decisions.set(header, decision);
    }
    return decision;
  };
}

/** The encoding a client prefers of those in which pages and files are stored; of those it likes equally, the smallest. */
export const preferredEncoding: (header: string | null) => Encoding = encodingChooser(["br", "gzip"]);

/**
 * By RFC 9110 section 12.5.3: each coding has a weight from 0 (never) to 1, `*` stands for those not named, and the plain
 * text is acceptable unless excluded but, not named, comes after all others. When nothing is acceptable it is sent plain.
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
  // On equal weights the later one wins. A coding other than gzip comes first unless it is named: a client that says `*`
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
