/** The second step: codes of an authenticator app and recovery codes, checked, set up, reset. Passkeys are beside it. */
import { sql, type Transaction } from "kysely";
import { findSingleEntry } from "../cms/single-entries.server.ts";
import { settingsType } from "../content-types/settings.ts";
import { recordActivity } from "../platform/activity.server.ts";
import { countAttempt, forgetAttempts, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { type StaffMail, secondStepMail } from "./messages.ts";
import { consumeRecoveryCode, countRecoveryCodes, makeRecoveryCodes } from "./recovery-codes.server.ts";
import type { StaffMember } from "./staff-member.ts";
import { decryptTotpKey, encryptTotpKey } from "./stored-secrets.server.ts";
import { findTotpStep, makeTotpKey } from "./totp.server.ts";

/** A member of staff in one session: who proves something, and where. */
export type StaffSession = { member: StaffMember; sessionId: string };

/** `code-used`: right, but used before. `key-unreadable`: `SECRET` has changed, so no code can be checked. */
export type CodeProblem = "code-missing" | "code-wrong" | "code-used" | "code-limited" | "key-unreadable";

export type CodeOutcome = { ok: true } | { ok: false; code: CodeProblem };

/** `setup-expired`: there is no key to confirm, in this session. */
export type SetupOutcome = { ok: true } | { ok: false; code: CodeProblem | "setup-expired" };

const MINUTE_MS = 60_000;

/** So many tries in a quarter of an hour, and in a day. */
type Limits = readonly [RateLimit, RateLimit];

/**
 * Few mistype ten codes in a quarter of an hour; a guess is right with three in a million. Patience doesn't help either:
 * fifty a day are right in one of twenty years.
 */
const APP_CODES = limits("second-step/account");
/** Counted apart: somebody who knows the password and guesses codes of the app leaves the recovery codes to the account's owner. */
const RECOVERY_CODES = limits("recovery-code/account");
/** By session: nobody sets up an app for another browser, nor keeps its owner from doing so. */
const SETUPS = limits("second-step-set-up/session");

/** Somebody who reads the mailbox must not get new guesses with each new password. */
const FORGOTTEN_BY_PASSWORD: RateLimit = {
  name: "second-step-forgotten/account",
  max: 1,
  windowMs: 24 * 60 * MINUTE_MS,
};

function limits(name: string): Limits {
  return [
    { name, max: 10, windowMs: 15 * MINUTE_MS },
    { name: `${name}-day`, max: 50, windowMs: 24 * 60 * MINUTE_MS },
  ];
}

/** A key that was shown longer ago is replaced by another. */
const SETUP_VALID_MS = 60 * MINUTE_MS;

/** Counts one try before it is made, so that concurrent ones are counted too. @returns whether it is allowed */
async function countTry(services: Services, [inTime, inDay]: Limits, who: string): Promise<boolean> {
  return (await countAttempt(services, inTime, who)) && (await countAttempt(services, inDay, who));
}

async function forget(services: Services, counted: Limits, who: string): Promise<void> {
  for (const limit of counted) await forgetAttempts(services, limit, who);
}

/** Forgets the codes that were tried for an account: its owner has proved who they are, or a colleague has reset it. */
export async function forgetTries(services: Services, userId: string): Promise<void> {
  await forget(services, APP_CODES, userId);
  await forget(services, RECOVERY_CODES, userId);
}

/** The same after a new password, which ends the sessions that tried them; once a day. */
export async function forgetTriesAfterNewPassword(services: Services, userId: string): Promise<void> {
  if (await countAttempt(services, FORGOTTEN_BY_PASSWORD, userId)) await forgetTries(services, userId);
}

/** Whether an account has an authenticator app. */
export async function hasApp({ db }: { db: Services["db"] }, userId: string): Promise<boolean> {
  const row = await db.selectFrom("totp_keys").select("user_id").where("user_id", "=", userId).executeTakeFirst();
  return row !== undefined;
}

/**
 * Checks a code of the member's app. Each works once (RFC 6238, section 5.2); the same form sent twice by one session
 * succeeds twice, as long as the code is current.
 */
export async function checkAppCode(
  services: Services,
  { member, sessionId }: StaffSession,
  typed: string,
): Promise<CodeOutcome> {
  if (typed.trim() === "") return { ok: false, code: "code-missing" };
  if (!(await countTry(services, APP_CODES, member.id))) return { ok: false, code: "code-limited" };
  const problem = await findAppCodeProblem(services, member.id, sessionId, typed);
  if (problem !== undefined) return { ok: false, code: problem };
  await forgetTries(services, member.id);
  return { ok: true };
}

async function findAppCodeProblem(
  services: Services,
  userId: string,
  sessionId: string,
  typed: string,
): Promise<CodeProblem | undefined> {
  const { db } = services;
  const row = await db.selectFrom("totp_keys").select("encrypted_key").where("user_id", "=", userId).executeTakeFirst();
  if (row === undefined) return "code-wrong";
  const key = decryptTotpKey(services, userId, row.encrypted_key);
  if (key === undefined) return "key-unreadable";
  const step = findTotpStep(key, typed, services.now());
  if (step === undefined) return "code-wrong";
  // One statement checks and stores: of two concurrent forms with one code the second finds it used.
  const { numUpdatedRows } = await db
    .updateTable("totp_keys")
    .set({ last_step: step, last_session: sessionId })
    .where("user_id", "=", userId)
    .where("encrypted_key", "=", row.encrypted_key)
    .where("last_step", "<", step)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return undefined;
  return (await isSameForm(services, userId, sessionId, step)) ? undefined : "code-used";
}

/** Whether this session was the one that used the code of this step, and no later one has been used. */
async function isSameForm({ db }: Services, userId: string, sessionId: string, step: number): Promise<boolean> {
  const row = await db
    .selectFrom("totp_keys")
    .select("last_step")
    .where("user_id", "=", userId)
    .where("last_session", "=", sessionId)
    .executeTakeFirst();
  return row?.last_step === step;
}

/** Checks a recovery code and uses it up; a notice is mailed. The same form sent twice succeeds twice. */
export async function checkRecoveryCode(
  services: Services,
  { member, sessionId }: StaffSession,
  typed: string,
): Promise<CodeOutcome> {
  if (typed.trim() === "") return { ok: false, code: "code-missing" };
  if (!(await countTry(services, RECOVERY_CODES, member.id))) return { ok: false, code: "code-limited" };
  const left = (await countRecoveryCodes(services, member.id)) - 1;
  const notice = await noticeOf(services, "recovery-code-used", left);
  const outcome = await transact(services, async ({ transaction, queueMail }) => {
    const used = await consumeRecoveryCode(services, transaction, { userId: member.id, sessionId }, typed);
    if (used === "used") {
      await recordActivity(transaction, services.now(), member, {
        ...aboutOneself(member),
        action: "recovery-code-used",
      });
      await queueMail({ to: member.email, userId: member.id, ...notice });
    }
    return used;
  });
  if (outcome === undefined) return { ok: false, code: "code-wrong" };
  await forgetTries(services, member.id);
  return { ok: true };
}

/**
 * The key that a session is setting up, in base32: the same for an hour, so that the page can be loaded again. It is the
 * session's own; another one, of somebody who knows the password too, is shown another.
 */
export async function findOrStartSetup(services: Services, sessionId: string): Promise<string> {
  const started_at = services.now().toISOString();
  const oldest = new Date(services.now().getTime() - SETUP_VALID_MS).toISOString();
  const encrypted_key = encryptTotpKey(services, sessionId, makeTotpKey());
  await services.db
    .insertInto("totp_setups")
    .values({ session_id: sessionId, encrypted_key, started_at })
    .onConflict((conflict) =>
      conflict
        .column("session_id")
        .doUpdateSet({ encrypted_key, started_at })
        .where("totp_setups.started_at", "<=", oldest),
    )
    .execute();
  const key = await findSetup(services, sessionId);
  if (key === undefined) throw new Error("The key of an authenticator app can't be read after it was stored");
  return key;
}

async function findSetup(services: Services, sessionId: string): Promise<string | undefined> {
  const row = await services.db
    .selectFrom("totp_setups")
    .select("encrypted_key")
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  return row && decryptTotpKey(services, sessionId, row.encrypted_key);
}

/**
 * Makes the key of the session's set-up the member's, once the app has shown a right code for it, in place of an earlier
 * one. The first factor brings recovery codes. The other sessions need the second step again, and a notice is mailed.
 */
export async function confirmSetup(
  services: Services,
  { member, sessionId }: StaffSession,
  typed: string,
): Promise<SetupOutcome> {
  if (typed.trim() === "") return { ok: false, code: "code-missing" };
  if (!(await countTry(services, SETUPS, sessionId))) return { ok: false, code: "code-limited" };
  const key = await findSetup(services, sessionId);
  if (key === undefined) {
    // The same form, sent twice: the first one has confirmed it.
    const isDone = (await findAppCodeProblem(services, member.id, sessionId, typed)) === undefined;
    return isDone ? { ok: true } : { ok: false, code: "setup-expired" };
  }
  const step = findTotpStep(key, typed, services.now());
  if (step === undefined) return { ok: false, code: "code-wrong" };
  const confirmed_at = services.now().toISOString();
  const encrypted_key = encryptTotpKey(services, member.id, key);
  const row = { encrypted_key, last_step: step, last_session: sessionId, confirmed_at };
  const notice = await noticeOf(services, "app-added");
  await transact(services, async ({ transaction, queueMail }) => {
    await transaction
      .insertInto("totp_keys")
      .values({ user_id: member.id, ...row })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
      .execute();
    await transaction.deleteFrom("totp_setups").where("session_id", "=", sessionId).execute();
    await afterFactorAdded(services, transaction, { member, sessionId }, "app-added");
    await queueMail({ to: member.email, userId: member.id, ...notice });
  });
  await forget(services, SETUPS, sessionId);
  return { ok: true };
}

/** What follows every new factor, in its transaction. */
export async function afterFactorAdded(
  services: Services,
  transaction: Transaction<Tables>,
  { member, sessionId }: StaffSession,
  action: "app-added" | "passkey-added",
): Promise<void> {
  await endOtherSecondSteps(transaction, member.id, sessionId);
  await recordActivity(transaction, services.now(), member, { ...aboutOneself(member), action });
  const codes = await transaction
    .selectFrom("recovery_codes")
    .select("code_hash")
    .where("user_id", "=", member.id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (codes === undefined) await makeRecoveryCodes(services, transaction, { userId: member.id, sessionId });
}

/** New recovery codes in place of all earlier ones; a notice is mailed. */
export async function renewRecoveryCodes(services: Services, { member, sessionId }: StaffSession): Promise<void> {
  const notice = await noticeOf(services, "recovery-codes-made");
  await transact(services, async ({ transaction, queueMail }) => {
    await makeRecoveryCodes(services, transaction, { userId: member.id, sessionId });
    await recordActivity(transaction, services.now(), member, {
      ...aboutOneself(member),
      action: "recovery-codes-made",
    });
    await queueMail({ to: member.email, userId: member.id, ...notice });
  });
}

/**
 * Switches the member's app off; the other sessions need the second step again, and a notice is mailed.
 * @param isRequired whether they must have a factor: the only one stays then
 */
export async function removeApp(
  services: Services,
  { member, sessionId }: StaffSession,
  isRequired: boolean,
): Promise<{ ok: true } | { ok: false; code: "last-factor" }> {
  const notice = await noticeOf(services, "app-removed");
  return transact(services, async ({ transaction, queueMail }) => {
    await lockFactors(transaction, member.id);
    const { numDeletedRows } = await transaction
      .deleteFrom("totp_keys")
      .where("user_id", "=", member.id)
      .$if(isRequired, (query) =>
        query.where(({ exists, selectFrom }) =>
          exists(selectFrom("passkeys").select("passkeys.id").where("passkeys.user_id", "=", member.id)),
        ),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) {
      // Either the condition held it back, or it had gone before: the same form sent twice.
      return (await hasApp({ db: transaction }, member.id)) ? { ok: false, code: "last-factor" } : { ok: true };
    }
    await endOtherSecondSteps(transaction, member.id, sessionId);
    await recordActivity(transaction, services.now(), member, { ...aboutOneself(member), action: "app-removed" });
    await queueMail({ to: member.email, userId: member.id, ...notice });
    return { ok: true };
  });
}

/**
 * Holds a member's factors until the transaction ends: of two that remove one at the same moment the second sees what the
 * first has left. An update, because SQLite has no lock for reading.
 */
export async function lockFactors(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction.updateTable("staff").set({ name: sql`name` }).where("user_id", "=", userId).execute();
}

/** Removes every factor of an account, in the transaction: its next second step is to set one up. */
export async function removeFactors(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction.deleteFrom("totp_keys").where("user_id", "=", userId).execute();
  await transaction.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await transaction.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await endOtherSecondSteps(transaction, userId);
}

/**
 * The other sessions of an account need the second step again, and lose what they were setting up.
 * @param sessionId the session that goes on, if any
 */
export async function endOtherSecondSteps(
  transaction: Transaction<Tables>,
  userId: string,
  sessionId = "",
): Promise<void> {
  const others = transaction
    .selectFrom("sessions")
    .select("id")
    .where("userId", "=", userId)
    .where("id", "<>", sessionId);
  await transaction.deleteFrom("totp_setups").where("session_id", "in", others).execute();
  await transaction.deleteFrom("passkey_challenges").where("session_id", "in", others).execute();
  await transaction.deleteFrom("shown_recovery_codes").where("session_id", "in", others).execute();
  await transaction
    .updateTable("sessions")
    .set({ secondStepAt: null, consoleUsedAt: null })
    .where("userId", "=", userId)
    .where("id", "<>", sessionId)
    .execute();
}

/**
 * Ends what a session was setting up, in the transaction: a key and a challenge that its old token was shown must not become
 * a factor under the new one.
 */
export async function endPending(transaction: Transaction<Tables>, sessionId: string): Promise<void> {
  await transaction.deleteFrom("totp_setups").where("session_id", "=", sessionId).execute();
  await transaction.deleteFrom("passkey_challenges").where("session_id", "=", sessionId).execute();
}

/** The mail about a change of a member's second step. Made before the transaction, which has SQLite's one connection. */
export async function noticeOf(
  services: Services,
  change: Parameters<typeof secondStepMail>[1],
  left = 0,
): Promise<StaffMail> {
  const { name } = await findSingleEntry(services, settingsType);
  return secondStepMail(name, change, left);
}

/** What an entry of the log says about an act that concerns the member who does it. */
export function aboutOneself({ id, name }: StaffMember): { type: string; slug: string; label: string } {
  return { type: "person", slug: id, label: name };
}
