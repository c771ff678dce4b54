/**
 * Fetches what the next page needs when the visitor shows that she means to go there: by resting a pointer on a link, by
 * moving the focus to it, or by putting a finger on it. One listener serves all links. What was fetched is kept in this
 * page's own memory, for its next navigation and for no longer than a few seconds: the browser's cache would download a
 * signed-in visitor's answer twice (docs/decisions/0010-fetching-ahead.md).
 */
import { matchRoutes } from "react-router";
import type { unstable_RouterFetch as RouterFetch } from "react-router/dom";
import { type RouteRecord, routeTree } from "../platform/route-tree.ts";

/** A pointer that rests on a link so long is likely to click; one that only crosses it is gone by then. */
const INTENT_AFTER_MS = 100;

/** Older answers are fetched anew: the content or the session may have changed elsewhere. */
const KEPT_MS = 10_000;

/** The parts that are read here of what React Router tells its script about each route. */
export type ManifestRoute = RouteRecord & { module: string; imports?: string[] };

declare global {
  interface Window {
    /** React Router's list of all routes (`routeDiscovery: "initial"` in react-router.config.ts). */
    __reactRouterManifest?: { routes: Record<string, ManifestRoute> };
  }
}

/** The Network Information API, which some browsers have and TypeScript's DOM doesn't know. */
type Connection = { saveData?: boolean; effectiveType?: string };

/** Whether the visitor asked her browser to save data, or her line is too slow for anything that may prove useless. */
function isThrifty(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || connection?.effectiveType?.endsWith("2g") === true;
}

/** Where React Router asks for a page's data. */
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

/** Begins to watch for intent. @returns what React Router is to fetch with, so that it finds what is there already */
export function fetchAhead(): RouterFetch {
  const kept = new Map<string, { since: number; answer: Promise<Response> }>();
  let meant: Element | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;

  function fetchPage(link: HTMLAnchorElement): void {
    if (isThrifty() || link.origin !== location.origin || link.pathname === location.pathname) return;
    if (link.target !== "" || link.hasAttribute("download")) return;
    const scripts = scriptsOf(window.__reactRouterManifest?.routes ?? {}, link.pathname);
    const address = dataAddress(link);
    const old = kept.get(address);
    if (scripts === undefined || (old !== undefined && Date.now() - old.since < KEPT_MS)) return;
    preloadScripts(scripts);
    const answer = fetch(address);
    answer.catch(() => kept.delete(address));
    kept.set(address, { since: Date.now(), answer });
  }

  function consider(target: EventTarget | null): void {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (link === meant) return;
    meant = link;
    clearTimeout(rest);
    if (link instanceof HTMLAnchorElement) rest = setTimeout(() => fetchPage(link), INTENT_AFTER_MS);
  }

  for (const sign of ["mouseover", "focusin", "touchstart"]) {
    document.addEventListener(sign, ({ target }) => consider(target), { passive: true });
  }
  // A finger that moves is scrolling.
  document.addEventListener("touchmove", () => consider(null), { passive: true });

  return async (request, { type }) => {
    if (type !== "navigation" || request.method !== "GET") {
      // A form, or news of the visitor: whatever is fetched before this is done may be from before it.
      return fetch(request).finally(() => kept.clear());
    }
    // A link that is followed at once needs no fetching ahead any more.
    clearTimeout(rest);
    const { pathname, search } = new URL(request.url);
    const found = kept.get(pathname + search);
    kept.delete(pathname + search);
    if (found === undefined || Date.now() - found.since > KEPT_MS) return fetch(request);
    return found.answer.catch(() => fetch(request));
  };
}
