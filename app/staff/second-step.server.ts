/** Two-step verification by app codes and recovery codes; passkeys have a module of their own. */
import { sql, type Transaction } from "kysely";
import { findSingleEntry } from "../cms/entries.server.ts";
import { settingsType } from "../content-types/settings.ts";
import { recordActivity } from "../platform/activity.server.ts";
import { DAY_MS, MINUTE_MS } from "../platform/durations.ts";
import { countAttempt, forgetAttempts, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import { type SecondStepChange, secondStepMail } from "./messages.ts";
import type { StaffOutcome, StaffProblem } from "./problems.ts";
import {
  areCodesOfLostSecret,
  consumeRecoveryCode,
  countRecoveryCodes,
  makeRecoveryCodes,
} from "./recovery-codes.server.ts";
import type { StaffMember, StaffSignIn } from "./roles.ts";
import { decryptSecret, encryptSecret, isAppKeyReadable } from "./stored-secrets.server.ts";
import { findTotpStep, makeTotpKey } from "./totp.server.ts";

type Limits = readonly [RateLimit, RateLimit];

/** Three guesses in a million are right: at fifty a day, one in about twenty years. */
const APP_CODES = limits("second-step/account");
/** Counted separately: guessing app codes doesn't lock the owner's recovery codes. */
const RECOVERY_CODES = limits("recovery-code/account");
/** By sign-in: attempts in one browser don't lock another. */
const SETUPS = limits("second-step-set-up/session");

/** An intruder who reads the mailbox must not get new guesses with each password reset. */
const RESETS_BY_PASSWORD: RateLimit = { name: "second-step-forgotten/account", max: 1, windowMs: DAY_MS };

function limits(name: string): Limits {
  return [
    { name, max: 10, windowMs: 15 * MINUTE_MS },
    { name: `${name}-day`, max: 50, windowMs: DAY_MS },
  ];
}

const SETUP_VALID_MS = 60 * MINUTE_MS;

/** Checks a typed code. The attempt is counted first, so that concurrent ones are too. @param check finds a problem */
async function tryCode(
  services: Services,
  limits: Limits,
  who: string,
  typed: string,
  check: () => Promise<StaffProblem | undefined>,
): Promise<StaffOutcome> {
  if (typed.trim() === "") return { code: "code-missing" };
  for (const limit of limits) {
    if (!(await countAttempt(services, limit, who))) return { code: "code-limited" };
  }
  const code = await check();
  return code === undefined ? { code: "done" } : { code };
}

async function forget(services: Services, counted: readonly RateLimit[], who: string): Promise<void> {
  for (const limit of counted) await forgetAttempts(services, limit, who);
}

/** Resets an account's attempts: its owner has verified, or a colleague has reset the verification. */
export async function resetAttempts(services: Services, userId: string): Promise<void> {
  await forget(services, [...APP_CODES, ...RECOVERY_CODES], userId);
}

export async function resetAttemptsAfterPasswordChange(services: Services, userId: string): Promise<void> {
  if (await countAttempt(services, RESETS_BY_PASSWORD, userId)) await resetAttempts(services, userId);
}

async function findAppKey({ db }: Pick<Services, "db">, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom("totp_keys").select("encrypted_key").where("user_id", "=", userId).executeTakeFirst();
  return row?.encrypted_key;
}

export async function hasApp(services: Pick<Services, "db">, userId: string): Promise<boolean> {
  return (await findAppKey(services, userId)) !== undefined;
}

/** An app's state; `lost`: its key can no longer be decrypted. */
export async function findAppState(services: Services, userId: string): Promise<"none" | "on" | "lost"> {
  const key = await findAppKey(services, userId);
  if (key === undefined) return "none";
  return isAppKeyReadable(services, userId, key) ? "on" : "lost";
}

/** Checks an app code, each used once (RFC 6238, section 5.2); a repeated form succeeds while it is current. */
export function checkAppCode(services: Services, signIn: StaffSignIn, typed: string): Promise<StaffOutcome> {
  return tryCode(services, APP_CODES, signIn.member.id, typed, async () => {
    const problem = await findAppCodeProblem(services, signIn, typed);
    if (problem === undefined) await resetAttempts(services, signIn.member.id);
    return problem;
  });
}

/** `code-used`: right, but used before. `key-unreadable`: the secret has changed, so no code can be checked. */
async function findAppCodeProblem(
  services: Services,
  { member: { id: userId }, signInId }: StaffSignIn,
  typed: string,
): Promise<"code-wrong" | "code-used" | "key-unreadable" | undefined> {
  const { db } = services;
  const encryptedKey = await findAppKey(services, userId);
  if (encryptedKey === undefined) return "code-wrong";
  const key = decryptSecret(services, "totp", userId, encryptedKey);
  if (key === undefined) return "key-unreadable";
  const step = findTotpStep(key, typed, services.now());
  if (step === undefined) return "code-wrong";
  // A single statement checks and stores, so concurrent forms can't share a code.
  const { numUpdatedRows } = await db
    .updateTable("totp_keys")
    .set({ last_step: step, last_session: signInId })
    .where("user_id", "=", userId)
    .where("encrypted_key", "=", encryptedKey)
    .where("last_step", "<", step)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return undefined;
  // A repeated form: this sign-in used the code, and no later one followed.
  const again = await db
    .selectFrom("totp_keys")
    .select("last_step")
    .where("user_id", "=", userId)
    .where("last_session", "=", signInId)
    .executeTakeFirst();
  return again?.last_step === step ? undefined : "code-used";
}

/** Checks a recovery code and uses it up; a notice is emailed. The same form sent twice succeeds twice. */
export function checkRecoveryCode(services: Services, signIn: StaffSignIn, typed: string): Promise<StaffOutcome> {
  const { member } = signIn;
  return tryCode(services, RECOVERY_CODES, member.id, typed, async () => {
    const left = (await countRecoveryCodes(services, member.id)) - 1;
    const use = async (change: Change, changed: () => Promise<void>) => {
      const used = await consumeRecoveryCode(change, signIn, typed);
      if (used === "used") await changed();
      return used;
    };
    const used = await changeSecondStep(services, member, "recovery-code-used", use, left);
    if (used === undefined) {
      return (await areCodesOfLostSecret(services, member.id)) ? "recovery-codes-lost" : "recovery-code-wrong";
    }
    await resetAttempts(services, member.id);
    return undefined;
  });
}

/** The key that this sign-in is setting up, in base32; the same for an hour. */
export async function findOrStartSetup(services: Services, signInId: string): Promise<string> {
  const started_at = services.now().toISOString();
  const oldest = new Date(services.now().getTime() - SETUP_VALID_MS).toISOString();
  const encrypted_key = encryptSecret(services, "totp", signInId, makeTotpKey());
  await services.db
    .insertInto("totp_setups")
    .values({ session_id: signInId, encrypted_key, started_at })
    .onConflict((conflict) =>
      conflict
        .column("session_id")
        .doUpdateSet({ encrypted_key, started_at })
        .where("totp_setups.started_at", "<=", oldest),
    )
    .execute();
  const key = await findSetup(services, signInId);
  if (key === undefined) throw new Error("The key of an authenticator app can't be read after it was stored");
  return key;
}

async function findSetup(services: Services, signInId: string): Promise<string | undefined> {
  const row = await services.db
    .selectFrom("totp_setups")
    .select("encrypted_key")
    .where("session_id", "=", signInId)
    .executeTakeFirst();
  return row && decryptSecret(services, "totp", signInId, row.encrypted_key);
}

/** Confirms a set-up after a correct code, replacing an earlier key. */
export function confirmSetup(services: Services, signIn: StaffSignIn, typed: string): Promise<StaffOutcome> {
  const { member, signInId } = signIn;
  return tryCode(services, SETUPS, signInId, typed, async () => {
    const key = await findSetup(services, signInId);
    // No key to confirm: the same form may have been sent twice, and the first confirmed it.
    if (key === undefined) return (await findAppCodeProblem(services, signIn, typed)) && "setup-expired";
    const step = findTotpStep(key, typed, services.now());
    if (step === undefined) return "code-wrong";
    const confirmed_at = services.now().toISOString();
    const encrypted_key = encryptSecret(services, "totp", member.id, key);
    const row = { encrypted_key, last_step: step, last_session: signInId, confirmed_at };
    await changeSecondStep(services, member, "app-added", async (change, changed) => {
      const { transaction } = change;
      await transaction
        .insertInto("totp_keys")
        .values({ user_id: member.id, ...row })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
        .execute();
      await transaction.deleteFrom("totp_setups").where("session_id", "=", signInId).execute();
      await afterFactorAdded(change, signIn);
      await changed();
    });
    await forget(services, SETUPS, signInId);
    return undefined;
  });
}

/** Makes other sign-ins verify again. The first factor adds recovery codes. */
export async function afterFactorAdded(change: Change, signIn: StaffSignIn): Promise<void> {
  const { member, signInId } = signIn;
  await endOtherSecondSteps(change.transaction, member.id, signInId);
  if ((await countRecoveryCodes({ db: change.transaction }, member.id)) === 0) await makeRecoveryCodes(change, signIn);
}

/** New recovery codes in place of all earlier ones; a notice is emailed. */
export async function renewRecoveryCodes(services: Services, signIn: StaffSignIn): Promise<void> {
  await changeSecondStep(services, signIn.member, "recovery-codes-made", async (change, changed) => {
    await makeRecoveryCodes(change, signIn);
    await changed();
  });
}

/** Removes a factor, idempotently; other sign-ins verify again. @param isRequired keeps the only factor */
export async function removeFactor(
  services: Services,
  { member, signInId }: StaffSignIn,
  factor: "app" | { passkey: string },
  isRequired: boolean,
): Promise<StaffOutcome> {
  const action = factor === "app" ? "app-removed" : "passkey-removed";
  return changeSecondStep(services, member, action, async ({ transaction }, changed) => {
    // Locks the factors, so that a concurrent removal sees what is left. An update, as SQLite has no read lock.
    await transaction.updateTable("staff").set({ name: sql`name` }).where("user_id", "=", member.id).execute();
    const app = await hasApp({ db: transaction }, member.id);
    const passkeys = await transaction.selectFrom("passkeys").select("id").where("user_id", "=", member.id).execute();
    const isThere = factor === "app" ? app : passkeys.some(({ id }) => id === factor.passkey);
    if (!isThere) return { code: "done" };
    if (isRequired && passkeys.length + Number(app) === 1) return { code: "last-factor" };
    await (factor === "app"
      ? transaction.deleteFrom("totp_keys").where("user_id", "=", member.id).execute()
      : transaction.deleteFrom("passkeys").where("id", "=", factor.passkey).where("user_id", "=", member.id).execute());
    await endOtherSecondSteps(transaction, member.id, signInId);
    await changed();
    return { code: "done" };
  });
}

/** Removes every factor of an account, in the transaction: the next sign-in has to set one up. */
export async function removeFactors(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction.deleteFrom("totp_keys").where("user_id", "=", userId).execute();
  await transaction.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await transaction.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await endOtherSecondSteps(transaction, userId);
}

/** Makes sign-ins other than `signInId` verify again, and discards what they were setting up. */
export async function endOtherSecondSteps(transaction: Transaction<Tables>, userId: string, signInId = "") {
  const others = transaction
    .selectFrom("sessions")
    .select("id")
    .where("userId", "=", userId)
    .where("id", "<>", signInId);
  await transaction.deleteFrom("totp_setups").where("session_id", "in", others).execute();
  await transaction.deleteFrom("passkey_challenges").where("session_id", "in", others).execute();
  await transaction.deleteFrom("shown_recovery_codes").where("session_id", "in", others).execute();
  await transaction
    .updateTable("sessions")
    .set({ secondStepAt: null, consoleUsedAt: null })
    .where("userId", "=", userId)
    .where("id", "<>", signInId)
    .execute();
}

/** Discards a set-up: a key or challenge shown to a sign-in's old token must not become a factor under the new one. */
export async function clearPendingSetup(transaction: Transaction<Tables>, signInId: string): Promise<void> {
  await transaction.deleteFrom("totp_setups").where("session_id", "=", signInId).execute();
  await transaction.deleteFrom("passkey_challenges").where("session_id", "=", signInId).execute();
}

/** Builds the email about a changed second step, before the transaction, which holds SQLite's only connection. */
export async function secondStepNotice(services: Services, change: SecondStepChange, codesLeft = 0) {
  const { name } = await findSingleEntry(services, settingsType);
  return secondStepMail(name, change, codesLeft);
}

/** Changes verification in a transaction, with log entry and notice. @param codesLeft after using a code */
export async function changeSecondStep<T>(
  services: Services,
  member: StaffMember,
  action: SecondStepChange,
  work: (change: Change, changed: () => Promise<void>) => Promise<T>,
  codesLeft?: number,
): Promise<T> {
  const notice = await secondStepNotice(services, action, codesLeft);
  const { id, name, email } = member;
  return transact(services, (change) =>
    work(change, async () => {
      await recordActivity(change.transaction, change.at, member, { type: "person", slug: id, label: name, action });
      await change.queueMail({ to: email, userId: id, ...notice });
    }),
  );
}
