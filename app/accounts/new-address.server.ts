/** Changes an account's email address: requested with the password, confirmed by a link sent to the new address. */

import { findSingleEntry } from "../cms/entries.server.ts";
import { settingsType } from "../content-types/settings.ts";
import type { EmailAddressProblem } from "../forms/problems.ts";
import { siteOrigin, TEST_ACCOUNT } from "../platform/config.ts";
import { HOUR_MS, MINUTE_MS } from "../platform/durations.ts";
import { addressGroup, countAttempt, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import type { Visit } from "../request/request-context.ts";
import { addressChanged } from "./account-hooks.server.ts";
import {
  checkCurrentPassword,
  NEW_ADDRESS_MAIL_KIND,
  type PasswordCheckProblem,
  type RefusedAction,
  TEST_ACCOUNT_REFUSED,
} from "./account-settings.server.ts";
import { LINK_VALID_MINUTES } from "./credentials.ts";
import { addressChangedMail, addressInUseMail, newAddressMail } from "./messages.ts";
import {
  FORGOTTEN_PASSWORD_PATH,
  LINKS_PER_ACCOUNT,
  LINKS_PER_ADDRESS,
  revokeResetLink,
  SAME_REQUEST_MS,
  USED_UP,
} from "./password-reset.server.ts";
import { makeToken, tokenHash } from "./sign-in.server.ts";
import { hasAccount, readEmail } from "./sign-up-and-in.server.ts";
import type { Visitor } from "./visitor-context.ts";

/** The page that the link leads to, with the token as `?token=`. */
const CONFIRM_PATH = "/account/address/confirm";

/** Limits how many strangers one account can send email to. */
const NEW_ADDRESSES_PER_ACCOUNT: RateLimit = { name: "new-address/account", max: 5, windowMs: HOUR_MS };

/**
 * Emails a confirmation link to the new address; the account keeps the old one until it is opened. The outcome never
 * reveals whether the address is taken.
 */
export async function requestNewAddress(
  services: Services,
  visitor: Visitor,
  typed: { email: string; currentPassword: string },
  visit: Visit,
): Promise<
  { code: "done" } | RefusedAction<EmailAddressProblem | "address-same" | PasswordCheckProblem | "test-account">
> {
  if (visitor.isTestAccount) return TEST_ACCOUNT_REFUSED;
  const read = readEmail(typed.email);
  if (read.code !== "done") return read;
  if (read.email === visitor.email) return { code: "address-same" };
  const checked = await checkCurrentPassword(services, visitor, typed.currentPassword, visit);
  if (checked.code !== "done") return checked;
  if (
    !(await countAttempt(services, LINKS_PER_ADDRESS, addressGroup(visit.clientAddress))) ||
    !(await countAttempt(services, NEW_ADDRESSES_PER_ACCOUNT, visitor.id))
  ) {
    return { code: "limited" };
  }
  // Not returned: it would reveal that others ask for links to this address.
  if (await countAttempt(services, LINKS_PER_ACCOUNT, read.email)) await mailNewLink(services, visitor, read.email);
  services.log.info({ event: "new-address-requested" }, "requested a new address");
  return { code: "done" };
}

async function mailNewLink(services: Services, visitor: Visitor, email: string): Promise<void> {
  const token = makeToken();
  const expiresAt = new Date(services.now().getTime() + LINK_VALID_MINUTES * MINUTE_MS);
  const row = { email, token_hash: tokenHash(token), expires_at: expiresAt.toISOString() };
  const replaceableUntil = new Date(expiresAt.getTime() - SAME_REQUEST_MS).toISOString();
  // Read before the transaction, which holds SQLite's only connection.
  const { name } = await findSingleEntry(services, settingsType);
  const origin = siteOrigin(services.config);
  await transact(services, async ({ transaction, queueMail }) => {
    const written = await transaction
      .insertInto("new_addresses")
      .values({ user_id: visitor.id, ...row })
      .onConflict((conflict) =>
        conflict
          .column("user_id")
          .doUpdateSet(row)
          .where(({ eb, or }) =>
            or([eb("new_addresses.email", "<>", email), eb("new_addresses.expires_at", "<=", replaceableUntil)]),
          ),
      )
      .returning("user_id")
      .executeTakeFirst();
    if (written === undefined) return;
    const owner = await findByEmail(transaction, email);
    if (owner === undefined && email !== TEST_ACCOUNT.email) {
      const mail = newAddressMail(name, `${origin}${CONFIRM_PATH}?token=${token}`);
      await queueMail({ to: email, userId: visitor.id, kind: NEW_ADDRESS_MAIL_KIND, expiresAt, ...mail });
    } else if (owner !== undefined && email !== TEST_ACCOUNT.email) {
      // Stored for the address's owner, not the visitor, so that it is in the owner's download.
      await queueMail({
        to: email,
        userId: owner.id,
        ...addressInUseMail(name, `${origin}${FORGOTTEN_PASSWORD_PATH}`),
      });
    }
  });
}

type NewAddressProblem = "address-link-missing" | "address-link-expired" | "address-taken";

export async function findNewAddress(
  { db, now }: Services,
  visitor: Visitor,
  token: string,
): Promise<{ code: "done"; email: string } | RefusedAction<NewAddressProblem>> {
  if (token === "") return { code: "address-link-missing" };
  const pending = await db
    .selectFrom("new_addresses")
    .select("email")
    .where("token_hash", "=", tokenHash(token))
    .where("user_id", "=", visitor.id)
    .where("expires_at", ">", now().toISOString())
    .executeTakeFirst();
  return pending === undefined ? { code: "address-link-expired" } : { code: "done", email: pending.email };
}

/**
 * Changes the address, revokes a password link and notifies the old address. Only for the visitor who requested it,
 * as a mistyped address belongs to a stranger.
 */
export async function confirmNewAddress(
  services: Services,
  visitor: Visitor,
  token: string,
): Promise<{ code: "done" } | RefusedAction<NewAddressProblem>> {
  if (token === "") return { code: "address-link-missing" };
  const { name, phone } = await findSingleEntry(services, settingsType);
  const notice = addressChangedMail(name, phone);
  const pending = await services.db
    .selectFrom("new_addresses")
    .select("email")
    .where("token_hash", "=", tokenHash(token))
    .where("user_id", "=", visitor.id)
    .executeTakeFirst();
  if (pending === undefined) return { code: "address-link-expired" };
  try {
    const code = await transact(services, (change) => setAddress(change, visitor, { token, notice }));
    if (code !== undefined) return { code };
  } catch (error) {
    // A sign-up with the address at the same moment may have been first.
    if (await hasAccount(services, pending.email)) return { code: "address-taken" };
    throw error;
  }
  services.log.info({ event: "address-changed" }, "changed the address of an account");
  return { code: "done" };
}

async function setAddress(
  { transaction, at, queueMail }: Change,
  { id }: Visitor,
  { token, notice }: { token: string; notice: ReturnType<typeof addressChangedMail> },
): Promise<NewAddressProblem | undefined> {
  const user = await transaction.selectFrom("users").select("email").where("id", "=", id).executeTakeFirstOrThrow();
  const link = transaction.updateTable("new_addresses").where("token_hash", "=", tokenHash(token));
  const used = await link
    .set({ expires_at: USED_UP })
    .where("user_id", "=", id)
    .where("expires_at", ">", at.toISOString())
    .returning("email")
    .executeTakeFirst();
  if (used === undefined) {
    const alreadySet = await transaction
      .selectFrom("new_addresses")
      .innerJoin("users", (join) =>
        join.onRef("users.id", "=", "new_addresses.user_id").onRef("users.email", "=", "new_addresses.email"),
      )
      .select("users.id")
      .where("token_hash", "=", tokenHash(token))
      .executeTakeFirst();
    return alreadySet === undefined ? "address-link-expired" : undefined;
  }
  if ((await findByEmail(transaction, used.email)) !== undefined) return "address-taken";
  await transaction
    .updateTable("users")
    .set({ email: used.email, emailVerified: 1, updatedAt: at.toISOString() })
    .where("id", "=", id)
    .execute();
  await addressChanged({ transaction }, id);
  await revokeResetLink(transaction, id);
  await queueMail({ to: user.email, userId: id, ...notice });
  return undefined;
}

function findByEmail(transaction: Change["transaction"], email: string) {
  return transaction.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
}
