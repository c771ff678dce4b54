/** Accepts requests for this site's `Host`, and unsafe ones only from its own pages (CSRF), for all routes. */

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Addresses open to other sites: mail programs post there to switch emails off (RFC 8058), with the secret in the address. */
const OPEN_PATHS: readonly string[] = ["/reminders/off", "/membership/mails"];

/**
 * Whether a request may have effects, by `Sec-Fetch-Site` or `Origin`. @param ownOrigin such as
 * `https://nguvu.example`
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

/** Requested by load balancers and supervisors, which use the machine's address. */
const PROBES = new Set(["/healthz", "/readyz"]);

/**
 * Whether the site serves a host: any without `PUBLIC_URL`, else only its own, as forged hosts could get into links.
 */
export function isOwnHost(url: URL, publicUrl: string | undefined): boolean {
  if (publicUrl === undefined || PROBES.has(url.pathname)) return true;
  const own = new URL(publicUrl);
  // Behind a TLS proxy the scheme is http here, so the URL parser doesn't remove port 443.
  const port = own.port === "" ? ["", "80", "443"] : [own.port];
  return url.hostname === own.hostname && port.includes(url.port);
}
