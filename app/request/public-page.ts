/**
 * How a route declares that its page is the same for every visitor who isn't signed in, and the same for everybody who is,
 * so that the host may cache both. A route without this declaration is rendered for each request.
 */
import type { Catalogue } from "../content-types/catalogue.ts";

/**
 * The data that pages depend on: entries of any type; the dated timetable; free places; the closures of the next days, which every page
 * announces with the opening hours; the date in Nairobi. `host/cache/page-versions.ts` reads each.
 */
export type VersionName = "content" | "timetable" | "places" | "closures" | "date";

export type PublicPage = {
  /**
   * For each parameter of the route's path, its layouts' parameters included, the content type whose slugs are the pages
   * that exist: `{ slug: "class" }` for `/classes/:slug`. For any other slug the route's loader must throw a 404.
   */
  params?: Record<string, keyof Catalogue>;
  /** The search parameters the page responds to, each with its possible values. All others are removed from the URL. */
  searchParams?: Record<string, readonly string[] | SearchParamCheckName>;
  /** Search parameters that make the page personal: with any of them it is never cached. */
  personalSearchParams?: readonly string[];
  /**
   * The versions the page depends on; it is rendered again when one of them has changed. Default: `["content", "closures"]`,
   * which every page with the site's layout needs; `timetable` and `date` together include the closures.
   */
  dependsOn?: readonly VersionName[];
  /**
   * The page shows something of the signed-in visitor's own: signed in, it is never cached. By a check it is so for those alone
   * of whom the check is true, and everybody else who is signed in shares the page.
   */
  isPersonalSignedIn?: boolean | VisitorCheckName;
  /** The page is left out of the sitemap. */
  isUnlisted?: boolean;
};

/** Values that change with time are checked by the host (`host/app.ts`), under this name: the `handle` of a route is loaded by browsers. */
export type SearchParamCheckName = "schedule-date";

/** Facts of a signed-in visitor that a page may show, which the host (`host/app.ts`) asks for at each request of such a page. */
export type VisitorCheckName = "open-booking";

/**
 * Decides about a value of a search parameter whose possible values change with time, at `path` and at the time `now`:
 *
 * - `own`: it makes a page of its own, cached under an address with it. There must be few such values at any time.
 * - `plain`: the page is the same as without it.
 * - `none`: there is no such page, and the visitor is redirected to the address without it.
 *
 * The value is as a client sent it: of any length and content.
 */
export type SearchParamCheck = (value: string, page: { path: string; now: Date }) => "own" | "plain" | "none";

/** The `handle` export of a public route. */
export type PublicPageHandle = { publicPage: PublicPage };
