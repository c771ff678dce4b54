import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * Whether a navigation only changes how much of the page is shown (`/classes` and `/classes?show=all`). A navigation to the
 * same address is not such a one: that is how a page loads changes made elsewhere. Nor is one to another date of the
 * schedule: the data of all its routes is cached under one address, that of some of them is not.
 */
export function isSamePage({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  const isSameDate = currentUrl.searchParams.get("date") === nextUrl.searchParams.get("date");
  const isSamePath = currentUrl.pathname === nextUrl.pathname;
  return formMethod === undefined && isSamePath && isSameDate && currentUrl.search !== nextUrl.search;
}
