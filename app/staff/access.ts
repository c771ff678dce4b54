/** When a session may use the console: the rules of the second step, in one place. Durations in milliseconds. */
import type { Role } from "./roles.ts";

const MINUTE_MS = 60_000;

/** A second step is good for a working day. */
export const SECOND_STEP_VALID_MS = 12 * 60 * MINUTE_MS;
/** After an hour without use the browser may be somebody else's. */
export const IDLE_MS = 60 * MINUTE_MS;
/** What is sensitive (people, roles, factors, the password, the account and its data) needs a second step that is younger. */
export const FRESH_MS = 10 * MINUTE_MS;
/** The last use is stored no more often than this. */
export const USE_STORED_EVERY_MS = MINUTE_MS;

/** What is known of a member of staff and their session. Moments are ISO 8601. */
export type SecondStepState = {
  /** Whether they have an authenticator app or a passkey. */
  hasFactor: boolean;
  /** Whether they must have one. */
  isRequired: boolean;
  secondStepAt: string | null;
  consoleUsedAt: string | null;
};

/** `set-up`: there is no second step yet, and there must be. `second-step`: it is due. */
export type Access = "allowed" | "second-step" | "set-up";

/**
 * Whether a role must have a second step: those who can read enquiries or change the site, once it is at an address of its
 * own. Before that it runs on somebody's own machine.
 */
export function isSecondStepRequired(role: Role, publicUrl: string | undefined): boolean {
  return publicUrl !== undefined && role !== "trainer";
}

/** Whether a session may use the console now. */
export function consoleAccess(state: SecondStepState, now: Date): Access {
  if (!state.hasFactor) return state.isRequired ? "set-up" : "allowed";
  const { secondStepAt } = state;
  if (secondStepAt === null || ageMs(secondStepAt, now) >= SECOND_STEP_VALID_MS) return "second-step";
  return ageMs(state.consoleUsedAt ?? secondStepAt, now) >= IDLE_MS ? "second-step" : "allowed";
}

/** Whether a session may do what is sensitive. Who has no second step, and needs none, can't be asked for it. */
export function hasFreshSecondStep(state: SecondStepState, now: Date): boolean {
  if (consoleAccess(state, now) !== "allowed") return false;
  return !state.hasFactor || (state.secondStepAt !== null && ageMs(state.secondStepAt, now) < FRESH_MS);
}

function ageMs(moment: string, now: Date): number {
  return now.getTime() - new Date(moment).getTime();
}
