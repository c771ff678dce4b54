/** Confirms an account's address by a link in several emails: anybody can sign up with a stranger's address. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { acceptedSecrets, siteOrigin } from "../platform/config.ts";
import type { Services } from "../platform/services.ts";

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
    // Only if the account still has this address.
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
