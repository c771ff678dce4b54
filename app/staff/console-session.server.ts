/** A member of staff and the session in which they use the console: read with one query for each request. */
import { sql } from "kysely";
import type { Services } from "../platform/services.ts";
import { isSecondStepRequired, type SecondStepState, USE_STORED_EVERY_MS } from "./access.ts";
import { isRole } from "./roles.ts";
import type { StaffMember } from "./staff-member.ts";

export type ConsoleSession = { sessionId: string; member: StaffMember; state: SecondStepState };

/** The member of staff a session is of, and what is known of its second step; undefined for a visitor's session. */
export async function findConsoleSession(
  { db, config }: Services,
  sessionId: string,
): Promise<ConsoleSession | undefined> {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("staff", "staff.user_id", "sessions.userId")
    .innerJoin("users", "users.id", "sessions.userId")
    .leftJoin("totp_keys", "totp_keys.user_id", "sessions.userId")
    .select(["users.id", "staff.name", "users.email", "staff.role", "staff.trainer_slug"])
    .select(["sessions.secondStepAt", "sessions.consoleUsedAt", "totp_keys.confirmed_at"])
    .select(
      sql<string | null>`(select min(passkeys.id) from passkeys where passkeys.user_id = staff.user_id)`.as("passkey"),
    )
    .where("sessions.id", "=", sessionId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, name, email, role, trainer_slug, secondStepAt, consoleUsedAt } = row;
  if (!isRole(role)) throw new Error(`The role "${role}" of a member of staff is unknown`);
  return {
    sessionId,
    member: { id, name, email, role, trainerSlug: trainer_slug },
    state: {
      hasFactor: row.confirmed_at !== null || row.passkey !== null,
      isRequired: isSecondStepRequired(role, config.publicUrl),
      secondStepAt,
      consoleUsedAt,
    },
  };
}

/** Stores that a session uses the console, unless that was stored less than a minute ago. */
export async function noteConsoleUse({ db, now }: Services, { sessionId, state }: ConsoleSession): Promise<void> {
  const before = new Date(now().getTime() - USE_STORED_EVERY_MS).toISOString();
  if (state.consoleUsedAt !== null && state.consoleUsedAt > before) return;
  await db.updateTable("sessions").set({ consoleUsedAt: now().toISOString() }).where("id", "=", sessionId).execute();
}
