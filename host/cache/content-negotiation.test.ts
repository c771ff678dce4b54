import { describe, expect, it } from "vitest";
import { encodingChooser, matchesEtag, preferredEncoding } from "./content-negotiation.ts";

describe("the encoding", () => {
  it.each([
    ["gzip, deflate, br", "br"],
    ["*", "gzip"],
    [null, "identity"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["gzip;q=0.5, br;q=0.5", "br"],
    ["br ; q=0.001 , gzip;Q=0", "br"],
    ["gzip;q=0, *", "br"],
    ["*;q=0.5, gzip;q=0.1", "br"],
    ["br;q=0, gzip;q=0.000", "identity"],
    ["identity, gzip;q=0.5, br;q=0.9", "identity"],
    ["identity;q=0.5, gzip;q=0.5", "gzip"],
    ["identity;q=0, gzip;q=0.1", "gzip"],
    ["identity;q=0", "identity"],
    ["*;q=0", "identity"],
    ["br;q=high", "br"],
    ["", "identity"],
    ["*, identity", "gzip"],
    ["*, br", "br"],
    ["*;q=0.5, identity", "identity"],
    ["identity;q=0, *;q=0", "identity"],
    ["BR", "br"],
    ["br;q=0, br", "br"],
    ["br;level=1;q=0.2, gzip;q=0.3", "gzip"],
    [",,, ;q=1, gzip;;;", "gzip"],
    ["deflate, compress", "identity"],
  ] as const)("weighs %j to %s", (header, encoding) => {
    expect(preferredEncoding(header)).toBe(encoding);
  });
});

describe("the encoding of three", () => {
  it.each([
    ["gzip, br, zstd", "zstd"],
    ["*", "gzip"],
    ["gzip;q=0, *", "br"],
    ["gzip;q=0, br;q=0, *", "zstd"],
    ["zstd, *", "zstd"],
    ["zstd;q=0.5, *;q=0.5", "zstd"],
    ["gzip, br;q=0.9, zstd;q=0.8", "gzip"],
  ] as const)("weighs %j to %s", (header, encoding) => {
    expect(encodingChooser(["zstd", "br", "gzip"])(header)).toBe(encoding);
  });
});

describe("a tag", () => {
  it.each([
    [null, false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a"', true],
    ["*", true],
    ['"b"', false],
    ["a", false],
  ])("in %j matches: %j", (header, matches) => {
    expect(matchesEtag(header, 'W/"a"')).toBe(matches);
    expect(matchesEtag(header, '"a"')).toBe(matches);
  });
});
