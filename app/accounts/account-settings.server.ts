/** Actions of signed-in visitors on their own accounts. The shared test account can't use them. */

import { removeDeletedFromLog } from "../platform/deleted-content.server.ts";
import { logNames } from "../platform/log.server.ts";
import { removeMailFiles } from "../platform/mail.server.ts";
import { deleteMailAbout } from "../platform/outbox.server.ts";
import { countAttempt, forgetAttempts, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import type { Visit } from "../request/request-context.ts";
import { accountExported, beforeAccountErased, passwordChosen, signInsEnded } from "./account-hooks.server.ts";
import { withoutConfirmationKey } from "./address-confirmation.server.ts";
import { MAX_PASSWORD_LENGTH, type PasswordProblem, type RateLimitProblem } from "./credentials.ts";
import { findPasswordHash, hashPassword, orBusy, verifyPassword } from "./password.server.ts";
import { findPasswordProblem } from "./password-policy.server.ts";
import { passwordChangedNotice, replacePassword, wasJustSet } from "./password-reset.server.ts";
import { findSignIn } from "./sign-in.server.ts";
import { clearingCookies } from "./sign-up-and-in.server.ts";
import type { Visitor } from "./visitor-context.ts";

export type RefusedAction<Code> = { code: Code };

export type PasswordCheckProblem = "wrong-password" | RateLimitProblem;

const PASSWORD_CHECKS: RateLimit = { name: "password-check/account", max: 10, windowMs: 15 * 60_000 };

export const NEW_ADDRESS_MAIL_KIND = "account-new-address";

export const TEST_ACCOUNT_REFUSED: RefusedAction<"test-account"> = { code: "test-account" };

/**
 * Changes the password; the other browsers are signed out, this one is not, and a notice is emailed. The same form sent
 * twice succeeds twice.
 */
export async function changePassword(
  services: Services,
  visitor: Visitor,
  typed: { currentPassword: string; password: string },
  visit: Visit,
): Promise<{ code: "done" } | RefusedAction<PasswordProblem | PasswordCheckProblem | "test-account">> {
  if (visitor.isTestAccount) return TEST_ACCOUNT_REFUSED;
  const problem = await findPasswordProblem(typed.password, visitor.email);
  if (problem !== undefined) return { code: problem };
  const outcome = await orBusy(() => replaceCurrentPassword(services, visitor, typed, visit));
  if (outcome.code !== "wrong-password") return outcome;
  // This check is counted too: it reveals as much as checking the current password.
  if (!(await countAttempt(services, PASSWORD_CHECKS, visitor.id))) return { code: "limited" };
  return orBusy(async () => ((await wasJustSet(services, visitor.id, typed.password)) ? { code: "done" } : outcome));
}

async function replaceCurrentPassword(
  services: Services,
  visitor: Visitor,
  typed: { currentPassword: string; password: string },
  visit: Visit,
): Promise<{ code: "done" } | RefusedAction<PasswordCheckProblem>> {
  const checked = await checkCurrentPassword(services, visitor, typed.currentPassword, visit);
  if (checked.code !== "done") return checked;
  const hash = await hashPassword(typed.password);
  const currentSignIn = (await findSignIn(services, visit.request))?.id;
  const notice = await passwordChangedNotice(services);
  const isReplaced = await transact(services, async (change) => {
    // Only if the stored password is still the checked one: a concurrent change may have been first.
    const { numUpdatedRows } = await change.transaction
      .updateTable("accounts")
      .set({ updatedAt: change.at.toISOString() })
      .where("userId", "=", visitor.id)
      .where("password", "=", checked.hash)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await replacePassword(change, { user: visitor, hash, notice, currentSignIn });
    return true;
  });
  if (!isReplaced) return { code: "wrong-password" };
  services.log.info({ event: "password-changed" }, "changed a password");
  await passwordChosen(services, visitor.id);
  return { code: "done" };
}

/** Ends all of a visitor's sign-ins, this browser's included, and revokes the personal calendar address. */
export async function signOutEverywhere(
  services: Services,
  visitor: Visitor,
  request: Request,
): Promise<{ code: "done"; setCookie: string[] } | RefusedAction<"test-account">> {
  if (visitor.isTestAccount) return TEST_ACCOUNT_REFUSED;
  await transact(services, async ({ transaction }) => {
    await transaction.deleteFrom("sessions").where("userId", "=", visitor.id).execute();
    await signInsEnded({ transaction }, visitor.id);
  });
  services.log.info({ event: "signed-out-everywhere" }, "ended all sign-ins of a visitor");
  return { code: "done", setCookie: await clearingCookies(services, request) };
}

/**
 * Exports the stored data of an account, with times in UTC. Enquiries are left out, because their addresses are
 * unverified.
 */
export async function exportAccount(services: Services, visitor: Visitor) {
  if (visitor.isTestAccount) return TEST_ACCOUNT_REFUSED;
  const user = await services.db
    .selectFrom("users")
    .select(["email", "createdAt", "emailVerified", "savedShows"])
    .where("id", "=", visitor.id)
    .executeTakeFirstOrThrow();
  const signIns = await services.db
    .selectFrom("sessions")
    .select(["createdAt", "expiresAt", "device", "usedOn"])
    .where("userId", "=", visitor.id)
    .orderBy("createdAt")
    .execute();
  const mails = await services.db
    .selectFrom("outbox")
    .select(["subject", "body_text", "created_at", "sent_at", "expires_at"])
    .where("user_id", "=", visitor.id)
    // Left out: the download would reveal whether the address has an account.
    .where("kind", "<>", NEW_ADDRESS_MAIL_KIND)
    .orderBy("created_at")
    .execute();
  const newAddress = await services.db
    .selectFrom("new_addresses")
    .select(["email", "expires_at"])
    .where("user_id", "=", visitor.id)
    .where("expires_at", ">", services.now().toISOString())
    .executeTakeFirst();
  return {
    code: "done" as const,
    data: {
      email: user.email,
      createdAt: isoMoment(user.createdAt),
      addressConfirmed: Boolean(user.emailVerified),
      newAddress: newAddress === undefined ? null : { email: newAddress.email, linkEndsAt: newAddress.expires_at },
      savedClasses: JSON.parse(user.savedShows) as string[],
      ...(await accountExported(services.db, visitor.id)),
      sessions: signIns.map(({ createdAt, expiresAt, device, usedOn }) => ({
        signedInAt: isoMoment(createdAt),
        endsAt: isoMoment(expiresAt),
        device,
        lastUsedOn: usedOn,
      })),
      // Oldest first. `sentAt` is null while an email is pending.
      mails: mails.map((mail) => ({
        subject: mail.subject,
        // Null for a password reset link, which is stored encrypted until it is sent, and then deleted.
        text: mail.expires_at === null ? withoutConfirmationKey(services, visitor, mail.body_text) : null,
        writtenAt: mail.created_at,
        sentAt: mail.sent_at,
      })),
    },
  };
}

/**
 * Deletes the account with its sign-ins, saved classes and emails, and cancels upcoming bookings.
 * @returns `last-owner` for the console's only owner
 */
export async function deleteAccount(
  services: Services,
  visitor: Visitor,
  currentPassword: string,
  visit: Visit,
): Promise<
  { code: "done"; setCookie: string[] } | RefusedAction<"last-owner" | PasswordCheckProblem | "test-account">
> {
  if (visitor.isTestAccount) return TEST_ACCOUNT_REFUSED;
  const checked = await checkCurrentPassword(services, visitor, currentPassword, visit);
  if (checked.code !== "done") return checked;
  const mails = await transact(services, (change) => deleteAccountWithin(change, visitor.id), { lock: "timetable" });
  if (mails === undefined) return { code: "last-owner" };
  services.log.info({ event: "account-deleted" }, "deleted an account");
  await removeMailFiles(services, mails);
  await removeDeletedFromLog(services);
  return { code: "done", setCookie: await clearingCookies(services, visit.request) };
}

/**
 * Deletes an account in a transaction with the timetable's lock.
 * @returns the ids of its emails for `removeMailFiles`; undefined for the console's only owner
 */
export async function deleteAccountWithin(change: Change, userId: string): Promise<string[] | undefined> {
  const { transaction } = change;
  if (!(await beforeAccountErased(change, userId))) return undefined;
  // Cascades to the sign-ins, the password and emailed links.
  await transaction.deleteFrom("users").where("id", "=", userId).execute();
  // After the row: a concurrent transaction's email is either committed now or never will be.
  return deleteMailAbout(transaction, "user_id", [userId]);
}

type CheckedPassword = { code: "done"; hash: string } | RefusedAction<PasswordCheckProblem>;

/** Checks the current password before a sensitive action. Attempts are counted, and refusals logged. */
export async function checkCurrentPassword(
  services: Services,
  visitor: Visitor,
  typed: string,
  { clientAddress }: Visit,
): Promise<CheckedPassword> {
  const outcome = await orBusy(() => tryCurrentPassword(services, visitor, typed));
  if (outcome.code !== "done") {
    const who = logNames(services, { email: visitor.email, clientAddress });
    services.log.info({ event: "password-refused", code: outcome.code, ...who }, "refused a current password");
  }
  return outcome;
}

async function tryCurrentPassword(services: Services, visitor: Visitor, typed: string): Promise<CheckedPassword> {
  const wrong = { code: "wrong-password" } as const;
  if (typed === "" || typed.length > MAX_PASSWORD_LENGTH * 2) return wrong;
  if (!(await countAttempt(services, PASSWORD_CHECKS, visitor.id))) return { code: "limited" };
  const hash = (await findPasswordHash(services, visitor.id))?.hash;
  if (hash === undefined || !(await verifyPassword(hash, typed))) return wrong;
  await forgetAttempts(services, PASSWORD_CHECKS, visitor.id);
  return { code: "done", hash };
}

function isoMoment(stored: string | Date): string {
  return new Date(stored).toISOString();
}
