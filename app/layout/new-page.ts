import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

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
