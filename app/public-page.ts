/**
 * How a route says that its page is the same for every visitor who isn't signed in, so that the host may keep it.
 * A route without this declaration is rendered for each request.
 */
export type PublicPage = {
  /** The query words the page answers to, each with the values it knows. All others are taken off the address. */
  words?: Record<string, readonly string[]>;
  /** Query words that make the page this visitor's own: with any of them it is never kept. */
  personalWords?: readonly string[];
  /** The page is no place to arrive at from elsewhere: it is not on the map for crawlers. */
  isUnlisted?: boolean;
};

/** The `handle` export of a public route. */
export type PublicPageHandle = { publicPage: PublicPage };
