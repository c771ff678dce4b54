/** Whether a request is meant for this site, by its `Host`. */

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
