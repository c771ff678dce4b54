/** Whether a request is meant for this site, by the host it asks for. */

/** Asked by load balancers and supervisors, which know the machine and not the site's name. */
const PROBES = new Set(["/healthz", "/readyz"]);

/**
 * Whether the site answers a request for `url`. Without a `PUBLIC_URL` it answers to any name; with one, to its host
 * alone, with or without the port that is its scheme's own. A wrong host could otherwise get into links and caches.
 */
export function isOwnHost(url: URL, publicUrl: string | undefined): boolean {
  if (publicUrl === undefined || PROBES.has(url.pathname)) return true;
  const own = new URL(publicUrl);
  // The scheme the socket saw is http behind a TLS proxy, so 443 is not left out there by itself.
  const port = own.port === "" ? ["", "80", "443"] : [own.port];
  return url.hostname === own.hostname && port.includes(url.port);
}
