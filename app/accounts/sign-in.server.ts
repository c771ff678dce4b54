/**
 * Finds the sign-in of a request, a row of `sessions`, with one query. Its cookie is signed the way better-auth signs it:
 * `<token>.<HMAC-SHA256 with the secret, base64>`. better-auth creates sign-ins, but would take 1.9 ms of processor
 * time to read one, on every page of a signed-in visitor.
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { acceptedSecrets, type Config, isServedByHttps, TEST_ACCOUNT } from "../platform/config.ts";
import { DAY_MS, MINUTE_MS } from "../platform/durations.ts";
import type { Retention } from "../platform/retention.server.ts";
import type { Services } from "../platform/services.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import { type RefusedAction, TEST_ACCOUNT_REFUSED } from "./account-settings.server.ts";
import type { Visitor } from "./visitor-context.ts";

export type SignIn = {
  id: string;
  userId: string;
  email: string;
  savedShows: string;
  usedOn: string | null;
  createdAt: Date;
  expiresAt: Date;
  hasOldCookie: number;
  /** The hash of the current token. The request may have the previous token (`hasCurrentToken`). */
  token: string;
  hasCurrentToken: boolean;
  previousEndsAt: string | null;
};

/** The sign-in the request's cookie belongs to, unless it has expired. @throws when the database doesn't respond */
export async function findSignIn(services: Services, request: Request): Promise<SignIn | undefined> {
  const cookie = readSessionToken(services.config, request);
  if (cookie === undefined) return undefined;
  const now = services.now();
  const signIn = await services.db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.userId")
    .select(["sessions.id", "sessions.createdAt", "sessions.expiresAt", "sessions.usedOn"])
    .select(["sessions.token", "sessions.previousEndsAt", "sessions.hasOldCookie"])
    .select(["users.id as userId", "users.email", "users.savedShows"])
    .where(hasToken(cookie.token, now))
    .$if(cookie.hasOldName, (query) => query.where("sessions.hasOldCookie", "=", 1))
    .executeTakeFirst();
  if (signIn === undefined) return undefined;
  const { createdAt, expiresAt, ...row } = signIn;
  if (new Date(expiresAt) <= now) return undefined;
  const hasCurrentToken = row.token === tokenHash(cookie.token);
  return { ...row, createdAt: new Date(createdAt), expiresAt: new Date(expiresAt), hasCurrentToken };
}

/** The condition that a sign-in has this token, or had it before its last renewal. */
export function hasToken(token: string, now: Date) {
  const hash = tokenHash(token);
  return sql<boolean>`(sessions.token = ${hash} or (sessions."previousToken" = ${hash} and sessions."previousEndsAt" > ${now.toISOString()}))`;
}

/**
 * Stores the day of a sign-in's last use and ends the previous token. A failure, such as a full disk, doesn't fail
 * the page.
 */
export async function recordLastUse(services: Services, signIn: SignIn): Promise<void> {
  const today = dateInNairobi(services.now());
  const previousEndsAt = new Date(services.now().getTime() + PREVIOUS_TOKEN_MS).toISOString();
  const shouldEndPrevious = signIn.hasCurrentToken && (signIn.previousEndsAt ?? "") > previousEndsAt;
  if (signIn.usedOn === today && !shouldEndPrevious) return;
  try {
    await services.db
      .updateTable("sessions")
      .set({ usedOn: today, ...(shouldEndPrevious && { previousEndsAt }) })
      .where("id", "=", signIn.id)
      .where("token", "=", signIn.token)
      .execute();
  } catch (error) {
    if (services.databaseState.noteFailure(error)) return;
    services.log.warn({ event: "use-not-stored", err: error }, "could not store the last use of a sign-in");
  }
}

/** The expiry of a sign-in used at `now`; never extended for the test account, or with an old cookie. */
export function expiryAfterUse({ createdAt, expiresAt, email, hasOldCookie }: SignIn, now: Date): Date {
  if (email === TEST_ACCOUNT.email || hasOldCookie === 1) return expiresAt;
  const end = Math.min(now.getTime() + SESSION_DAYS * DAY_MS, createdAt.getTime() + MAX_SIGN_IN_DAYS * DAY_MS);
  return new Date(Math.max(end, expiresAt.getTime()));
}

/**
 * Extends a sign-in at most once a day, with a new token; the previous token works for another minute.
 * @returns the new cookie; undefined when no renewal is due
 */
export async function renewSignIn(services: Services, signIn: SignIn): Promise<string | undefined> {
  const now = services.now();
  const newExpiry = expiryAfterUse(signIn, now);
  if (newExpiry.getTime() - signIn.expiresAt.getTime() < DAY_MS) return undefined;
  const token = makeToken();
  try {
    const { numUpdatedRows } = await services.db
      .updateTable("sessions")
      .set({ token: tokenHash(token), expiresAt: newExpiry.toISOString() })
      .$if(signIn.hasCurrentToken, (query) =>
        query.set({ previousToken: signIn.token, previousEndsAt: signIn.expiresAt.toISOString() }),
      )
      .where("id", "=", signIn.id)
      // Another request may have renewed it at the same moment.
      .where("token", "=", signIn.token)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return undefined;
  } catch (error) {
    if (services.databaseState.noteFailure(error)) return undefined;
    services.log.warn({ event: "sign-in-not-renewed", err: error }, "could not renew a sign-in");
    return undefined;
  }
  return sessionCookie(services.config, token, Math.floor((newExpiry.getTime() - now.getTime()) / 1000));
}

/** A token with 256 random bits, for a session or a link. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The token in a link's URL; empty when it has none. */
export function tokenInUrl(url: URL): string {
  return url.searchParams.get("token") ?? "";
}

/** The hash stored instead of a token. Tokens have at least 190 random bits, so a fast hash is enough. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** The prefix `__Host-` limits the cookie to this host and https. Sign-ins under the earlier name are still found. */
export const SESSION_COOKIE = "nguvu.session";
const HOST_COOKIE = `__Host-${SESSION_COOKIE}`;
const OLD_HTTPS_COOKIE = `__Secure-${SESSION_COOKIE}`;

/** How long a visitor stays signed in on a browser without using the site. */
export const SESSION_DAYS = 30;

/** How long a sign-in lasts at most, however often it is used. */
export const MAX_SIGN_IN_DAYS = 365;

/** How long the previous token still works once the new token is used, for requests in flight. */
const PREVIOUS_TOKEN_MS = MINUTE_MS;

export function sessionCookieName(config: Pick<Config, "publicUrl">): string {
  return isServedByHttps(config) ? HOST_COOKIE : SESSION_COOKIE;
}

/** Whether the request carries a session cookie at all, valid or not: without a cookie nobody is signed in. */
export function hasSessionCookie(request: Request): boolean {
  return [SESSION_COOKIE, HOST_COOKIE, OLD_HTTPS_COOKIE].some((name) => readCookie(request, name) !== undefined);
}

function readCookie(request: Request, name: string): string | undefined {
  const cookies = (request.headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trimStart());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

/**
 * The token in the session cookie, if this site signed it. `hasOldName`: the token is valid only for sign-ins made under
 * the old name.
 */
export function readSessionToken(config: Config, request: Request): { token: string; hasOldName: boolean } | undefined {
  const cookie = readCookie(request, sessionCookieName(config));
  const old = isServedByHttps(config) && cookie === undefined ? readCookie(request, OLD_HTTPS_COOKIE) : undefined;
  const value = cookie ?? old;
  if (value === undefined) return undefined;
  const [token = "", signature = ""] = decodeCookie(value).split(".");
  const signed = Buffer.from(signature, "base64");
  const isOurs = acceptedSecrets(config).some((secret) => {
    const expected = signatureOf(secret, token);
    return signed.length === expected.length && timingSafeEqual(signed, expected);
  });
  if (!isOurs) return undefined;
  return { token, hasOldName: old !== undefined };
}

/** The `Set-Cookie` headers that clear a cookie of the old name, if the browser sent it. */
export function clearOldCookie(config: Pick<Config, "publicUrl">, request: Request): string[] {
  if (!isServedByHttps(config) || readCookie(request, OLD_HTTPS_COOKIE) === undefined) return [];
  return [`${OLD_HTTPS_COOKIE}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`];
}

/** The `Set-Cookie` header with a sign-in's token, with the attributes that better-auth sets. */
export function sessionCookie(config: Config, token: string, maxAgeSeconds: number): string {
  const signature = signatureOf(config.secret ?? "", token).toString("base64");
  const value = encodeURIComponent(`${token}.${signature}`);
  const secure = isServedByHttps(config) ? "; Secure" : "";
  return `${sessionCookieName(config)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

function signatureOf(secret: string, token: string): Buffer {
  return createHmac("sha256", secret).update(token).digest();
}

function decodeCookie(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

const isExpired = (now: Date) => sql`expires_at <= ${now.toISOString()}`;

export const SIGN_IN_RETENTION: readonly Retention[] = [
  { table: "sessions", old: (now) => sql`"expiresAt" <= ${now.toISOString()}` },
  { table: "password_resets", key: ["user_id"], old: isExpired },
  { table: "new_addresses", key: ["user_id"], old: isExpired },
];

export const MAX_LISTED_SIGN_INS = 50;

/**
 * Lists a visitor's sign-ins without their tokens, the request's own first, the others newest first.
 * @returns `hasMore` when some are not listed
 */
export async function listSignIns(services: Services, visitor: Visitor, request: Request) {
  const current = (await findSignIn(services, request))?.id ?? "";
  const rows = await services.db
    .selectFrom("sessions")
    .select(["id", "device", "createdAt", "usedOn"])
    .where("userId", "=", visitor.id)
    .where("expiresAt", ">", services.now().toISOString())
    .orderBy(({ case: choose, ref }) => choose().when(ref("id"), "=", current).then(0).else(1).end())
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(MAX_LISTED_SIGN_INS + 1)
    .execute();
  return {
    signIns: rows
      .slice(0, MAX_LISTED_SIGN_INS)
      .map(({ createdAt, ...row }) => ({ ...row, signedInAt: new Date(createdAt), isCurrent: row.id === current })),
    hasMore: rows.length > MAX_LISTED_SIGN_INS,
  };
}

/** Ends one of the visitor's sign-ins; repeating it changes nothing. @returns whether it is the request's own */
export async function endOwnSignIn(
  services: Services,
  visitor: Visitor,
  signInId: string,
  request: Request,
): Promise<{ code: "done"; isCurrent: boolean } | RefusedAction<"test-account">> {
  if (visitor.isTestAccount) return TEST_ACCOUNT_REFUSED;
  const isCurrent = (await findSignIn(services, request))?.id === signInId;
  await services.db.deleteFrom("sessions").where("id", "=", signInId).where("userId", "=", visitor.id).execute();
  services.log.info({ event: "sign-in-ended" }, "ended one sign-in of a visitor");
  return { code: "done", isCurrent };
}
