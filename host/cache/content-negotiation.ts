/** Selects a page's or file's stored response by the encodings that the client accepts and the version it has. */

import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip" | "identity";

/** The request headers that select one of a page's responses; null if the header was not sent. */
export type NegotiationHeaders = { acceptEncoding: string | null; ifNoneMatch: string | null };

export function negotiationHeaders(request: Request): NegotiationHeaders {
  return {
    acceptEncoding: request.headers.get("accept-encoding"),
    ifNoneMatch: request.headers.get("if-none-match"),
  };
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

/** Browsers send few different `Accept-Encoding`s; more come only from attackers. */
const MAX_CACHED_DECISIONS = 100;

/**
 * Chooses an encoding by `Accept-Encoding`. @param codings preferred first; the last is for clients that only accept `*`
 */
export function encodingChooser<Coding extends string>(
  codings: readonly Coding[],
): (header: string | null) => Coding | "identity" {
  const decisions = new LRUCache<string, Coding | "identity">({
    max: MAX_CACHED_DECISIONS,
    memoMethod: (header) => decideEncoding(header, codings),
  });
  return (header) => (header === null ? "identity" : decisions.memo(header));
}

/** The preferred stored encoding; of equal weights, the smallest. */
export const preferredEncoding: (header: string | null) => Encoding = encodingChooser(["br", "gzip"]);

function decideEncoding<Coding extends string>(header: string, codings: readonly Coding[]): Coding | "identity" {
  const [best] = candidatesFor(header, codings)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.rank - b.rank);
  // If nothing is acceptable, the text is sent uncompressed.
  return best?.coding ?? "identity";
}

type Candidate<Coding> = { coding: Coding; weight: number; rank: number };

/** RFC 9110, section 12.5.3: `*` means unnamed codings, ranked in reverse; plain text has no weight unless named. */
function candidatesFor<Coding extends string>(
  header: string,
  codings: readonly Coding[],
): Candidate<Coding | "identity">[] {
  const weights = weightsIn(header);
  const count = codings.length;
  return [
    ...codings.map((coding, index) => {
      const named = weights.get(coding);
      return named === undefined
        ? { coding, weight: weights.get("*") ?? 0, rank: 2 * count - 1 - index }
        : { coding, weight: named, rank: index };
    }),
    { coding: "identity", weight: weights.get("identity") ?? 0, rank: 2 * count },
  ];
}

/** The weight of each coding that an `Accept-Encoding` names, from 0 (never) to 1. */
function weightsIn(header: string): Map<string, number> {
  const named = header
    .toLowerCase()
    .split(",")
    .map((part) => part.split(";").map((part) => part.trim()));
  return new Map(named.map(([coding = "", ...parameters]) => [coding, weightOf(parameters)]));
}

/** A missing or malformed weight counts as 1. */
function weightOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice("q=".length);
  return quality !== undefined && /^(0(\.\d*)?|1(\.0*)?)$/.test(quality) ? Number(quality) : 1;
}
