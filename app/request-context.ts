/** What the host hands to every loader and action. */
import { createContext } from "react-router";
import type { Services } from "./platform/services.ts";

/** Who is asking, as far as the site knows: the signed-in visitor, or nobody. */
export type Visitor = { id: string; email: string; savedShows: string[]; isTestAccount: boolean };

export const servicesContext = createContext<Services>();

export const visitorContext = createContext<Visitor | null>(null);

/** The client's address as the host settled it (forwarded headers believed from trusted proxies only). */
export const clientAddressContext = createContext<string>("");
