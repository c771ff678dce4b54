/** Deletes expired rows; a clean-up job runs it. */
import { sql } from "kysely";
import { deleteInPortions } from "../platform/portions.server.ts";
import type { Services } from "../platform/services.ts";

/** Removes sessions and mailed links whose time is over. They have stopped working by then anyway. */
export async function removeExpiredLinksAndSessions(services: Services): Promise<void> {
  const now = services.now().toISOString();
  await deleteInPortions(services.db, "sessions", "id", sql`"expiresAt" <= ${now}`);
  await deleteInPortions(services.db, "password_resets", "user_id", sql`expires_at <= ${now}`);
}
