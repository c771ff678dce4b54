import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompressSync } from "node:zlib";
import { hasSessionCookie } from "../../app/accounts/sign-in.server.ts";
import { type ResponseParts, toResponse } from "./cached-response.ts";
import { encodingChooser } from "./content-negotiation.ts";

/**
 * Home: 1.3 ms, 192 KB to 32 KB. The window of 256 KB exceeds any page; Brotli's default of 4 MB took half as long
 * again.
 */
const QUICK = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 };
/** Home: 250 ms, 25 KB. For responses that are sent many times. */
const BEST = { [constants.BROTLI_PARAM_QUALITY]: 11 };

/**
 * Home in 0.9 ms, within 1% of the bytes of quick Brotli (docs/decisions/pages-and-cache.md). A chunk is large
 * enough for a compressed page.
 */
const ZSTANDARD = { params: { [constants.ZSTD_c_compressionLevel]: 3 }, chunkSize: 64 * 1024 };

const MIN_BYTES_TO_COMPRESS = 1200;

const compressWithBrotli = promisify(brotliCompress);

export const compressGzip = promisify(gzip);

/** @param effort `quick` for a body that is sent once, `best` for one that is cached */
export function compressBrotli(bytes: Buffer, effort: "quick" | "best"): Promise<Buffer> {
  const params = effort === "best" ? BEST : QUICK;
  return compressWithBrotli(bytes, { params: { ...params, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}

const chooseQuickEncoding = encodingChooser(["zstd", "br", "gzip"]);

export async function compressResponse(request: Request, parts: ResponseParts): Promise<ResponseParts> {
  const headers = new Headers(parts.headers);
  if (!headers.get("Content-Type")?.startsWith("text/")) return parts;
  headers.append("Vary", "Accept-Encoding");
  const { status, body } = parts;
  const encoding = isBreachRisk(request) ? "identity" : chooseQuickEncoding(request.headers.get("accept-encoding"));
  if (encoding === "identity") return { status, headers, body };
  const plain = body instanceof Buffer ? body : Buffer.from(await toResponse(parts).arrayBuffer());
  if (plain.length < MIN_BYTES_TO_COMPRESS) return { status, headers, body: plain };
  headers.set("Content-Encoding", encoding);
  return { status, headers, body: await compressQuickly(plain, encoding) };
}

/** Zstandard runs synchronously: using another thread would take longer. */
async function compressQuickly(plain: Buffer, encoding: "zstd" | "br" | "gzip"): Promise<Buffer> {
  if (encoding === "br") return compressBrotli(plain, "quick");
  if (encoding === "gzip") return compressGzip(plain);
  return zstdCompressSync(plain, { ...ZSTANDARD, pledgedSrcSize: plain.length });
}

/**
 * Whether the compressed length could reveal secrets (BREACH, https://www.breachattack.com): another site sent a
 * signed-in visitor here.
 */
function isBreachRisk(request: Request): boolean {
  const from = request.headers.get("sec-fetch-site") ?? "none";
  return from !== "none" && from !== "same-origin" && hasSessionCookie(request);
}
