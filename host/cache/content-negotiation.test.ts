import { expect, it } from "vitest";
import { encodingChooser, matchesEtag, preferredEncoding } from "./content-negotiation.ts";

it.each([
  ["br", "gzip, deflate, br", "gzip;q=0.5, br;q=0.5", "gzip;q=0, *", "*;q=0.5, gzip;q=0.1", "*, br"],
  ["gzip", "*", "gzip;q=1, br;q=0.5", "identity;q=0.5, gzip;q=0.5", "identity;q=0, gzip;q=0.1", "*, identity"],
  ["identity", null, "", "br;q=0, gzip;q=0.000", "identity, gzip;q=0.5, br;q=0.9", "*;q=0.5, identity"],
  // Nothing acceptable, or only others.
  ["identity", "identity;q=0", "*;q=0", "identity;q=0, *;q=0", "deflate, compress"],
  // Unusual and malformed headers.
  ["br", "BR", "br ; q=0.001 , gzip;Q=0", "br;q=high", "br;q=0, br"],
  ["gzip", "br;level=1;q=0.2, gzip;q=0.3", ",,, ;q=1, gzip;;;"],
] as const)("the encoding is %s for %j", (encoding, ...headers) => {
  for (const header of headers) expect(preferredEncoding(header), header ?? "none").toBe(encoding);
});

it.each([
  ["zstd", "gzip, br, zstd", "gzip;q=0, br;q=0, *", "zstd, *", "zstd;q=0.5, *;q=0.5"],
  ["br", "gzip;q=0, *"],
  ["gzip", "*", "gzip, br;q=0.9, zstd;q=0.8"],
] as const)("the encoding of three is %s for %j", (encoding, ...headers) => {
  const choose = encodingChooser(["zstd", "br", "gzip"]);
  for (const header of headers) expect(choose(header), header).toBe(encoding);
});

it.each<[boolean, ...(string | null)[]]>([
  [true, '"a"', 'W/"a"', '"b", W/"a"', "*"],
  [false, null, '"b"', "a"],
])("a tag matches: %s, in %s", (matches, ...headers) => {
  for (const tag of ['W/"a"', '"a"'])
    expect(headers.map((header) => matchesEtag(header, tag))).toEqual(headers.map(() => matches));
});
