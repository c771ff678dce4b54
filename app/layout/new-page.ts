import { useEffect, useRef } from "react";
import { type ShouldRevalidateFunctionArgs, useLocation } from "react-router";

export const MAIN_ID = "main";

/**
 * Moves the focus to the content when a link of the frame around it has led to another page, as a whole new document
 * would. A link within the content keeps it, so that someone going through the days by keyboard stays at the days.
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
 * Whether a move only changes how much of the page is shown (`/classes` and `/classes?show=all`). Asking again for the very
 * same address is not such a move: that is how a page hears what changed elsewhere.
 */
export function isSamePage({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
}
