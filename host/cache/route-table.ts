/**
 * Finds public pages and their cache keys with React Router's own matching, so that host and renderer agree on paths.
 */
import { matchRoutes, type ServerBuild } from "react-router";
import { routeTree } from "../../app/platform/route-tree.ts";
import type { PublicPage, PublicPageHandle, SearchParamCheck, VersionName } from "../../app/request/public-page.ts";

/** The ending that React Router appends to a page's path to request only its data. */
const DATA_SUFFIX = ".data";
const SLASH_DATA = "/_.data";

/** The path under which the page for all unknown paths is rendered and cached. */
const UNKNOWN_PATH = "/page-not-found";

/** A slug that no entry can have, so that all missing slugs share a cached page of the route. */
const MISSING_SLUG = "-";

/** How many matches are cached, and the longest cached path; the site has fewer pages. */
const MAX_MATCHES = 500;
const MAX_MATCH_CHARACTERS = 100;

const DEFAULT_DEPENDENCIES: readonly VersionName[] = ["content", "closures"];

export type PageAddress =
  /**
   * Shared by signed-out visitors, and by signed-in visitors unless `isPersonalWhenSignedIn`: render `url`, cache under
   * `key`.
   */
  | {
      kind: "public";
      key: string;
      url: URL;
      dependsOn: readonly VersionName[];
      isPersonalWhenSignedIn: NonNullable<PublicPage["isPersonalWhenSignedIn"]>;
    }
  /** A page that depends on the visitor or on typed text. */
  | { kind: "personal" }
  /** A known page under another spelling of its path. */
  | { kind: "moved"; to: string }
  /** A known page with a search parameter that is invalid now, but may be valid at another time. */
  | { kind: "invalid-parameter"; to: string };

export type RouteTable = ReturnType<typeof createRouteTable>;

/** Reads the slugs of a content type; called for every request of a page with a parameter, so it must be fast. */
type ListSlugs = (type: NonNullable<PublicPage["params"]>[string]) => Promise<readonly string[]>;

type Page = { segments: readonly string[]; publicPage: PublicPage | undefined };

const PARAMETER = /^:[\w-]+$/;
const STATIC_SEGMENT = /^[^:*?]+$/;

/**
 * Creates the route table of a server build. @param now the clock for checks of search parameters @throws when a
 * public path has variable length
 */
export function createRouteTable(
  routes: ServerBuild["routes"],
  listSlugs: ListSlugs,
  now: () => Date,
  checkDate: SearchParamCheck,
) {
  const records = Object.values(routes).filter((route) => route !== undefined);
  const tree = routeTree(records);
  const pages = new Map<string, Page>();
  for (const { id, module } of records) {
    const segments = segmentsOf(routes, id);
    // `handle` is `unknown` to React Router; ours have this shape, enforced by `satisfies` in each route.
    const { publicPage } = (module.handle as PublicPageHandle | undefined) ?? {};
    if (publicPage !== undefined && !isUnknownPath(segments)) assertCacheable(id, segments, publicPage);
    pages.set(id, { segments, publicPage });
  }
  const matches = new Map<string, string | undefined>();
  const unknownPage = pages.get(idOfPageAt(UNKNOWN_PATH) ?? "");

  /** `matchRoutes` compiles every route again on each call: 0.2 ms of processor time for the site's thirty routes. */
  function idOfPageAt(path: string): string | undefined {
    if (matches.has(path)) return matches.get(path);
    const id = matchRoutes(tree, { pathname: path })?.at(-1)?.route.id;
    if (matches.size >= MAX_MATCHES) matches.clear();
    if (path.length <= MAX_MATCH_CHARACTERS) matches.set(path, id);
    return id;
  }

  function pageAt(path: string): Page | undefined {
    // React Router's regular expressions take time quadratic in the number of slashes; no page has two in a row.
    if (path.includes("//")) return undefined;
    const page = pages.get(idOfPageAt(path) ?? "");
    return page === undefined || isUnknownPath(page.segments) ? undefined : page;
  }

  /** The path with the slugs in their canonical spelling, and `MISSING_SLUG` in place of unknown slugs. */
  async function fillParams({ segments, publicPage }: Page, path: string): Promise<string> {
    const parts = path.slice(1).split("/");
    const filled = segments.map(async (segment, index) => {
      const type = publicPage?.params?.[segment.slice(1)];
      if (!PARAMETER.test(segment)) return segment;
      const raw = parts[index] ?? "";
      if (type === undefined) return raw;
      const slug = (decodePath(raw) ?? raw).toLowerCase();
      return (await listSlugs(type)).includes(slug) ? slug : MISSING_SLUG;
    });
    return `/${(await Promise.all(filled)).join("/")}`;
  }

  function checkSearchParam(allowed: "schedule-date" | readonly string[], value: string, path: string) {
    if (typeof allowed === "string") return checkDate(value, { path, now: now() });
    return allowed.includes(value) ? "keep" : "ignore";
  }

  return {
    /**
     * Decides how a GET of `url` is to be handled. The path must be well-formed (see `decodePath`).
     * @throws when the existing slugs can't be read
     */
    async resolve(url: URL): Promise<PageAddress> {
      const isData = url.pathname.endsWith(DATA_SUFFIX);
      const requested = isData ? pathOfData(url.pathname) : url.pathname;
      const path = withoutTrailingSlashes(requested);
      const known = pageAt(path);
      const canonical =
        known === undefined ? UNKNOWN_PATH : isFixedLength(known) ? await fillParams(known, path) : path;
      const exists = known !== undefined && !canonical.split("/").includes(MISSING_SLUG);
      if (exists && canonical !== requested && !isData) return { kind: "moved", to: canonical + url.search };

      const page = (known ?? unknownPage)?.publicPage;
      if (page === undefined) return { kind: "personal" };
      // React Router requests some routes' data only when a route opts out of revalidation; that is not worth caching.
      if (isData && url.searchParams.has("_routes")) return { kind: "personal" };
      if (page.personalSearchParams?.some((name) => url.searchParams.has(name))) return { kind: "personal" };

      const rendered = new URL(url);
      rendered.search = "";
      const dataPath = canonical === "/" ? SLASH_DATA : canonical + DATA_SUFFIX;
      rendered.pathname = isData ? dataPath : canonical;
      let hasInvalidParameter = false;
      for (const [name, allowed] of Object.entries(page.searchParams ?? {})) {
        const value = url.searchParams.get(name);
        if (value === null) continue;
        const verdict = checkSearchParam(allowed, value, canonical);
        if (verdict === "keep") rendered.searchParams.set(name, value);
        if (verdict === "invalid") hasInvalidParameter = true;
      }
      // A page's script can't follow a redirect of its data; it gets the data of the page without the parameter.
      if (hasInvalidParameter && !isData) return { kind: "invalid-parameter", to: rendered.pathname + rendered.search };
      return {
        kind: "public",
        key: rendered.pathname + rendered.search,
        url: rendered,
        dependsOn: page.dependsOn ?? DEFAULT_DEPENDENCIES,
        isPersonalWhenSignedIn: page.isPersonalWhenSignedIn ?? false,
      };
    },

    /** The paths of the public pages for the sitemap, Home first, and one for each entry where a page has a parameter. */
    async listedPaths(): Promise<string[]> {
      const lists = [...pages].map(async ([id, { segments, publicPage }]) => {
        const pattern = `/${segments.join("/")}`;
        // A layout shares its path with its index route; the index is the page.
        if (publicPage === undefined || publicPage.isUnlisted || idOfPageAt(pattern) !== id) return [];
        let paths = [""];
        for (const segment of segments) {
          const type = publicPage.params?.[segment.slice(1)];
          const spellings = PARAMETER.test(segment) && type !== undefined ? await listSlugs(type) : [segment];
          paths = paths.flatMap((path) => spellings.map((spelling) => `${path}/${spelling}`));
        }
        return paths.map((path) => path || "/");
      });
      return (await Promise.all(lists)).flat();
    },
  };
}

/** Decodes a path once; undefined when it is malformed. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Whether this is the catch-all route of the not-found page. */
function isUnknownPath(segments: readonly string[]): boolean {
  return segments.length === 1 && segments[0] === "*";
}

function isFixedLength({ segments }: Page): boolean {
  return segments.every((segment) => PARAMETER.test(segment) || STATIC_SEGMENT.test(segment));
}

/** @throws when clients could create cache keys of the page with invented paths */
function assertCacheable(id: string, segments: readonly string[], { params }: PublicPage): void {
  for (const segment of segments) {
    if (STATIC_SEGMENT.test(segment)) continue;
    if (PARAMETER.test(segment) && params?.[segment.slice(1)] !== undefined) continue;
    throw new Error(
      `The public page ${id} has the segment "${segment}" in its path: only fixed segments and parameters that publicPage.params names can be cached`,
    );
  }
}

function segmentsOf(routes: ServerBuild["routes"], id: string): string[] {
  const { parentId, path } = routes[id] ?? {};
  const own = path?.split("/").filter(Boolean) ?? [];
  return parentId === undefined ? own : [...segmentsOf(routes, parentId), ...own];
}

/** Strips trailing slashes, but keeps a leading slash, in time linear in the length of the path. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

function pathOfData(pathname: string): string {
  return pathname.endsWith(SLASH_DATA)
    ? pathname.slice(0, 1 - SLASH_DATA.length)
    : pathname.slice(0, -DATA_SUFFIX.length);
}
