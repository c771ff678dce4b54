/**
 * Declares that a route's page is the same for all signed-out visitors, and for all signed-in ones, so that it can be
 * cached.
 */
import type { Catalogue } from "../content-types/catalogue.ts";

/** Data that pages depend on; `host/cache/page-versions.ts` reads each version. */
export type VersionName = "content" | "timetable" | "places" | "closures" | "date" | "hour";

export type PublicPage = {
  /** The content type of each path parameter: `{ slug: "class" }`. The loader throws a 404 for other slugs. */
  params?: Record<string, keyof Catalogue>;
  /** The search parameters the page responds to, each with its possible values. All others are removed from the URL. */
  searchParams?: Record<string, readonly string[] | SearchParamCheckName>;
  /** Search parameters that make the page personal: with any of them it is never cached. */
  personalSearchParams?: readonly string[];
  /** Versions that invalidate the page. Default: `["content", "closures"]`, which every page needs. */
  dependsOn?: readonly VersionName[];
  /** The page has personal parts and is not cached for signed-in visitors, or only for some of them. */
  isPersonalWhenSignedIn?: boolean | VisitorCheckName;
  isUnlisted?: boolean;
};

/** Values that change with time are checked by the host (`host/app.ts`), under this name: the `handle` of a route is loaded by browsers. */
export type SearchParamCheckName = "schedule-date";

/** Facts of a signed-in visitor that a page may show, which the host (`host/app.ts`) asks for at each request of such a page. */
export type VisitorCheckName = "open-booking";

/**
 * Decides on a time-dependent parameter: `own` page with few values, `plain` for the same page, `none` to redirect
 * without it. The value is unchecked input.
 */
export type SearchParamCheck = (value: string, page: { path: string; now: Date }) => "keep" | "ignore" | "invalid";

/** The `handle` export of a public route. */
export type PublicPageHandle = { publicPage: PublicPage };
