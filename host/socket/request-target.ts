/** The request target, the second word of a request line: the accepted forms, and their normal form. */
import type { IncomingMessage } from "node:http";

/** The longest accepted target, as RFC 9110, section 4.1 recommends; the site needs a few hundred bytes. */
export const MAX_TARGET_BYTES = 8000;

/**
 * Normalizes a target to origin form. The absolute form (RFC 9112, section 3.2.2) must match `Host`. @returns false
 * when malformed
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
