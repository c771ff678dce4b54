/** Trusted accounts: all others get a single email, and can book less. */
import type { Db } from "../platform/services.ts";
import { personIdOfAccount } from "./booking-rows.server.ts";

/** Whether the address is confirmed or the desk has checked its owner in: anybody can sign up with a stranger's address. */
export async function isTrustedAccount(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom("users").select("emailVerified").where("id", "=", userId).executeTakeFirst();
  if (user?.emailVerified) return true;
  const visit = await db
    .selectFrom("bookings")
    .select("id")
    .where("person_id", "=", await personIdOfAccount(db, userId))
    .where("state", "=", "attended")
    .limit(1)
    .executeTakeFirst();
  return visit !== undefined;
}
