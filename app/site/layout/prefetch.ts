/**
 * Prefetches the data and scripts of the next page on intent: when the pointer rests on a link, or a link gets the focus or
 * is touched. One listener serves all links. Responses are held in this page's memory, for the next navigation and for
 * a few seconds at most: the browser's cache doesn't store a signed-in visitor's responses, so each would be downloaded
 * twice (docs/decisions/first-paint.md).
 */
import { matchRoutes } from "react-router";
import type { unstable_RouterFetch as RouterFetch } from "react-router/dom";
import { type RouteRecord, routeTree } from "../../platform/route-tree.ts";

/** A pointer that rests on a link this long is likely to click; one that only crosses it has already left. */
const INTENT_AFTER_MS = 100;

/** Older responses are fetched again: the content or the session may have changed elsewhere. */
const MAX_AGE_MS = 10_000;

/** The fields of React Router's manifest that this module reads. */
export type ManifestRoute = RouteRecord & { module: string; imports?: string[] };

declare global {
  interface Window {
    /** React Router's list of all routes (`routeDiscovery: "initial"` in react-router.config.ts). */
    __reactRouterManifest?: { routes: Record<string, ManifestRoute> };
  }
  interface Navigator {
    /** The Network Information API, which some browsers have and TypeScript's DOM types lack. */
    connection?: { saveData?: boolean; effectiveType?: string };
  }
}

/** Whether the browser is set to save data, or the connection is too slow for speculative requests. */
function shouldSaveData(): boolean {
  const { connection } = navigator;
  return connection?.saveData === true || connection?.effectiveType?.endsWith("2g") === true;
}

/** The URL from which React Router requests a page's data. */
function dataAddress({ pathname, search }: { pathname: string; search: string }): string {
  return `${pathname.endsWith("/") ? `${pathname}_` : pathname}.data${search}`;
}

/** The scripts of the page at a path, by React Router's own matching; undefined when the site has no such page. */
export function scriptsOf(routes: Record<string, ManifestRoute>, pathname: string): string[] | undefined {
  const matches = matchRoutes(routeTree(Object.values(routes)), pathname);
  if (matches?.at(-1)?.route.path === "*") return undefined;
  return matches?.flatMap(({ route }) => {
    const { module, imports = [] } = routes[route.id ?? ""] ?? {};
    return [module ?? [], imports].flat();
  });
}

function preloadScripts(hrefs: readonly string[]): void {
  for (const href of hrefs) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
}

/** Starts listening for intent. @returns a `fetch` for React Router that uses prefetched responses */
export function installPrefetch(): RouterFetch {
  const prefetched = new Map<string, { since: number; response: Promise<Response> }>();
  let intended: Element | null = null;
  let restTimer: ReturnType<typeof setTimeout> | undefined;

  function fetchPage(link: HTMLAnchorElement): void {
    if (shouldSaveData() || link.origin !== location.origin || link.pathname === location.pathname) return;
    if (link.target !== "" || link.hasAttribute("download")) return;
    const scripts = scriptsOf(window.__reactRouterManifest?.routes ?? {}, link.pathname);
    const address = dataAddress(link);
    const old = prefetched.get(address);
    if (scripts === undefined || (old !== undefined && Date.now() - old.since < MAX_AGE_MS)) return;
    preloadScripts(scripts);
    const response = fetch(address);
    response.catch(() => prefetched.delete(address));
    prefetched.set(address, { since: Date.now(), response });
  }

  function consider(target: EventTarget | null): void {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (link === intended) return;
    intended = link;
    clearTimeout(restTimer);
    if (link instanceof HTMLAnchorElement) restTimer = setTimeout(() => fetchPage(link), INTENT_AFTER_MS);
  }

  for (const eventName of ["mouseover", "focusin", "touchstart"]) {
    document.addEventListener(eventName, ({ target }) => consider(target), { passive: true });
  }
  // A finger that moves is scrolling.
  document.addEventListener("touchmove", () => consider(null), { passive: true });

  return async (request, { type }) => {
    if (type !== "navigation" || request.method !== "GET") {
      // A form or a revalidation: responses prefetched before its end may be stale.
      return fetch(request).finally(() => prefetched.clear());
    }
    // A link that is followed at once needs no prefetch.
    clearTimeout(restTimer);
    const { pathname, search } = new URL(request.url);
    const hit = prefetched.get(pathname + search);
    prefetched.delete(pathname + search);
    if (hit === undefined || Date.now() - hit.since > MAX_AGE_MS) return fetch(request);
    return hit.response.catch(() => fetch(request));
  };
}
