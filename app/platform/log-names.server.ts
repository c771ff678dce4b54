/** What the log calls an account and a client, so that an attack on one of them can be seen and nobody's address is kept. */
import { createHmac } from "node:crypto";
import { addressGroup } from "./rate-limit.server.ts";
import type { Services } from "./services.ts";

/** 96 bits: enough that two are never the same. */
const NAME_CHARACTERS = 16;

/** The account by its e-mail address as stored, if one is known, and the client by its network address. */
export type LoggedWho = { email: string | undefined; clientAddress: string };

/**
 * The fields `account` and `client` of a log line: keyed hashes, the same in every line and on every instance with the same
 * secret. Without the key an address could be found by trying all of them.
 */
export function logNames(
  { config }: Pick<Services, "config">,
  { email, clientAddress }: LoggedWho,
): { account?: string; client: string } {
  const nameOf = (kind: string, value: string) =>
    createHmac("sha256", config.secret ?? "")
      .update(`log ${kind} ${value}`)
      .digest("base64url")
      .slice(0, NAME_CHARACTERS);
  return {
    ...(email !== undefined && { account: nameOf("account", email) }),
    client: nameOf("client", addressGroup(clientAddress)),
  };
}
