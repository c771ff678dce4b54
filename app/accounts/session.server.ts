/**
 * The session of a request, read with one query. better-auth makes and ends sessions; it also reads them, but takes
 * 1.9 ms of processor time for it, and every page of a signed-in visitor needs one.
 */
import type { Services } from "../platform/services.ts";
import { readSessionToken } from "./session-cookie.server.ts";
import { tokenHash } from "./session-tokens.server.ts";

/** A session, and the columns of its user that pages need. */
export type SignIn = { id: string; userId: string; email: string; savedShows: string };

/**
 * The session the request's cookie belongs to, unless it has expired.
 * @throws when the database doesn't respond
 */
export async function findSignIn(services: Services, request: Request): Promise<SignIn | undefined> {
  const cookie = readSessionToken(services.config, request);
  if (cookie === undefined) return undefined;
  const found = await services.db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.userId")
    .select(["sessions.id", "sessions.expiresAt", "users.id as userId", "users.email", "users.savedShows"])
    .where("sessions.token", "=", tokenHash(cookie.token))
    .$if(cookie.hasOldName, (query) => query.where("sessions.hasOldCookie", "=", 1))
    .executeTakeFirst();
  if (found === undefined || new Date(found.expiresAt) <= services.now()) return undefined;
  const { id, userId, email, savedShows } = found;
  return { id, userId, email, savedShows };
}
