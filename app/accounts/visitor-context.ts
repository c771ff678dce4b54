/** Who is signed in, as the host hands it to loaders and actions. */
import { createContext } from "react-router";

/** Whether somebody is signed in. Every page may show this. */
export const isSignedInContext = createContext<boolean>();

/**
 * The signed-in visitor, or null. Reading it throws on a public page that everybody signed in shares, unless the page
 * declares `isPersonalSignedIn` (public-page.ts): otherwise one visitor's data would be cached for all.
 */
export const visitorContext = createContext<Visitor | null>();

/** The signed-in visitor for whom alone a page is rendered; null on every page that visitors share. */
export const soleVisitorContext = createContext<Visitor | null>(null);

/** The visitor on a page for signed-in visitors; only routes below `account-layout.route.ts` have it. */
export const signedInVisitorContext = createContext<Visitor>();

/** Who is asking, as far as the site knows. */
export type Visitor = {
  id: string;
  email: string;
  /** The slugs of the saved classes, in the order they were saved. */
  savedShows: string[];
  /** The shared test account can save classes, but not change or delete itself. */
  isTestAccount: boolean;
};
