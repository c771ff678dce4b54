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

/** The name of a check that the host (`host/app.ts`) has: browsers load a route's `handle`, so it can't contain the function. */
export type SearchParamCheckName = "schedule-date";

/** Facts about a signed-in visitor that a page can show; the host (`host/app.ts`) looks them up at each request. */
export type VisitorCheckName = "open-booking";

/**
 * Decides about a time-dependent parameter: `keep` for its own page, `ignore` for the plain page, `invalid` to redirect without it.
 * The value is unchecked input.
 */
export type SearchParamCheck = (value: string, page: { path: string; now: Date }) => "keep" | "ignore" | "invalid";

export type PublicPageHandle = { publicPage: PublicPage };
