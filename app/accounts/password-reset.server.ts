/** Password resets: an emailed link that works once, for half an hour, and the new password set with it. */

import { findSingleEntry } from "../cms/entries.server.ts";
import { settingsType } from "../content-types/settings.ts";
import { siteOrigin, TEST_ACCOUNT } from "../platform/config.ts";
import { HOUR_MS, MINUTE_MS } from "../platform/durations.ts";
import { addressGroup, countAttempt, forgetAttempts, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import type { Visit } from "../request/request-context.ts";
import { passwordChosen, signInsEnded } from "./account-hooks.server.ts";
import {
  type EmailProblem,
  LINK_VALID_MINUTES,
  type LinkProblem,
  type PasswordProblem,
  type RateLimitProblem,
} from "./credentials.ts";
import { type AccountMail, passwordChangedMail, resetMail } from "./messages.ts";
import { findPasswordHash, hashPassword, orBusy, verifyPassword } from "./password.server.ts";
import { findPasswordProblem } from "./password-policy.server.ts";
import { type SignInIntent, withSignInIntent } from "./return-to.ts";
import { makeToken, tokenHash } from "./sign-in.server.ts";
import { readEmail, SIGN_IN_PER_ACCOUNT } from "./sign-up-and-in.server.ts";

/** The page that requests the link, and the page it leads to, with the token as `?token=`. */
export const FORGOTTEN_PASSWORD_PATH = "/forgot-password";
export const RESET_PASSWORD_PATH = "/reset-password";

const BOOKINGS_PATH = "/account/bookings";

/** A form that is sent again within this time, by a double click or a lost connection, requests no second link. */
export const SAME_REQUEST_MS = MINUTE_MS;

/** A form that set a new password and is sent again within this time succeeds again. */
const SAME_CHANGE_MS = 10 * MINUTE_MS;

/** Enough for an email that was lost twice. Links that confirm a new address count too. */
export const LINKS_PER_ACCOUNT: RateLimit = { name: "forgotten-password/account", max: 3, windowMs: HOUR_MS };
export const LINKS_PER_ADDRESS: RateLimit = { name: "forgotten-password/address", max: 60, windowMs: HOUR_MS };

/** An expiry that is in the past for every concurrent use of the link. */
export const USED_UP = new Date(0).toISOString();

const REPEATS_PER_ACCOUNT: RateLimit = { name: "reset-again/account", max: 10, windowMs: HOUR_MS };

/**
 * Emails a password link to the account with this address; the outcome never reveals whether there is one.
 * @param intent destination after the reset
 */
export async function requestPasswordReset(
  services: Services,
  typedEmail: string,
  visit: Visit,
  intent: SignInIntent = { next: undefined, save: undefined },
): Promise<{ code: "done" } | { code: EmailProblem | "limited" }> {
  const read = readEmail(typedEmail);
  if (read.code !== "done") return read;
  if (!(await countAttempt(services, LINKS_PER_ADDRESS, addressGroup(visit.clientAddress)))) {
    return { code: "limited" };
  }
  // Unknown addresses are counted too, and the limit isn't reported: a different response would reveal accounts.
  const isWithinLimit = await countAttempt(services, LINKS_PER_ACCOUNT, read.email);
  if (isWithinLimit && read.email !== TEST_ACCOUNT.email) await mailLink(services, read.email, intent);
  services.log.info({ event: "password-link-requested" }, "requested a new password");
  return { code: "done" };
}

async function mailLink(services: Services, email: string, intent: SignInIntent): Promise<void> {
  const token = makeToken();
  const expiresAt = services.now().getTime() + LINK_VALID_MINUTES * MINUTE_MS;
  const row = { token_hash: tokenHash(token), expires_at: new Date(expiresAt).toISOString() };
  const replaceableUntil = new Date(expiresAt - SAME_REQUEST_MS).toISOString();
  // Read before the transaction, which holds SQLite's only connection.
  const { name } = await findSingleEntry(services, settingsType);
  await transact(services, async ({ transaction, queueMail }) => {
    const user = await transaction.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
    const isNew =
      user !== undefined &&
      (await transaction
        .insertInto("password_resets")
        .values({ user_id: user.id, ...row })
        .onConflict((conflict) =>
          conflict.column("user_id").doUpdateSet(row).where("password_resets.expires_at", "<=", replaceableUntil),
        )
        .returning("user_id")
        .executeTakeFirst()) !== undefined;
    if (!isNew) {
      // Also writes to the disk, so that the response time doesn't reveal what the response hides.
      await transaction.updateTable("content_version").set({ id: 1 }).where("id", "=", 1).execute();
      return;
    }
    const link = siteOrigin(services.config) + withSignInIntent(`${RESET_PASSWORD_PATH}?token=${token}`, intent);
    await queueMail({ to: email, userId: user.id, expiresAt: new Date(expiresAt), ...resetMail(name, link) });
  });
}

/**
 * The problem of a link, for the page it leads to; undefined when it works.
 * @param token empty when the address has none
 */
export async function findLinkProblem(services: Services, token: string): Promise<LinkProblem | undefined> {
  if (token === "") return "link-missing";
  return (await findTokenOwner(services, token))?.isExpired === false ? undefined : "link-expired";
}

/**
 * Sets the new password: uses up the link, ends every sign-in and queues a notice. The same form sent twice succeeds
 * twice.
 */
export async function resetPassword(
  services: Services,
  token: string,
  password: string,
): Promise<{ code: "done" } | { code: PasswordProblem | LinkProblem | RateLimitProblem }> {
  if (token === "") return { code: "link-missing" };
  const owner = await findTokenOwner(services, token);
  if (owner === undefined) return { code: "link-expired" };
  const problem = await findPasswordProblem(password, owner.email);
  if (problem !== undefined) return { code: problem };
  return orBusy(async () => {
    if (!owner.isExpired && (await setPasswordByLink(services, owner, token, password))) {
      await forgetAttempts(services, SIGN_IN_PER_ACCOUNT, owner.email);
      services.log.info({ event: "password-reset" }, "set a new password with an emailed link");
      await passwordChosen(services, owner.id);
      return { code: "done" };
    }
    if (!(await countAttempt(services, REPEATS_PER_ACCOUNT, owner.email))) return { code: "limited" };
    return (await wasJustSet(services, owner.id, password)) ? { code: "done" } : { code: "link-expired" };
  });
}

/** Sets the password if the link still works. @returns whether it did */
async function setPasswordByLink(services: Services, owner: Owner, token: string, password: string): Promise<boolean> {
  const hash = await hashPassword(password);
  const notice = await passwordChangedNotice(services);
  return transact(services, async (change) => {
    const { transaction } = change;
    const used = await transaction
      .updateTable("password_resets")
      .set({ expires_at: USED_UP })
      .where("token_hash", "=", tokenHash(token))
      .where("expires_at", ">", change.at.toISOString())
      .returning("user_id")
      .executeTakeFirst();
    if (used === undefined) return false;
    await replacePassword(change, { user: owner, hash, notice });
    // Using the emailed link confirms the address.
    await transaction.updateTable("users").set({ emailVerified: 1 }).where("id", "=", owner.id).execute();
    return true;
  });
}

/** Whether the same form, sent twice, has just set this password. @throws PasswordsBusyError */
export async function wasJustSet(services: Services, userId: string, password: string): Promise<boolean> {
  const stored = await findPasswordHash(services, userId);
  if (stored === undefined || stored.storedAt.getTime() < services.now().getTime() - SAME_CHANGE_MS) return false;
  return verifyPassword(stored.hash, password);
}

/** Builds the notice about a changed password, before the transaction, which holds SQLite's only connection. */
export async function passwordChangedNotice(services: Services): Promise<AccountMail> {
  const { name } = await findSingleEntry(services, settingsType);
  const origin = siteOrigin(services.config);
  return passwordChangedMail(name, {
    forgottenPassword: `${origin}${FORGOTTEN_PASSWORD_PATH}`,
    bookings: `${origin}${BOOKINGS_PATH}`,
  });
}

type Owner = { id: string; email: string };

/** `currentSignIn`: the sign-in that is kept, if any. */
type PasswordChange = { user: Owner; hash: string; notice: AccountMail; currentSignIn?: string | undefined };

/**
 * Stores a new password, ends other sign-ins and the calendar address, revokes a password link and queues the notice.
 */
export async function replacePassword(
  { transaction, at, queueMail }: Change,
  { user, hash, notice, currentSignIn = "" }: PasswordChange,
): Promise<void> {
  await transaction
    .updateTable("accounts")
    .set({ password: hash, updatedAt: at.toISOString() })
    .where("userId", "=", user.id)
    .where("providerId", "=", "credential")
    .execute();
  await transaction.deleteFrom("sessions").where("userId", "=", user.id).where("id", "<>", currentSignIn).execute();
  await revokeResetLink(transaction, user.id);
  // Revokes a requested change of address: an intruder with the old password may have requested it.
  await transaction.updateTable("new_addresses").set({ expires_at: USED_UP }).where("user_id", "=", user.id).execute();
  await signInsEnded({ transaction }, user.id);
  await queueMail({ to: user.email, userId: user.id, ...notice });
}

export async function revokeResetLink(transaction: Change["transaction"], userId: string): Promise<void> {
  await transaction.updateTable("password_resets").set({ expires_at: USED_UP }).where("user_id", "=", userId).execute();
}

/** The owner of a link. Expired, used and revoked links are found until the clean-up job deletes them. */
async function findTokenOwner(
  services: Services,
  token: string,
): Promise<(Owner & { isExpired: boolean }) | undefined> {
  const account = await services.db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .select(["users.id", "users.email", "expires_at"])
    .where("token_hash", "=", tokenHash(token))
    .executeTakeFirst();
  if (account === undefined) return undefined;
  const { id, email, expires_at } = account;
  return { id, email, isExpired: expires_at <= services.now().toISOString() };
}
