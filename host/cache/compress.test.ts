import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { compressResponse } from "./compress.ts";

const TEXT = "Nguvu — Fitness in Nairobi. ".repeat(200);

const identity = (bytes: Buffer) => bytes;
const DECOMPRESSED = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync, identity };

async function compressed(accept: string | undefined, body: string, type = "text/html; charset=utf-8", sent = {}) {
  const headers: HeadersInit = accept === undefined ? {} : { "Accept-Encoding": accept };
  const request = new Request("http://localhost/", { headers: { ...headers, ...sent } });
  const parts = { status: 200, headers: new Headers({ "Content-Type": type }), body: Buffer.from(body) };
  const response = await compressResponse(request, parts);
  const answered = new Headers(response.headers);
  if (!(response.body instanceof Buffer)) throw new Error("The body is no bytes");
  return { encoding: answered.get("Content-Encoding") ?? "identity", vary: answered.get("Vary"), body: response.body };
}

describe("a body made for one request", () => {
  test.each([
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip, deflate, br", "br"],
    ["gzip, deflate", "gzip"],
    [undefined, "identity"],
  ] as const)("is sent to who accepts %s as %s", async (accept, expected) => {
    const { encoding, vary, body } = await compressed(accept, TEXT);
    expect({ encoding, vary }).toEqual({ encoding: expected, vary: "Accept-Encoding" });
    expect(DECOMPRESSED[expected](body).toString()).toBe(TEXT);
    expect(body.length < 500).toBe(expected !== "identity");
  });

  test.each([
    ["identity", "nguvu.session=a", ["cross-site", "same-site"]],
    ["zstd", "nguvu.session=a", ["same-origin", "none"]],
    ["zstd", "theme=dark", ["cross-site"]],
  ])("is sent as %s to who has the cookie %s and comes from %j", async (expected, cookie, sites) => {
    for (const site of sites) {
      const sent = { Cookie: cookie, "Sec-Fetch-Site": site };
      expect((await compressed("zstd", TEXT, undefined, sent)).encoding, site).toBe(expected);
    }
  });

  test("is sent uncompressed if it is short or not text", async () => {
    expect((await compressed("zstd", "short")).encoding).toBe("identity");
    const unchanged = { encoding: "identity", vary: null };
    expect(await compressed("zstd", TEXT, "application/octet-stream")).toMatchObject(unchanged);
  });
});
