/** Which addresses are pages, and which of those are the same for everybody: read off the route modules themselves. */
import type { ServerBuild } from "react-router";
import type { PublicPage, PublicPageHandle } from "../../app/public-page.ts";

/** What React Router puts behind a page's path to ask for its data alone. */
const DATA_SUFFIX = ".data";
/** A path that ends in a slash, as Home's does, is asked for by this name below it. */
const SLASH_DATA = "/_.data";

/** The address under which every unknown path is rendered and kept, once. */
const UNKNOWN_PATH = "/page-not-found";

/** How one request is to be answered. */
export type PageAddress =
  /** The same for everybody: render `url`, keep it under `key`. */
  | { kind: "public"; key: string; url: URL }
  /** A page that depends on who asks or what was typed. */
  | { kind: "personal" }
  /** A known page under another spelling of its path. */
  | { kind: "moved"; to: string };

export type Pages = ReadonlyMap<string, PublicPage | undefined>;

/** Reads the pages off a server build: path → what the route declared, `*` for everything else. */
export function readPages(routes: ServerBuild["routes"]): Pages {
  const pages = new Map<string, PublicPage | undefined>();
  for (const route of Object.values(routes)) {
    if (route === undefined || route.id === "root") continue;
    const parts: string[] = [];
    for (let at: typeof route | undefined = route; at; at = at.parentId ? routes[at.parentId] : undefined) {
      if (at.path) parts.unshift(at.path);
    }
    // A layout shares its path with its index route; the index is the page.
    const path = parts.join("/") === "*" ? "*" : `/${parts.join("/")}`;
    if (pages.has(path) && !route.index) continue;
    // `handle` is `unknown` to React Router; ours have this one shape, held by `satisfies` in each route.
    const handle = route.module.handle as PublicPageHandle | undefined;
    pages.set(path, handle?.publicPage);
  }
  return pages;
}

/** The paths of the public pages that are worth arriving at, Home first. */
export function listedPaths(pages: Pages): string[] {
  return [...pages].flatMap(([path, page]) => (page === undefined || page.isUnlisted ? [] : path));
}

/** Decodes a path once; undefined when it is malformed. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Settles how a GET of `url` is to be answered. The path must be well-formed (see `decodePath`). */
export function pageAddress(pages: Pages, url: URL): PageAddress {
  const isData = url.pathname.endsWith(DATA_SUFFIX);
  const asked = isData ? pathOfData(url.pathname) : url.pathname;
  const path = withoutTrailingSlashes((decodePath(asked) ?? asked).toLowerCase());
  const known = pages.has(path) && path !== "*";
  if (known && path !== asked && !isData) return { kind: "moved", to: path + url.search };

  const page = pages.get(known ? path : "*");
  if (page === undefined) return { kind: "personal" };
  // React Router asks for some routes' data only when a route opts out of revalidation; that is not worth keeping.
  if (isData && url.searchParams.has("_routes")) return { kind: "personal" };
  if (page.personalWords?.some((word) => url.searchParams.has(word))) return { kind: "personal" };

  const rendered = new URL(url);
  rendered.search = "";
  rendered.pathname = isData ? dataOf(known ? path : UNKNOWN_PATH) : known ? path : UNKNOWN_PATH;
  for (const [word, values] of Object.entries(page.words ?? {})) {
    const value = url.searchParams.get(word);
    if (value !== null && values.includes(value)) rendered.searchParams.set(word, value);
  }
  return { kind: "public", key: rendered.pathname + rendered.search, url: rendered };
}

/** Strips trailing slashes, all but a leading one, in time linear in the length of the path. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

function dataOf(path: string): string {
  return path === "/" ? SLASH_DATA : path + DATA_SUFFIX;
}

function pathOfData(pathname: string): string {
  return pathname.endsWith(SLASH_DATA)
    ? pathname.slice(0, 1 - SLASH_DATA.length)
    : pathname.slice(0, -DATA_SUFFIX.length);
}
