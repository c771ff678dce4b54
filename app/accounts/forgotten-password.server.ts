/** A forgotten password: a link by mail that works once, for half an hour, and the new password it leads to. */
import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { enqueueMail } from "../platform/outbox.server.ts";
import { addressGroup, countAttempt, forgetAttempts, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { passwordChangedMail, resetMail } from "./account-mail.ts";
import { type Refusal, SIGN_IN_PER_ACCOUNT, type Visit } from "./accounts.server.ts";
import { type EmailProblem, findPasswordProblem, type PasswordProblem, readEmail } from "./credentials.ts";
import { hashPassword, PasswordsBusyError } from "./password.server.ts";
import { tokenHash } from "./session-tokens.server.ts";
import { TEST_ACCOUNT } from "./test-account.ts";

/** Where a visitor asks for the link, and where it leads, with the token as `?token=`. */
export const FORGOTTEN_PASSWORD_PATH = "/forgot-password";
export const RESET_PASSWORD_PATH = "/reset-password";

const LINK_VALID_MINUTES = 30;
const HOUR_MS = 60 * 60_000;

/** Enough for a mail that went astray twice; more would fill somebody's mailbox. */
const LINKS_PER_ACCOUNT: RateLimit = { name: "forgotten-password/account", max: 3, windowMs: HOUR_MS };
const LINKS_PER_ADDRESS: RateLimit = { name: "forgotten-password/address", max: 60, windowMs: HOUR_MS };

export type RequestResetOutcome = { ok: true } | { ok: false; code: EmailProblem | "limited" };

export type ResetPasswordOutcome =
  | { ok: true }
  | { ok: false; field: "password"; code: PasswordProblem }
  | { ok: false; field: null; code: "link-expired" | Refusal };

/**
 * Mails the link to the account with this address, if there is one: the outcome doesn't tell. A new link takes the
 * place of the one before. The test account gets none.
 */
export async function requestPasswordReset(
  services: Services,
  typedEmail: string,
  visit: Visit,
): Promise<RequestResetOutcome> {
  const read = readEmail(typedEmail);
  if (!read.ok) return { ok: false, code: read.code };
  if (!(await countAttempt(services, LINKS_PER_ADDRESS, addressGroup(visit.clientAddress)))) {
    return { ok: false, code: "limited" };
  }
  // Counted for unknown addresses as well, and not told: otherwise the answer would differ.
  const mayHaveLink = await countAttempt(services, LINKS_PER_ACCOUNT, read.email);
  if (mayHaveLink && read.email !== TEST_ACCOUNT.email) await mailLink(services, read.email);
  services.log.info({ event: "password-link-requested" }, "took a request for a new password");
  return { ok: true };
}

async function mailLink(services: Services, email: string): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const row = {
    token_hash: tokenHash(token),
    expires_at: new Date(services.now().getTime() + LINK_VALID_MINUTES * 60_000).toISOString(),
  };
  await services.db.transaction().execute(async (transaction) => {
    const user = await transaction.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
    if (user === undefined) {
      // An unknown address costs a write to the disk too, so that the time doesn't tell what the answer hides.
      await transaction.updateTable("content_version").set({ id: 1 }).where("id", "=", 1).execute();
      return;
    }
    await transaction
      .insertInto("password_resets")
      .values({ user_id: user.id, ...row })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
      .execute();
    const link = `${siteAddress(services)}${RESET_PASSWORD_PATH}?token=${token}`;
    await enqueueMail(services, transaction, { to: email, ...resetMail(link, LINK_VALID_MINUTES) });
  });
}

/** Whether a link still works, for the page it leads to. */
export async function isResetTokenValid(services: Services, token: string): Promise<boolean> {
  return (await findTokenOwner(services, token)) !== undefined;
}

/**
 * Sets the new password: the link is used up, every session ends, and a notice is mailed, all of it or nothing. The
 * visitor then signs in.
 */
export async function resetPassword(
  services: Services,
  token: string,
  password: string,
): Promise<ResetPasswordOutcome> {
  const owner = await findTokenOwner(services, token);
  if (owner === undefined) return { ok: false, field: null, code: "link-expired" };
  const problem = findPasswordProblem(password, owner.email);
  if (problem !== undefined) return { ok: false, field: "password", code: problem };
  try {
    const hash = await hashPassword(password);
    const done = await services.db.transaction().execute(async (transaction) => {
      const used = await transaction
        .deleteFrom("password_resets")
        .where("token_hash", "=", tokenHash(token))
        .where("expires_at", ">", services.now().toISOString())
        .returning("user_id")
        .executeTakeFirst();
      if (used === undefined) return false;
      await replacePassword(services, transaction, { id: used.user_id, email: owner.email }, hash);
      return true;
    });
    if (!done) return { ok: false, field: null, code: "link-expired" };
    await forgetAttempts(services, SIGN_IN_PER_ACCOUNT, owner.email);
    services.log.info({ event: "password-reset" }, "set a new password by a mailed link");
    return { ok: true };
  } catch (error) {
    if (error instanceof PasswordsBusyError) return { ok: false, field: null, code: "busy" };
    throw error;
  }
}

/**
 * Stores a new password, ends the sessions, revokes a link that was mailed, and has the notice mailed, in the
 * transaction given.
 * @param keepSession the session that goes on: that of whoever changes her password while signed in
 */
export async function replacePassword(
  services: Services,
  transaction: Transaction<Tables>,
  user: { id: string; email: string },
  hash: string,
  keepSession = "",
): Promise<void> {
  await transaction
    .updateTable("accounts")
    .set({ password: hash, updatedAt: services.now().toISOString() })
    .where("userId", "=", user.id)
    .where("providerId", "=", "credential")
    .execute();
  await transaction.deleteFrom("sessions").where("userId", "=", user.id).where("id", "<>", keepSession).execute();
  await transaction.deleteFrom("password_resets").where("user_id", "=", user.id).execute();
  const notice = passwordChangedMail(`${siteAddress(services)}${FORGOTTEN_PASSWORD_PATH}`);
  await enqueueMail(services, transaction, { to: user.email, ...notice });
}

async function findTokenOwner(services: Services, token: string): Promise<{ id: string; email: string } | undefined> {
  return services.db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .select(["users.id", "users.email"])
    .where("token_hash", "=", tokenHash(token))
    .where("expires_at", ">", services.now().toISOString())
    .executeTakeFirst();
}

function siteAddress({ config }: Services): string {
  return config.publicUrl ?? `http://localhost:${config.port}`;
}
