/** Logs each refused secret that somebody typed or opened, but not the secret itself. */
import type { RouterContextProvider } from "react-router";
import { logNames } from "../platform/log.server.ts";
import { clientAddressContext, servicesContext } from "../request/request-context.ts";
import { visitorContext } from "./visitor-context.ts";

/** The kinds of secret: the prefixes of their log events. Passwords and second steps are logged elsewhere. */
export type Secret =
  | "confirm-link"
  | "new-address-link"
  | "password-link"
  | "invitation-link"
  | "owner-link"
  | "join-code"
  | "join-link"
  | "calendar-key"
  | "mails-off-key";

export function logRefusedSecret(context: Readonly<RouterContextProvider>, secret: Secret, code: string): void {
  const services = context.get(servicesContext);
  const who = logNames(services, {
    email: context.get(visitorContext)?.email,
    clientAddress: context.get(clientAddressContext),
  });
  services.log.info({ event: `${secret}-refused`, code, ...who }, "refused a secret");
}
