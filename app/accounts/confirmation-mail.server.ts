/** The email with the link that confirms an address, at sign-up and on request. */
import { sql } from "kysely";
import { findSingleEntry } from "../cms/entries.server.ts";
import { settingsType } from "../content-types/settings.ts";
import { DAY_MS, HOUR_MS } from "../platform/durations.ts";
import { addressGroup, countAttempt, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import type { Visit } from "../request/request-context.ts";
import { type RefusedAction, TEST_ACCOUNT_REFUSED } from "./account-settings.server.ts";
import { confirmationUrl } from "./address-confirmation.server.ts";
import type { RateLimitProblem } from "./credentials.ts";
import { confirmationMail } from "./messages.ts";
import { LINKS_PER_ADDRESS, SAME_REQUEST_MS } from "./password-reset.server.ts";
import type { Visitor } from "./visitor-context.ts";

export const CONFIRMATIONS_PER_HOUR = 3;

/** Counted by address, so that nobody fills a mailbox by creating and deleting accounts. */
const CONFIRMATIONS_PER_EMAIL: RateLimit = {
  name: "confirmation/email",
  max: CONFIRMATIONS_PER_HOUR,
  windowMs: HOUR_MS,
};

/** A form that is sent again within a minute, by a double click or a lost connection, sends no second email. */
const SAME_CONFIRMATION: RateLimit = { name: "confirmation/again", max: 1, windowMs: SAME_REQUEST_MS };

/** An undelivered email is discarded, not reported to the desk: the account page offers to send another. */
const DISCARD_AFTER_MS = 2 * DAY_MS;

/** Emails the link again. The outcome is the same whether an email is sent or not. */
export async function requestConfirmation(
  services: Services,
  visitor: Visitor,
  { clientAddress }: Visit,
): Promise<{ code: "done" } | RefusedAction<"test-account" | RateLimitProblem>> {
  if (visitor.isTestAccount) return TEST_ACCOUNT_REFUSED;
  if (!(await countAttempt(services, LINKS_PER_ADDRESS, addressGroup(clientAddress)))) {
    return { code: "limited" };
  }
  await mailConfirmation(services, visitor.id);
  services.log.info({ event: "confirmation-requested" }, "requested an address confirmation");
  return { code: "done" };
}

/** Emails the link to an account's address, unless the address is confirmed or has had too many emails. */
export async function mailConfirmation(services: Services, userId: string): Promise<void> {
  const { db } = services;
  const user = await db
    .selectFrom("users")
    .select(["email", "emailVerified"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (user === undefined || user.emailVerified) return;
  if (!(await countAttempt(services, SAME_CONFIRMATION, `${userId} ${user.email}`))) return;
  if (!(await countAttempt(services, CONFIRMATIONS_PER_EMAIL, user.email))) return;
  // Read before the transaction, which holds SQLite's only connection.
  const { name } = await findSingleEntry(services, settingsType);
  await transact(services, async ({ transaction, at, queueMail }) => {
    // Changes nothing, but takes the row's lock: an account deleted at the same moment leaves no email.
    const recipient = await transaction
      .updateTable("users")
      .set({ name: sql`name` })
      .where("id", "=", userId)
      .where("email", "=", user.email)
      .returning(["id", "email"])
      .executeTakeFirst();
    if (recipient === undefined) return;
    await queueMail({
      to: recipient.email,
      userId,
      kind: "account-confirmation",
      discardAfter: new Date(at.getTime() + DISCARD_AFTER_MS),
      ...confirmationMail(name, confirmationUrl(services, recipient)),
    });
  });
}
