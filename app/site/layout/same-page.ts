import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Whether a navigation only expands the page (`/classes?show=all`), and so needs no new data. */
export function isSamePage({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  const isSameDate = currentUrl.searchParams.get("date") === nextUrl.searchParams.get("date");
  const isSamePath = currentUrl.pathname === nextUrl.pathname;
  return formMethod === undefined && isSamePath && isSameDate && currentUrl.search !== nextUrl.search;
}
