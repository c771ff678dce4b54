/**
 * better-auth as we use it: accounts and sign-ins through our own Kysely, called from our own functions only. None of
 * its endpoints is mounted; rate limits and origin checks are ours, because direct calls skip the library's.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth/adapters";
import { getAdapter } from "better-auth/db/adapter";
import { betterAuth } from "better-auth/minimal";
import { BRAND, isServedByHttps, siteOrigin } from "../platform/config.ts";
import type { Services } from "../platform/services.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import { MAX_PASSWORD_LENGTH } from "./credentials.ts";
import { hashPassword, verifyPassword } from "./password.server.ts";
import { SESSION_DAYS, sessionCookieName, tokenHash } from "./sign-in.server.ts";

/**
 * Values that one call passes to our functions inside the library. The password is hashed beforehand: in the library's
 * transaction, hashing would block SQLite.
 */
type CallValues = { preparedHash?: string; verifiedHash?: string; device: string | null };

const callValues = new AsyncLocalStorage<CallValues>();

/** Runs calls of the library so that our functions work with these values. */
export function withCallValues<T>(values: CallValues, call: () => Promise<T>): Promise<T> {
  return callValues.run(values, call);
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

type Auth = Awaited<ReturnType<typeof createAuth>>;

const auths = new WeakMap<Services, Promise<Auth>>();

/** The library for these services, created once. */
export function authOf(services: Services): Promise<Auth> {
  const existing = auths.get(services);
  if (existing !== undefined) return existing;
  const created = createAuth(services);
  auths.set(services, created);
  return created;
}

/** The library's options without its adapter; a test compares the migrations with them. */
export function authOptions({ config, log, now }: Services) {
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
      additionalFields: {
        hasOldCookie: { type: "number", required: true, input: false, defaultValue: 0 },
        device: {
          type: "string",
          required: false,
          input: false,
          defaultValue: () => callValues.getStore()?.device ?? null,
        },
        usedOn: { type: "string", required: false, input: false, defaultValue: () => dateInNairobi(now()) },
      },
    },
    account: { modelName: "accounts" },
    verification: { modelName: "verifications" },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: "error",
      // Only the message: the details may contain an email address.
      log: (_level: string, message: string) => log.error({ event: "accounts-library" }, message),
    },
    advanced: {
      // The host knows the client's address; the library would trust a header.
      ipAddress: { disableIpTracking: true },
      // The library would put `__Secure-` before the name.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isServedByHttps(config) },
      cookiePrefix: "nguvu",
      cookies: { session_token: { name: sessionCookieName(config) } },
      // Our migrations create the tables, and a test compares them with what the library requires.
      database: { validateSchema: false },
    },
  } as const;
}

async function createAuth(services: Services) {
  const options = authOptions(services);
  const type = services.config.databaseUrl === undefined ? ("sqlite" as const) : ("postgres" as const);
  // Without `transaction` a sign-up that fails halfway leaves a user who can't sign in.
  const adapter = await getAdapter({ ...options, database: { db: services.db, type, transaction: true } });
  return betterAuth({ ...options, database: () => withHashedTokens(adapter) });
}

async function libraryHash(password: string): Promise<string> {
  return callValues.getStore()?.preparedHash ?? (await hashPassword(password));
}

async function libraryVerify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const values = callValues.getStore();
  if (values !== undefined) values.verifiedHash = hash;
  return verifyPassword(hash, password);
}

/** Hashes every session token before it is stored, so that a copy of the database signs nobody in. */
function withHashedTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    ...hashingMethods(adapter),
    transaction: (callback) =>
      adapter.transaction((transaction) => callback({ ...transaction, ...hashingMethods(transaction) })),
  };
}

function hashingMethods(adapter: DBTransactionAdapter): DBTransactionAdapter {
  return {
    ...adapter,
    create: async (query) => {
      const token = sessionToken(query.model, query.data);
      if (token === undefined) return adapter.create(query);
      const created = await adapter.create<typeof query.data>({
        ...query,
        data: { ...query.data, token: tokenHash(token) },
      });
      // The inserted row, with the clear token, which the library needs for the cookie.
      return { ...created, token } as never;
    },
    findOne: async (query) => withClearToken(await adapter.findOne(hashTokens(query)), query),
    findMany: (query) => adapter.findMany(hashTokens(query)),
    count: (query) => adapter.count(hashTokens(query)),
    update: async (query) => withClearToken(await adapter.update(hashTokens(query)), query),
    updateMany: (query) => adapter.updateMany(hashTokens(query)),
    delete: (query) => adapter.delete(hashTokens(query)),
    deleteMany: (query) => adapter.deleteMany(hashTokens(query)),
    consumeOne: async (query) => withClearToken(await adapter.consumeOne(hashTokens(query)), query),
    incrementOne: async (query) => withClearToken(await adapter.incrementOne(hashTokens(query)), query),
  };
}

type Query = { model: string; where?: Where[] | undefined };

function hashTokens<Q extends Query>(query: Q): Q {
  if (query.model !== "session" || query.where === undefined) return query;
  return { ...query, where: query.where.map(hashToken) };
}

function hashToken(condition: Where): Where {
  if (condition.field !== "token") return condition;
  const { value } = condition;
  if (typeof value === "string") return { ...condition, value: tokenHash(value) };
  if (Array.isArray(value)) return { ...condition, value: value.map((token) => tokenHash(String(token))) };
  return condition;
}

function withClearToken<T>(row: T | null, query: Query): T | null {
  const token = query.where?.find((condition) => condition.field === "token")?.value;
  if (query.model !== "session" || row === null || typeof token !== "string") return row;
  return { ...row, token };
}

function sessionToken(model: string, data: object): string | undefined {
  return model === "session" && "token" in data && typeof data.token === "string" ? data.token : undefined;
}
