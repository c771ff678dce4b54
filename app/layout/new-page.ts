import { useEffect, useRef } from "react";
import { type ShouldRevalidateFunctionArgs, useLocation } from "react-router";

export const MAIN_ID = "main";

/**
 * Moves the focus to the content after a navigation by a link of the layout around it, as loading a new document would. A
 * link within the content leaves the focus on it, so that someone who goes through the days by keyboard stays there.
 */
export function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById(MAIN_ID);
    const stays = document.activeElement !== main && main?.contains(document.activeElement);
    if (!stays) main?.focus({ preventScroll: true });
  }, [pathname]);
}

/**
 * Whether a navigation only changes how much of the page is shown (`/classes` and `/classes?show=all`). A navigation to the
 * same address is not such a one: that is how a page loads changes made elsewhere.
 */
export function isSamePage({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
}
