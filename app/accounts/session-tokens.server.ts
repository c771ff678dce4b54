/**
 * Session tokens are stored as hashes, so that a copy of the database signs nobody in. better-auth 1.7 stores them
 * unhashed; this wraps its adapter.
 */
import { createHash } from "node:crypto";
import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth/adapters";

/** The hash stored instead of a token. A token has 190 random bits, so a fast hash is enough. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** The adapter, with every session token hashed before it is stored and, where the caller knows it, returned in clear. */
export function withHashedTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    ...hashing(adapter),
    transaction: (callback) =>
      adapter.transaction((transaction) => callback({ ...transaction, ...hashing(transaction) })),
  };
}

function hashing(adapter: DBTransactionAdapter): DBTransactionAdapter {
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
    findOne: async (query) => inClear(await adapter.findOne(hashed(query)), query),
    findMany: (query) => adapter.findMany(hashed(query)),
    count: (query) => adapter.count(hashed(query)),
    update: async (query) => inClear(await adapter.update(hashed(query)), query),
    updateMany: (query) => adapter.updateMany(hashed(query)),
    delete: (query) => adapter.delete(hashed(query)),
    deleteMany: (query) => adapter.deleteMany(hashed(query)),
    consumeOne: async (query) => inClear(await adapter.consumeOne(hashed(query)), query),
    incrementOne: async (query) => inClear(await adapter.incrementOne(hashed(query)), query),
  };
}

type Query = { model: string; where?: Where[] | undefined };

function hashed<Q extends Query>(query: Q): Q {
  if (query.model !== "session" || query.where === undefined) return query;
  return { ...query, where: query.where.map(hashedCondition) };
}

function hashedCondition(condition: Where): Where {
  if (condition.field !== "token") return condition;
  const { value } = condition;
  if (typeof value === "string") return { ...condition, value: tokenHash(value) };
  if (Array.isArray(value)) return { ...condition, value: value.map((token) => tokenHash(String(token))) };
  return condition;
}

/** A session that was found by its token has that token. */
function inClear<T>(row: T | null, query: Query): T | null {
  const token = query.where?.find((condition) => condition.field === "token")?.value;
  if (query.model !== "session" || row === null || typeof token !== "string") return row;
  return { ...row, token };
}

function sessionToken(model: string, data: object): string | undefined {
  return model === "session" && "token" in data && typeof data.token === "string" ? data.token : undefined;
}
