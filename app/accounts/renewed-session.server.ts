/**
 * A session whose second step has been passed gets another token, and the old one is dead: a token that was read before
 * the second step opens no more than it did.
 */
import { createHmac } from "node:crypto";
import type { Services } from "../platform/services.ts";
import { readSessionToken, sessionCookie } from "./session-cookie.server.ts";
import { tokenHash } from "./session-tokens.server.ts";

/** A form that passed the second step and is sent again within this time succeeds again. */
const SAME_FORM_MS = 60_000;

/**
 * The token that follows another one. It is derived, and not random, so that the same form sent twice gets the same one:
 * a browser that left before the first response has the old cookie alone. Nobody else can derive it.
 */
function nextToken({ config }: Services, token: string): string {
  if (config.secret === undefined) throw new Error("Sessions need a secret: complete the settings first");
  return createHmac("sha256", config.secret).update(`after the second step: ${token}`).digest("base64url");
}

/**
 * Marks the request's session as past the second step, under a new token.
 * @returns the cookie with the new token, for the browser; undefined when there is no such session
 */
export async function renewSession(services: Services, request: Request): Promise<string[] | undefined> {
  const token = readSessionToken(services.config, request);
  if (token === undefined) return undefined;
  const next = nextToken(services, token);
  const now = services.now();
  const at = now.toISOString();
  const renewed = await services.db
    .updateTable("sessions")
    .set({ token: tokenHash(next), secondStepAt: at, consoleUsedAt: at, updatedAt: at })
    .where("token", "=", tokenHash(token))
    .where("expiresAt", ">", at)
    .returning("expiresAt")
    .executeTakeFirst();
  const session = renewed ?? (await findRenewed(services, next));
  if (session === undefined) return undefined;
  const secondsLeft = Math.floor((new Date(session.expiresAt).getTime() - now.getTime()) / 1000);
  return [sessionCookie(services.config, next, secondsLeft)];
}

/**
 * The session that a request's old token became less than a minute ago. For the form of the second step alone, which may
 * have been sent twice: it has to prove the same once more.
 */
export async function findRenewedSession(
  services: Services,
  request: Request,
): Promise<{ id: string; userId: string } | undefined> {
  const token = readSessionToken(services.config, request);
  return token === undefined ? undefined : findRenewed(services, nextToken(services, token));
}

async function findRenewed(services: Services, token: string) {
  return services.db
    .selectFrom("sessions")
    .select(["id", "userId", "expiresAt"])
    .where("token", "=", tokenHash(token))
    .where("secondStepAt", ">", new Date(services.now().getTime() - SAME_FORM_MS).toISOString())
    .executeTakeFirst();
}
