/** When a sign-in may use the console: the rules of the second step, in one place. Durations in milliseconds. */

import { sql } from "kysely";
import { MINUTE_MS } from "../platform/durations.ts";
import type { Services } from "../platform/services.ts";
import { type Role, type StaffSignIn, storedRole } from "./roles.ts";

export const SECOND_STEP_VALID_MS = 12 * 60 * MINUTE_MS;
/** After an hour without use the browser may be somebody else's. */
export const IDLE_MS = 60 * MINUTE_MS;
/** Sensitive actions (people, roles, factors, password, account and its data) need a more recent second step. */
export const FRESH_MS = 10 * MINUTE_MS;
/** The last use is stored no more often than this. */
export const USE_STORED_EVERY_MS = MINUTE_MS;

/** The state of a member of staff and their sign-in. Moments are ISO 8601. */
export type SecondStepState = {
  hasFactor: boolean;
  isRequired: boolean;
  secondStepAt: string | null;
  consoleUsedAt: string | null;
};

/** `set-up`: a second step is required but not set up. `second-step`: it is due. */
export type Access = "allowed" | "second-step" | "set-up";

/** Whether a role needs two-step verification: for enquiries or editing, once the site is public. */
export function isSecondStepRequired(role: Role, publicUrl: string | undefined): boolean {
  return publicUrl !== undefined && role !== "trainer";
}

export function consoleAccess(state: SecondStepState, now: Date): Access {
  if (!state.hasFactor) return state.isRequired ? "set-up" : "allowed";
  const { secondStepAt } = state;
  if (secondStepAt === null || ageMs(secondStepAt, now) >= SECOND_STEP_VALID_MS) return "second-step";
  return ageMs(state.consoleUsedAt ?? secondStepAt, now) >= IDLE_MS ? "second-step" : "allowed";
}

/** Whether a sign-in may run sensitive actions. Accounts that have none, and need none, may too. */
export function hasFreshSecondStep(state: SecondStepState, now: Date): boolean {
  if (consoleAccess(state, now) !== "allowed") return false;
  return !state.hasFactor || (state.secondStepAt !== null && ageMs(state.secondStepAt, now) < FRESH_MS);
}

function ageMs(moment: string, now: Date): number {
  return now.getTime() - new Date(moment).getTime();
}

export type ConsoleSignIn = StaffSignIn & { state: SecondStepState };

/** The member of staff of a sign-in, and the state of its second step; undefined for a visitor's sign-in. */
export async function findConsoleSignIn(
  { db, config }: Services,
  signInId: string,
): Promise<ConsoleSignIn | undefined> {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("staff", "staff.user_id", "sessions.userId")
    .innerJoin("users", "users.id", "sessions.userId")
    .leftJoin("totp_keys", "totp_keys.user_id", "sessions.userId")
    .select(["users.id", "staff.name", "users.email", "staff.role", "staff.trainer_slug as trainerSlug"])
    .select(["sessions.secondStepAt", "sessions.consoleUsedAt", "totp_keys.confirmed_at"])
    .select(
      sql<string | null>`(select min(passkeys.id) from passkeys where passkeys.user_id = staff.user_id)`.as("passkey"),
    )
    .where("sessions.id", "=", signInId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { secondStepAt, consoleUsedAt, confirmed_at, passkey, ...person } = row;
  const role = storedRole(row.role);
  return {
    signInId,
    member: { ...person, role },
    state: {
      hasFactor: confirmed_at !== null || passkey !== null,
      isRequired: isSecondStepRequired(role, config.publicUrl),
      secondStepAt,
      consoleUsedAt,
    },
  };
}

/**
 * Stores a use of the console, at most once a minute. A failure doesn't fail the page: the owner may need it to read
 * about a full disk.
 */
export async function noteConsoleUse(services: Services, { signInId, state }: ConsoleSignIn): Promise<void> {
  const { db, now, databaseState, log } = services;
  const before = new Date(now().getTime() - USE_STORED_EVERY_MS).toISOString();
  if (state.consoleUsedAt !== null && state.consoleUsedAt > before) return;
  try {
    await db.updateTable("sessions").set({ consoleUsedAt: now().toISOString() }).where("id", "=", signInId).execute();
  } catch (error) {
    if (databaseState.noteFailure(error)) return;
    log.warn({ event: "use-not-stored", err: error }, "could not store the last use of the console");
  }
}
