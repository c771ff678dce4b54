/** Values that the host hands to every loader and action. */
import { createContext } from "react-router";
import type { Services } from "../platform/services.ts";

export const servicesContext = createContext<Services>();

/** The client's address as the host determined it (forwarded headers are used from trusted proxies only). */
export const clientAddressContext = createContext<string>("");

/** A request, and its client's address. */
export type Visit = { request: Request; clientAddress: string };

/** The error of a loader, an action or a render, for the host to respond to and log once. */
export const failureContext = createContext<{ error?: unknown }>();

/**
 * The rendered document, for the host. As the body of a `Response` it would be copied twice and read back
 * through a stream (docs/decisions/pages-and-cache.md). `formTargets` are the other sites that a form of
 * the page may lead to: a browser follows a redirect from a form only to what the page's policy names. `startsAtOnce`: its
 * script doesn't wait for the first interaction, because the first use of a button is as good as the others.
 */
export const documentContext = createContext<{
  bytes?: Buffer;
  formTargets?: readonly string[];
  startsAtOnce?: boolean;
}>();
