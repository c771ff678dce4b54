/** The signed-in visitor, as the host passes it to loaders and actions. */
import { createContext } from "react-router";

export const isSignedInContext = createContext<boolean>();

/**
 * The signed-in visitor, or null. Throws on a shared public page without `isPersonalWhenSignedIn`, since one visitor's
 * data would be cached for all.
 */
export const visitorContext = createContext<Visitor | null>();

/** The visitor of a page that is rendered for them alone; null on shared pages. */
export const soleVisitorContext = createContext<Visitor | null>(null);

/** The visitor on a page for signed-in visitors; only routes below `account-layout.route.ts` have it. */
export const signedInVisitorContext = createContext<Visitor>();

export type Visitor = {
  id: string;
  email: string;
  savedShows: string[];
  /** The shared test account can save classes, but not change or delete itself. */
  isTestAccount: boolean;
};
