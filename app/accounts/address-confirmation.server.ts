/** Confirms an account's address by a link in several emails: anybody can sign up with a stranger's address. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { findSingleEntry } from "../cms/entries.server.ts";
import { settingsType } from "../content-types/settings.ts";
import { acceptedSecrets, siteOrigin } from "../platform/config.ts";
import { DAY_MS, HOUR_MS } from "../platform/durations.ts";
import { addressGroup, countAttempt, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import type { Visit } from "../request/request-context.ts";
import { type RefusedAction, TEST_ACCOUNT_REFUSED } from "./account-settings.server.ts";
import type { RateLimitProblem } from "./credentials.ts";
import { confirmationMail } from "./messages.ts";
import { LINKS_PER_ADDRESS, SAME_REQUEST_MS } from "./password-reset.server.ts";
import type { Visitor } from "./visitor-context.ts";

type AccountAddress = { id: string; email: string };

/** The page that the link leads to, with the key as `?key=`. */
const CONFIRMATION_PATH = "/confirm-address";

/** An account's id, with a keyed hash of the id and the address, which only the site can compute. */
const CONFIRMATION_KEY = /^([\w-]{1,100})\.([\w-]{43})$/;

/** The link that confirms an account's address. It works as long as the account has this address. */
export function confirmationUrl({ config }: Services, user: AccountAddress): string {
  const key = `${user.id}.${signatureBy(config.secret ?? "", user)}`;
  return `${siteOrigin(config)}${CONFIRMATION_PATH}?key=${key}`;
}

/** Confirms an address by the key of its link. @returns false when no account has this key */
export async function confirmAddress(services: Services, key: string): Promise<boolean> {
  const [, id = "", signature = ""] = CONFIRMATION_KEY.exec(key) ?? [];
  const { db } = services;
  const user = await db.selectFrom("users").select(["id", "email"]).where("id", "=", id).executeTakeFirst();
  if (user === undefined) return false;
  const actual = Buffer.from(signature);
  const signatures = acceptedSecrets(services.config).map((secret) => Buffer.from(signatureBy(secret, user)));
  if (!signatures.some((expected) => timingSafeEqual(actual, expected))) return false;
  const confirmed = await db
    .updateTable("users")
    .set({ emailVerified: 1 })
    .where("id", "=", user.id)
    .where("email", "=", user.email)
    .returning("id")
    .executeTakeFirst();
  return confirmed !== undefined;
}

export async function isAddressConfirmed({ db }: Pick<Services, "db">, userId: string): Promise<boolean> {
  const user = await db.selectFrom("users").select("emailVerified").where("id", "=", userId).executeTakeFirst();
  return Boolean(user?.emailVerified);
}

/**
 * Removes the link's key from an email's text: otherwise the account's download would confirm an address that its owner
 * can't read.
 */
export function withoutConfirmationKey(services: Services, user: AccountAddress, text: string): string {
  return acceptedSecrets(services.config).reduce(
    (rest, secret) => rest.replaceAll(`${user.id}.${signatureBy(secret, user)}`, "…"),
    text,
  );
}

/** Keyed with the secret, so that the database alone is not enough to make one. */
function signatureBy(secret: string, { id, email }: AccountAddress): string {
  return createHmac("sha256", secret).update(`confirm address ${id} ${email}`).digest("base64url");
}

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
