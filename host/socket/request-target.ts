/** The request target, the second word of a request line: which forms are accepted, and as what they are read. */
import type { IncomingMessage } from "node:http";

/**
 * The longest request target that is accepted, in bytes: the minimum that RFC 9110 section 4.1 recommends to support. The
 * site's own longest (a form by GET) has a few hundred; ad trackers add one or two thousand.
 */
export const MAX_TARGET_BYTES = 8000;

/**
 * Normalizes the request target to the origin form, a path with its query. The absolute form (`GET http://…`, RFC 9112
 * section 3.2.2) is accepted when it names the same host as `Host`, so that the site is no open proxy and every later
 * check sees one host; `OPTIONS *` is about the site as a whole.
 * @returns false when the target is malformed, or an HTTP/1.1 request doesn't have exactly one `Host`
 */
export function normalizeTarget(incoming: IncomingMessage): boolean {
  const hosts = incoming.rawHeaders.filter((_, index) => index % 2 === 1 && isHostName(incoming.rawHeaders[index - 1]));
  if (hosts.length > 1 || (hosts.length === 0 && incoming.httpVersion !== "1.0")) return false;
  const target = incoming.url ?? "";
  if (target.startsWith("/")) return true;
  if (target === "*" && incoming.method === "OPTIONS") {
    incoming.url = "/";
    return true;
  }
  const scheme = /^https?:\/\//i.exec(target)?.[0];
  if (scheme === undefined) return false;
  const rest = target.slice(scheme.length);
  const end = rest.search(/[/?]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  if (authority.toLowerCase() !== hosts[0]?.toLowerCase()) return false;
  const path = end < 0 ? "" : rest.slice(end);
  incoming.url = path.startsWith("/") ? path : `/${path}`;
  return true;
}

function isHostName(name: string | undefined): boolean {
  return name?.toLowerCase() === "host";
}
