/** The cookie with a session's token, signed as better-auth signs it: `<token>.<HMAC-SHA256 with the secret, base64>`. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { type Config, isServedByHttps } from "../platform/config.ts";

/**
 * The cookie's name; on https with the prefix `__Host-`, by which a browser takes it from this very host alone, for the whole
 * site and by https. Sessions made before it had this name are found by the old one as well.
 */
export const SESSION_COOKIE = "nguvu.session";
const HOST_COOKIE = `__Host-${SESSION_COOKIE}`;
const OLD_HTTPS_COOKIE = `__Secure-${SESSION_COOKIE}`;

/** How long a visitor stays signed in on a browser. Reading a session never writes. */
export const SESSION_DAYS = 30;

/** The cookie's name as browsers show it. */
export function sessionCookieName(config: Pick<Config, "publicUrl">): string {
  return isServedByHttps(config) ? HOST_COOKIE : SESSION_COOKIE;
}

/** Whether the request carries a session cookie at all, good or not: without one nobody is signed in. */
export function hasSessionCookie(request: Request): boolean {
  return [SESSION_COOKIE, HOST_COOKIE, OLD_HTTPS_COOKIE].some((name) => readCookie(request, name) !== undefined);
}

function readCookie(request: Request, name: string): string | undefined {
  const cookies = (request.headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trimStart());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The token of a session's cookie. `hasOldName`: it is good only for a session made when the cookie had that name. */
export type SessionToken = { token: string; hasOldName: boolean };

/** The token in the session's cookie, if this site signed it. */
export function readSessionToken(config: Config, request: Request): SessionToken | undefined {
  const cookie = readCookie(request, sessionCookieName(config));
  const old = isServedByHttps(config) && cookie === undefined ? readCookie(request, OLD_HTTPS_COOKIE) : undefined;
  const value = cookie ?? old;
  if (value === undefined || config.secret === undefined) return undefined;
  const [token = "", signature = ""] = decodeCookie(value).split(".");
  const expected = signatureOf(config.secret, token);
  const signed = Buffer.from(signature, "base64");
  if (signed.length !== expected.length || !timingSafeEqual(signed, expected)) return undefined;
  return { token, hasOldName: old !== undefined };
}

/** The lines of `Set-Cookie` that take a cookie of the old name from a browser that has one. */
export function clearingOldCookie(config: Pick<Config, "publicUrl">, request: Request): string[] {
  if (!isServedByHttps(config) || readCookie(request, OLD_HTTPS_COOKIE) === undefined) return [];
  return [`${OLD_HTTPS_COOKIE}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`];
}

/** The line of `Set-Cookie` that gives a browser a session's token, with the attributes better-auth gives it. */
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
