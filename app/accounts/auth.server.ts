/**
 * better-auth as we use it: accounts and sessions through our own Kysely, called from our own functions only. None of
 * its endpoints is mounted; rate limits and origin checks are ours, because direct calls skip the library's.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { getAdapter } from "better-auth/db/adapter";
import { betterAuth } from "better-auth/minimal";
import { BRAND } from "../platform/brand.ts";
import { isServedByHttps, siteOrigin } from "../platform/config.ts";
import type { Services } from "../platform/services.ts";
import { MAX_PASSWORD_LENGTH } from "./credentials.ts";
import { hashPassword, verifyPassword } from "./password.server.ts";
import { SESSION_DAYS, sessionCookieName } from "./session-cookie.server.ts";
import { withHashedTokens } from "./session-tokens.server.ts";

/**
 * What one sign-in or sign-up hands the library's password functions, and hears from them. The hash of a new password
 * is made beforehand: the library would make it inside its transaction, and with it stop every other query of SQLite.
 */
type PasswordExchange = { preparedHash?: string; verifiedHash?: string };

const exchanges = new AsyncLocalStorage<PasswordExchange>();

/** Runs calls of the library so that its password functions work with this exchange. */
export function withPasswordExchange<T>(exchange: PasswordExchange, call: () => Promise<T>): Promise<T> {
  return exchanges.run(exchange, call);
}

/** The only header of a request that is passed to the library. */
export function sessionHeaders(request: Request): Headers {
  const cookie = request.headers.get("cookie");
  return new Headers(cookie === null ? {} : { cookie });
}

/** The code of an error the library raised for an expected outcome, for example `USER_ALREADY_EXISTS`. */
export function libraryCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("body" in error)) return undefined;
  const { body } = error;
  if (typeof body !== "object" || body === null || !("code" in body)) return undefined;
  return typeof body.code === "string" ? body.code : undefined;
}

export type Auth = Awaited<ReturnType<typeof createAuth>>;

const auths = new WeakMap<Services, Promise<Auth>>();

/** The library for these services, made once. */
export function authOf(services: Services): Promise<Auth> {
  const known = auths.get(services);
  if (known !== undefined) return known;
  const made = createAuth(services);
  auths.set(services, made);
  return made;
}

/** The library's options without its adapter; a test compares the migrations with them. */
export function authOptions({ config, log }: Services) {
  if (config.secret === undefined) throw new Error("Accounts need a secret: complete the settings first");
  return {
    appName: BRAND,
    baseURL: siteOrigin(config),
    secret: config.secret,
    emailAndPassword: {
      enabled: true,
      // `credentials.ts` has the rules; the library counts in UTF-16 units, which are up to twice as many.
      minPasswordLength: 1,
      maxPasswordLength: MAX_PASSWORD_LENGTH * 2,
      password: { hash: libraryHash, verify: libraryVerify },
    },
    user: {
      modelName: "users",
      // Specification, section 7: "write document users/{accountId} with payload savedShows (empty list)".
      additionalFields: { savedShows: { type: "string", required: true, input: false, defaultValue: "[]" } },
    },
    session: {
      modelName: "sessions",
      expiresIn: SESSION_DAYS * 24 * 60 * 60,
      disableSessionRefresh: true,
      additionalFields: { hasOldCookie: { type: "number", required: true, input: false, defaultValue: 0 } },
    },
    account: { modelName: "accounts" },
    verification: { modelName: "verifications" },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: "error",
      // The message alone: what comes with it may quote an address.
      log: (_level: string, message: string) => log.error({ event: "accounts-library" }, message),
    },
    advanced: {
      // The host knows the client's address; what the library would believe is a header.
      ipAddress: { disableIpTracking: true },
      // The library would put `__Secure-` before the name.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isServedByHttps(config) },
      cookiePrefix: "nguvu",
      cookies: { session_token: { name: sessionCookieName(config) } },
      // Our migrations make the tables, and a test compares them with what the library requires.
      database: { validateSchema: false },
    },
  } as const;
}

async function createAuth(services: Services) {
  const options = authOptions(services);
  const type = services.config.databaseUrl === undefined ? ("sqlite" as const) : ("postgres" as const);
  // Without `transaction` a sign-up that fails half way leaves a user who can't sign in.
  const adapter = await getAdapter({ ...options, database: { db: services.db, type, transaction: true } });
  return betterAuth({ ...options, database: () => withHashedTokens(adapter) });
}

async function libraryHash(password: string): Promise<string> {
  return exchanges.getStore()?.preparedHash ?? (await hashPassword(password));
}

async function libraryVerify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const exchange = exchanges.getStore();
  if (exchange !== undefined) exchange.verifiedHash = hash;
  return verifyPassword(hash, password);
}
