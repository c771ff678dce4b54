/** The cookie with a session's token, signed as better-auth signs it: `<token>.<HMAC-SHA256 with the secret, base64>`. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { type Config, isServedByHttps } from "../platform/config.ts";

/** The cookie's name; on https it is sent with the prefix `__Secure-`. */
export const SESSION_COOKIE = "nguvu.session";
const SECURE_SESSION_COOKIE = `__Secure-${SESSION_COOKIE}`;

/** How long a visitor stays signed in on a browser. Reading a session never writes. */
export const SESSION_DAYS = 30;

/** The cookie's name as browsers show it. */
export function sessionCookieName(config: Pick<Config, "publicUrl">): string {
  return isServedByHttps(config) ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
}

/** Whether the request carries a session cookie at all, good or not: without one nobody is signed in. */
export function hasSessionCookie(request: Request): boolean {
  const cookies = (request.headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trimStart());
  return cookies.some(
    (cookie) => cookie.startsWith(`${SESSION_COOKIE}=`) || cookie.startsWith(`${SECURE_SESSION_COOKIE}=`),
  );
}

/** The token in the session's cookie, if this site signed it. */
export function readSessionToken(config: Config, request: Request): string | undefined {
  const cookies = (request.headers.get("cookie") ?? "").split(/; */);
  const prefix = `${sessionCookieName(config)}=`;
  const cookie = cookies.find((pair) => pair.startsWith(prefix));
  if (cookie === undefined || config.secret === undefined) return undefined;
  const [token = "", signature = ""] = decodeCookie(cookie.slice(prefix.length)).split(".");
  const expected = signatureOf(config.secret, token);
  const signed = Buffer.from(signature, "base64");
  return signed.length === expected.length && timingSafeEqual(signed, expected) ? token : undefined;
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
