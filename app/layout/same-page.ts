import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * Whether a navigation only changes how much of the page is shown (`/classes` and `/classes?show=all`). A navigation to the
 * same address is not such a one: that is how a page loads changes made elsewhere.
 */
export function isSamePage({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
}
