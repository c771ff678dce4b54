/** Deletes expired rows; a clean-up job runs it. */
import type { Services } from "../platform/services.ts";

/** Removes sessions and mailed links whose time is over. They have stopped working by then anyway. */
export async function removeExpiredLinksAndSessions(services: Services): Promise<void> {
  const now = services.now().toISOString();
  await services.db.deleteFrom("sessions").where("expiresAt", "<=", now).execute();
  await services.db.deleteFrom("password_resets").where("expires_at", "<=", now).execute();
}
