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
  /** Search parameters and their values; the host (`host/app.ts`) checks dates. All others are removed from the URL. */
  searchParams?: Record<string, readonly string[] | "schedule-date">;
  /** Search parameters that make the page personal: with any of them it is never cached. */
  personalSearchParams?: readonly string[];
  /** Versions that invalidate the page. Default: `["content", "closures"]`, which every page needs. */
  dependsOn?: readonly VersionName[];
  /** It has personal parts: it is not cached for signed-in visitors, or only for those without an open booking. */
  isPersonalWhenSignedIn?: boolean | "open-booking";
  isUnlisted?: boolean;
};

/**
 * Decides about a time-dependent parameter: `keep` for its own page, `ignore` for the plain page, `invalid` to redirect without it.
 * The value is unchecked input.
 */
export type SearchParamCheck = (value: string, page: { path: string; now: Date }) => "keep" | "ignore" | "invalid";

export type PublicPageHandle = { publicPage: PublicPage };
