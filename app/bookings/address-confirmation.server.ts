/** Confirming that an account's address is its owner's, by a link that was mailed to it. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Db, Services } from "../platform/services.ts";

/** The page that the link leads to, with the key as `?key=`. */
const CONFIRM_PATH = "/confirm-address";

/** An account's id, and what only the site can make of it and of its address. */
const KEY = /^([\w-]{1,100})\.([\w-]{43})$/;

/** The link that confirms an account's address. It works as long as the account has this address. */
export function confirmationUrl(services: Services, origin: string, user: { id: string; email: string }): string {
  return `${origin}${CONFIRM_PATH}?key=${user.id}.${signatureOf(services, user)}`;
}

/** Confirms an address by the key of its link. @returns false when no account has this key, or not any more */
export async function confirmAddress(services: Services, key: string): Promise<boolean> {
  const [, id = "", signature = ""] = KEY.exec(key) ?? [];
  const { db } = services;
  const user = await db.selectFrom("users").select(["id", "email"]).where("id", "=", id).executeTakeFirst();
  if (user === undefined) return false;
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(services, user)))) return false;
  await markConfirmed(db, user.id);
  return true;
}

/** Stores that somebody has used a link that was mailed to the account's address. */
export async function markConfirmed(db: Db, userId: string): Promise<void> {
  await db.updateTable("users").set({ emailVerified: 1 }).where("id", "=", userId).execute();
}

/**
 * Whether somebody stands behind an account: its address is confirmed, or the desk has checked its owner in. Anybody can
 * sign up with a stranger's address.
 */
export async function isKnown(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom("users").select("emailVerified").where("id", "=", userId).executeTakeFirst();
  if (user?.emailVerified) return true;
  const visit = await db
    .selectFrom("bookings")
    .select("id")
    .where("user_id", "=", userId)
    .where("state", "=", "attended")
    .limit(1)
    .executeTakeFirst();
  return visit !== undefined;
}

/** Made of the secret: who reads the database alone can make none. */
function signatureOf({ config }: Services, { id, email }: { id: string; email: string }): string {
  return createHmac("sha256", config.secret ?? "")
    .update(`confirm address ${id} ${email}`)
    .digest("base64url");
}
