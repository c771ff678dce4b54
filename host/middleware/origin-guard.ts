/** Rejects unsafe requests that another site made a browser send (CSRF). Applies to every route, resource routes included. */

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request may have an effect. Browsers say in `Sec-Fetch-Site` where a request comes from; those that don't
 * send `Origin` with every unsafe request. A request with neither is not from a browser and has no visitor's cookies.
 *
 * @param ownOrigins the origins the site is reached at, as in `https://nguvu.example`
 */
export function isAllowedByOrigin(method: string, headers: Headers, ownOrigins: readonly string[]): boolean {
  if (SAFE_METHODS.has(method)) return true;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("origin");
  return origin === null || ownOrigins.includes(origin);
}
