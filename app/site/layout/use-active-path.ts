import { useLocation, useMatches } from "react-router";

/** The id of the not-found route. */
const MISSING_PAGE = "not-found";

/**
 * The path of the current page, for marking the active link. Empty on the not-found page: it is rendered once for all
 * unknown addresses, and so belongs to no section, whatever its path begins with.
 */
export function useActivePath(): string {
  const { pathname } = useLocation();
  return useMatches().at(-1)?.id === MISSING_PAGE ? "" : pathname;
}
