/** Compresses what is sent, off the thread that answers. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { hasSessionCookie } from "../app/accounts/auth.server.ts";
import { preferredEncoding } from "./ready-answer.ts";

/** Home in 2 ms: 31 KB of its 192. */
export const QUICK_BROTLI_QUALITY = 4;
/** What is sent many times: 25 KB, in a quarter of a second. */
export const BEST_BROTLI_QUALITY = 11;

/** Fewer bytes fit into one packet as they are. */
const LEAST_BYTES = 1200;

const compressWithBrotli = promisify(brotliCompress);

export const compressGzip = promisify(gzip);

export function compressBrotli(bytes: Buffer, quality: number): Promise<Buffer> {
  return compressWithBrotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** An answer that is made for one request, in the encoding it asks for. Only text is compressed. */
export async function compressFor(request: Request, response: Response): Promise<Response> {
  if (!response.headers.get("Content-Type")?.startsWith("text/")) return response;
  const headers = new Headers(response.headers);
  headers.append("Vary", "Accept-Encoding");
  const plain = Buffer.from(await response.arrayBuffer());
  const encoding = mayBeMeasured(request) ? "identity" : preferredEncoding(request.headers.get("accept-encoding"));
  if (encoding === "identity" || plain.length < LEAST_BYTES) {
    return new Response(plain, { status: response.status, headers });
  }
  headers.set("Content-Encoding", encoding);
  const body = await (encoding === "br" ? compressBrotli(plain, QUICK_BROTLI_QUALITY) : compressGzip(plain));
  return new Response(new Uint8Array(body), { status: response.status, headers });
}

/**
 * Whether another site sent a signed-in visitor here. Had it a say in what the page repeats, and an ear on her line, the
 * page's compressed length would tell what else is in it (the attack called BREACH, https://www.breachattack.com).
 */
function mayBeMeasured(request: Request): boolean {
  const from = request.headers.get("sec-fetch-site") ?? "none";
  return from !== "none" && from !== "same-origin" && hasSessionCookie(request);
}
