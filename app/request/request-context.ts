/** Values that the host hands to every loader and action. */
import { createContext } from "react-router";
import type { Services } from "../platform/services.ts";

export const servicesContext = createContext<Services>();

/** The client's address as the host determined it (forwarded headers are used from trusted proxies only). */
export const clientAddressContext = createContext<string>("");

export type Visit = { request: Request; clientAddress: string };

/** The error of a loader, an action or a render, for the host to respond to and log once. */
export const failureContext = createContext<{ error?: unknown }>();

/** The document for the host; a `Response` body would be copied twice. */
export const documentContext = createContext<{
  bytes?: Buffer;
  /** Other sites that a form may redirect to. */
  formTargets?: readonly string[];
  /** Whether scripts start without waiting for an interaction. */
  startsAtOnce?: boolean;
}>();
