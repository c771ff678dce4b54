/** What the host hands to every loader and action. */
import { createContext } from "react-router";
import type { Visitor } from "./accounts/visitor.ts";
import type { Services } from "./platform/services.ts";
import type { ConsoleSession } from "./staff/console-session.server.ts";
import type { StaffMember } from "./staff/staff-member.ts";

export const servicesContext = createContext<Services>();

/** Whether somebody is signed in. Every page may show this. */
export const isSignedInContext = createContext<boolean>();

/**
 * The signed-in visitor, or null. Reading it throws on a public page that everybody signed in shares, unless the page
 * declares `isPersonalSignedIn` (public-page.ts): otherwise one visitor's data would be cached for all.
 */
export const visitorContext = createContext<Visitor | null>();

/** The visitor on a page for signed-in visitors; only routes below `routes/account-layout.ts` have it. */
export const signedInVisitorContext = createContext<Visitor>();

/** The member of staff who uses the console; only routes below `routes/staff-layout.tsx` have it. */
export const staffContext = createContext<StaffMember>();

/** The same with their session and its second step; the pages of the second step have it as well. */
export const consoleSessionContext = createContext<ConsoleSession>();

/** The client's address as the host determined it (forwarded headers are used from trusted proxies only). */
export const clientAddressContext = createContext<string>("");

/** The error of a loader, an action or a render, for the host to respond to and log once. */
export const failureContext = createContext<{ error?: unknown }>();

/**
 * The rendered document, for the host. As the body of a `Response` it would be copied twice and read back
 * through a stream (docs/decisions/0028-one-pass-over-the-document.md). `formTargets` are the other sites that a form of
 * the page may lead to: a browser follows a redirect from a form only to what the page's policy names. `startsAtOnce`: its
 * script doesn't wait for the first interaction, because the first press is as good as the others.
 */
export const documentContext = createContext<{
  bytes?: Buffer;
  formTargets?: readonly string[];
  startsAtOnce?: boolean;
}>();
