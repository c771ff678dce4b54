/**
 * The requests that are handled: those for this site by their `Host`, and of the unsafe ones those that no other site made a browser
 * send (CSRF). For every route, resource routes included.
 */

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The addresses that other sites may post to: mail programs on the web switch reminders off there, and mails about passes (RFC 8058).
 * They go by the key in the address alone, and never by who is signed in.
 */
const OPEN_PATHS: readonly string[] = ["/reminders/off", "/membership/mails"];

/**
 * Whether a request may have an effect. Browsers say in `Sec-Fetch-Site` where a request comes from; those that don't
 * send `Origin` with every unsafe request. A request with neither is not from a browser and has no visitor's cookies.
 *
 * @param path of the request, as it was sent
 * @param ownOrigin the origin the site is reached at, as in `https://nguvu.example`
 */
export function isAllowedByOrigin(
  { method, path }: { method: string; path: string },
  headers: Headers,
  ownOrigin: string,
): boolean {
  if (SAFE_METHODS.has(method) || (method === "POST" && OPEN_PATHS.includes(path))) return true;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("origin");
  return origin === null || origin === ownOrigin;
}

/** Requested by load balancers and supervisors, which know the machine and not the site's name. */
const PROBES = new Set(["/healthz", "/readyz"]);

/**
 * Whether the site serves a request for `url`. Without a `PUBLIC_URL` any host is allowed; with one, only its host, with
 * or without the scheme's default port. Otherwise a forged host could get into links and caches.
 */
export function isOwnHost(url: URL, publicUrl: string | undefined): boolean {
  if (publicUrl === undefined || PROBES.has(url.pathname)) return true;
  const own = new URL(publicUrl);
  // Behind a TLS proxy the scheme is http here, so the URL parser doesn't remove port 443.
  const port = own.port === "" ? ["", "80", "443"] : [own.port];
  return url.hostname === own.hostname && port.includes(url.port);
}
