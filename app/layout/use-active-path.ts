import { useLocation, useMatches } from "react-router";

/** The route of every address that has no page; its identifier is its file's. */
const MISSING_PAGE = "routes/not-found";

/**
 * The path of the page that is shown, for marking where the visitor is. Empty on a page that doesn't exist: it is
 * rendered once for all such addresses, and so belongs to no section, whatever its path begins with.
 */
export function usePath(): string {
  const { pathname } = useLocation();
  return useMatches().at(-1)?.id === MISSING_PAGE ? "" : pathname;
}
