/** Rejects unsafe requests that another site made a browser send (CSRF). Applies to every route, resource routes included. */

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The one address that other sites may post to: mail programs on the web switch reminders off there (RFC 8058). It goes by
 * the key in its address alone, and never by who is signed in.
 */
const OPEN_PATH = "/reminders/off";

/**
 * Whether a request may have an effect. Browsers say in `Sec-Fetch-Site` where a request comes from; those that don't
 * send `Origin` with every unsafe request. A request with neither is not from a browser and has no visitor's cookies.
 *
 * @param path of the request, as it was sent
 * @param ownOrigins the origins the site is reached at, as in `https://nguvu.example`
 */
export function isAllowedByOrigin(
  { method, path }: { method: string; path: string },
  headers: Headers,
  ownOrigins: readonly string[],
): boolean {
  if (SAFE_METHODS.has(method) || (method === "POST" && path === OPEN_PATH)) return true;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("origin");
  return origin === null || ownOrigins.includes(origin);
}
