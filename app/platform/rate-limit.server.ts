/** Rate limits, counted in the database: a restart or a second instance does not reset a count. */
import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Retention } from "./retention.server.ts";
import type { Services } from "./services.ts";

export type RateLimit = {
  /** The name of the attempts, for example `sign-in/account`. */
  name: string;
  /** Attempts allowed per window, which begins with the first attempt. */
  max: number;
  windowMs: number;
};

/**
 * Counts an attempt before it is made; concurrent attempts never exceed `max`. @param who stored only as a keyed hash
 * @returns whether it is allowed
 */
export async function countAttempt(services: Services, limit: RateLimit, who: string): Promise<boolean> {
  const now = services.now();
  const resetsAt = new Date(now.getTime() + limit.windowMs).toISOString();
  const expired = sql<boolean>`rate_limits.resets_at <= ${now.toISOString()}`;
  const { count } = await services.db
    .insertInto("rate_limits")
    .values({ key: keyOf(services, limit, who), count: 1, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql`case when ${expired} then 1 else rate_limits.count + 1 end`,
        resets_at: sql`case when ${expired} then ${resetsAt} else rate_limits.resets_at end`,
      }),
    )
    .returning("count")
    .executeTakeFirstOrThrow();
  return count <= limit.max;
}

export async function forgetAttempts(services: Services, limit: RateLimit, who: string): Promise<void> {
  await services.db
    .deleteFrom("rate_limits")
    .where("key", "=", keyOf(services, limit, who))
    .execute();
}

export const COUNT_RETENTION: Retention = {
  table: "rate_limits",
  key: ["key"],
  old: (now) => sql`resets_at <= ${now.toISOString()}`,
};

/** The part of an address that counts as one client; for IPv6 the first 64 bits, as a household has all of their addresses. */
export function addressGroup(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(zeros).fill("0"), ...last].slice(0, 4).join(":");
}

function keyOf(services: Services, limit: RateLimit, who: string): string {
  // A plain hash could be reversed by trying all addresses, and a hash without the purpose could sign a cookie.
  const hash = createHmac("sha256", services.config.secret ?? "")
    .update(`rate limit ${who}`)
    .digest("base64url");
  return `${limit.name}/${hash}`;
}
