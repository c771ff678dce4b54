/** What a signed-in visitor can do with the account. None of it is allowed for the shared test account. */
import type { Transaction } from "kysely";
import { removeDeletedFromLog } from "../platform/deleted-content.server.ts";
import { logNames } from "../platform/log-names.server.ts";
import { removeMailFiles } from "../platform/mail.server.ts";
import { deleteMailOfUser } from "../platform/outbox.server.ts";
import { countAttempt, forgetAttempts, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { accountErased, accountExported, signInsEnded } from "./account-hooks.server.ts";
import { clearingCookies, type RateLimitProblem, readSavedShows, type Visit } from "./accounts.server.ts";
import { MAX_PASSWORD_LENGTH, type PasswordProblem } from "./credentials.ts";
import { hashPassword, PasswordsBusyError, verifyPassword } from "./password.server.ts";
import { findPasswordProblem } from "./password-policy.server.ts";
import { isJustSet, passwordChangedNotice, replacePassword } from "./password-reset.server.ts";
import { findSignIn } from "./session.server.ts";
import type { Visitor } from "./visitor.ts";

type ForTestAccount = { ok: false; code: "test-account" };
type WrongPassword = { ok: false; code: "wrong-password" };
type RateLimited = { ok: false; code: RateLimitProblem };

export type ChangePasswordOutcome =
  | { ok: true }
  | { ok: false; code: PasswordProblem }
  | WrongPassword
  | ForTestAccount
  | RateLimited;

export type SignOutEverywhereOutcome = { ok: true; setCookie: string[] } | ForTestAccount;

/** `last-owner`: the account is needed for the console. */
export type DeleteAccountOutcome =
  | { ok: true; setCookie: string[] }
  | { ok: false; code: "last-owner" }
  | WrongPassword
  | ForTestAccount
  | RateLimited;

export type ExportOutcome = { ok: true; data: AccountExport } | ForTestAccount;

/** All stored data about an account, as the visitor downloads it. Moments are ISO 8601 in UTC. */
export type AccountExport = Readonly<Record<string, unknown>> & {
  email: string;
  createdAt: string;
  /** Whether a link that was mailed to the address has been used. */
  addressConfirmed: boolean;
  savedClasses: string[];
  sessions: { signedInAt: string; endsAt: string }[];
  /**
   * The mails about the account, oldest first. `sentAt` is null while one waits to be sent; `text` is null for the link to
   * a new password, which is stored encrypted until it is sent, and not at all afterwards.
   */
  mails: { subject: string; text: string | null; writtenAt: string; sentAt: string | null }[];
};

/** Limits guesses of the password at a browser that was left signed in. */
const PASSWORD_CHECKS: RateLimit = { name: "password-check/account", max: 10, windowMs: 15 * 60_000 };

const FOR_TEST_ACCOUNT: ForTestAccount = { ok: false, code: "test-account" };

/**
 * Changes the password; the other browsers are signed out, this one is not, and a notice is mailed. The same form sent
 * twice succeeds twice.
 */
export async function changePassword(
  services: Services,
  visitor: Visitor,
  typed: { current: string; password: string },
  visit: Visit,
): Promise<ChangePasswordOutcome> {
  if (visitor.isTestAccount) return FOR_TEST_ACCOUNT;
  const problem = await findPasswordProblem(typed.password, visitor.email);
  if (problem !== undefined) return { ok: false, code: problem };
  const outcome = await replaceCurrentPassword(services, visitor, typed, visit);
  if (outcome.ok || outcome.code !== "wrong-password") return outcome;
  // Counted too: it reveals as much about the password as the check of the current one.
  if (!(await countAttempt(services, PASSWORD_CHECKS, visitor.id))) return { ok: false, code: "limited" };
  const isDone = await orBusy(() => isJustSet(services, visitor.id, typed.password));
  if (isDone === "busy") return { ok: false, code: "busy" };
  return isDone ? { ok: true } : outcome;
}

async function replaceCurrentPassword(
  services: Services,
  visitor: Visitor,
  typed: { current: string; password: string },
  visit: Visit,
): Promise<{ ok: true } | WrongPassword | RateLimited> {
  const checked = await checkCurrentPassword(services, visitor, typed.current, visit);
  if (!checked.ok) return checked;
  const hash = await orBusy(() => hashPassword(typed.password));
  if (hash === "busy") return { ok: false, code: "busy" };
  const currentSession = (await findSignIn(services, visit.request))?.id;
  const notice = await passwordChangedNotice(services);
  const done = await transact(services, async ({ transaction, queueMail }) => {
    // Only if it is still the password that was checked: another change at the same moment may have been first.
    const { numUpdatedRows } = await transaction
      .updateTable("accounts")
      .set({ updatedAt: services.now().toISOString() })
      .where("userId", "=", visitor.id)
      .where("password", "=", checked.hash)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await replacePassword(services, transaction, queueMail, { user: visitor, hash, notice, currentSession });
    return true;
  });
  if (!done) return { ok: false, code: "wrong-password" };
  services.log.info({ event: "password-changed" }, "changed a password");
  return { ok: true };
}

/** Ends every session of the visitor, this browser's too, and the address of the personal calendar, which each could read. */
export async function signOutEverywhere(
  services: Services,
  visitor: Visitor,
  request: Request,
): Promise<SignOutEverywhereOutcome> {
  if (visitor.isTestAccount) return FOR_TEST_ACCOUNT;
  await transact(services, async ({ transaction }) => {
    await transaction.deleteFrom("sessions").where("userId", "=", visitor.id).execute();
    await signInsEnded({ transaction }, visitor.id);
  });
  services.log.info({ event: "signed-out-everywhere" }, "ended all sessions of a visitor");
  return { ok: true, setCookie: await clearingCookies(services, request) };
}

/**
 * All that is stored about the account. Enquiries are not in it: nobody has proved that the address is theirs, and an
 * enquiry from it may be somebody else's.
 */
export async function exportAccount(services: Services, visitor: Visitor): Promise<ExportOutcome> {
  if (visitor.isTestAccount) return FOR_TEST_ACCOUNT;
  const user = await services.db
    .selectFrom("users")
    .select(["email", "createdAt", "emailVerified", "savedShows"])
    .where("id", "=", visitor.id)
    .executeTakeFirstOrThrow();
  const sessions = await services.db
    .selectFrom("sessions")
    .select(["createdAt", "expiresAt"])
    .where("userId", "=", visitor.id)
    .orderBy("createdAt")
    .execute();
  const mails = await services.db
    .selectFrom("outbox")
    .select(["subject", "body_text", "created_at", "sent_at", "expires_at"])
    .where("user_id", "=", visitor.id)
    .orderBy("created_at")
    .execute();
  return {
    ok: true,
    data: {
      email: user.email,
      createdAt: isoMoment(user.createdAt),
      addressConfirmed: Boolean(user.emailVerified),
      savedClasses: readSavedShows(user.savedShows),
      ...(await accountExported(services.db, visitor.id)),
      sessions: sessions.map((session) => ({
        signedInAt: isoMoment(session.createdAt),
        endsAt: isoMoment(session.expiresAt),
      })),
      mails: mails.map((mail) => ({
        subject: mail.subject,
        text: mail.expires_at === null ? mail.body_text : null,
        writtenAt: mail.created_at,
        sentAt: mail.sent_at,
      })),
    },
  };
}

/**
 * Deletes the account at once, with its sessions, its saved classes and the mails about it, those not yet sent as well;
 * coming bookings are cancelled, and the address may sign up again.
 * @param release what else the account is needed for, asked in the transaction; false when it can't go
 */
export async function deleteAccount(
  services: Services,
  visitor: Visitor,
  current: string,
  visit: Visit,
  release: (transaction: Transaction<Tables>) => Promise<boolean> = async () => true,
): Promise<DeleteAccountOutcome> {
  if (visitor.isTestAccount) return FOR_TEST_ACCOUNT;
  const checked = await checkCurrentPassword(services, visitor, current, visit);
  if (!checked.ok) return checked;
  const mails = await transact(
    services,
    async (change) => {
      const { transaction } = change;
      if (!(await release(transaction))) return undefined;
      await accountErased(change, visitor.id);
      // The rest goes with the row: its sessions, its password and a link that was mailed refer to it.
      await transaction.deleteFrom("users").where("id", "=", visitor.id).execute();
      // After the row: a mail that another transaction writes at the same moment is committed by now, or never will be.
      return deleteMailOfUser(transaction, visitor.id);
    },
    { lock: "timetable" },
  );
  if (mails === undefined) return { ok: false, code: "last-owner" };
  services.log.info({ event: "account-deleted" }, "deleted an account");
  await removeMailFiles(services, mails);
  await removeDeletedFromLog(services);
  return { ok: true, setCookie: await clearingCookies(services, visit.request) };
}

type CheckedPassword = { ok: true; hash: string } | WrongPassword | RateLimited;

async function checkCurrentPassword(
  services: Services,
  visitor: Visitor,
  typed: string,
  { clientAddress }: Visit,
): Promise<CheckedPassword> {
  const outcome = await tryCurrentPassword(services, visitor, typed);
  if (!outcome.ok) {
    const who = logNames(services, { email: visitor.email, clientAddress });
    services.log.info({ event: "password-refused", code: outcome.code, ...who }, "refused a current password");
  }
  return outcome;
}

async function tryCurrentPassword(services: Services, visitor: Visitor, typed: string): Promise<CheckedPassword> {
  const wrong = { ok: false, code: "wrong-password" } as const;
  if (typed === "" || typed.length > MAX_PASSWORD_LENGTH * 2) return wrong;
  if (!(await countAttempt(services, PASSWORD_CHECKS, visitor.id))) return { ok: false, code: "limited" };
  const account = await services.db
    .selectFrom("accounts")
    .select("password")
    .where("userId", "=", visitor.id)
    .where("providerId", "=", "credential")
    .executeTakeFirst();
  const hash = account?.password;
  if (hash === undefined || hash === null) return wrong;
  const isRight = await orBusy(() => verifyPassword(hash, typed));
  if (isRight === "busy") return { ok: false, code: "busy" };
  if (!isRight) return wrong;
  await forgetAttempts(services, PASSWORD_CHECKS, visitor.id);
  return { ok: true, hash };
}

async function orBusy<T>(work: () => Promise<T>): Promise<T | "busy"> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasswordsBusyError) return "busy";
    throw error;
  }
}

function isoMoment(stored: string | Date): string {
  return new Date(stored).toISOString();
}
