/**
 * A sign-in gets another token after its second step, and the old token stops working: a token stolen before the second
 * step opens nothing more.
 */

import { createHmac } from "node:crypto";
import type { Transaction } from "kysely";
import { countAttempt, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { hasToken, readSessionToken, sessionCookie, tokenHash } from "./sign-in.server.ts";

/** A form that passed the second step and is sent again within this time succeeds again. */
const SAME_FORM_MS = 60_000;

/** Enough for a form that is sent again, too few for guessing a code. */
const REPEATS_PER_SIGN_IN: RateLimit = { name: "second-step-again/session", max: 10, windowMs: SAME_FORM_MS };

/** Derived, not random, so that the same form sent twice gets the same token; nobody else can derive it. */
function nextToken({ config }: Services, token: string): string {
  if (config.secret === undefined) throw new Error("Sessions need a secret: complete the settings first");
  return createHmac("sha256", config.secret).update(`after the second step: ${token}`).digest("base64url");
}

/** A keyed hash of method, path and body, which recognises a form that is sent again. */
export async function formDigest({ config }: Services, request: Request, url: URL): Promise<string> {
  if (config.secret === undefined) throw new Error("Forms are compared with a secret: complete the settings first");
  return createHmac("sha256", config.secret)
    .update(`form of the second step: ${request.method} ${url.pathname}${url.search}\n`)
    .update(Buffer.from(await request.clone().arrayBuffer()))
    .digest("base64url");
}

/**
 * Rotates the sign-in's token after the second step.
 * @returns the cookie with the new token; undefined when there is no such sign-in
 */
export async function rotateSignIn(
  services: Services,
  request: Request,
  form: string,
  clearPending: (transaction: Transaction<Tables>, signInId: string) => Promise<void>,
): Promise<string[] | undefined> {
  const cookie = readSessionToken(services.config, request);
  if (cookie === undefined) return undefined;
  const next = nextToken(services, cookie.token);
  const now = services.now();
  const at = now.toISOString();
  const rotated = await transact(services, async ({ transaction }) => {
    const current = await transaction
      .updateTable("sessions")
      .set({ token: tokenHash(next), previousToken: null, previousEndsAt: null, hasOldCookie: 0, renewedBy: form })
      .set({ secondStepAt: at, consoleUsedAt: at, updatedAt: at })
      .where(hasToken(cookie.token, now))
      .$if(cookie.hasOldName, (query) => query.where("hasOldCookie", "=", 1))
      .where("expiresAt", ">", at)
      .returning(["id", "expiresAt"])
      .executeTakeFirst();
    if (current !== undefined) await clearPending(transaction, current.id);
    return current;
  });
  const before = rotated === undefined ? await findRotated(services, next) : undefined;
  const signIn = rotated ?? (before?.renewedBy === form ? before : undefined);
  if (signIn === undefined) return undefined;
  const secondsLeft = Math.floor((new Date(signIn.expiresAt).getTime() - now.getTime()) / 1000);
  return [sessionCookie(services.config, next, secondsLeft)];
}

/**
 * The sign-in that the old token was rotated into less than a minute ago, for the same form only. Attempts are
 * counted.
 */
export async function findRotatedSignIn(
  services: Services,
  request: Request,
  form: string,
): Promise<{ id: string } | undefined> {
  const cookie = readSessionToken(services.config, request);
  const signIn = cookie && (await findRotated(services, nextToken(services, cookie.token)));
  if (signIn === undefined || !(await countAttempt(services, REPEATS_PER_SIGN_IN, signIn.id))) return undefined;
  return signIn.renewedBy === form ? signIn : undefined;
}

async function findRotated(services: Services, token: string) {
  return services.db
    .selectFrom("sessions")
    .select(["id", "expiresAt", "renewedBy"])
    .where("token", "=", tokenHash(token))
    .where("secondStepAt", ">", new Date(services.now().getTime() - SAME_FORM_MS).toISOString())
    .executeTakeFirst();
}
