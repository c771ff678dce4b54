/** The personal calendar feed: an address that nobody can guess, with all of somebody's bookings. */
import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Services } from "../../platform/services.ts";
import type { OwnBooking } from "./booking.ts";
import { listOwnBookings } from "./own-bookings.server.ts";

/** The feed's token and since when it is; undefined when the account has none. */
export async function findFeed(
  services: Services,
  userId: string,
): Promise<{ token: string; madeAt: string } | undefined> {
  const row = await services.db
    .selectFrom("calendar_feeds")
    .select(["nonce", "made_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && { token: tokenOf(services, userId, row.nonce), madeAt: row.made_at };
}

/** Gives an account a feed, or another address for the one it has: the old address ends. */
export async function makeFeed(services: Services, userId: string): Promise<void> {
  const nonce = randomBytes(24).toString("base64url");
  const made = {
    nonce,
    token_hash: hashOf(tokenOf(services, userId, nonce)),
    made_at: services.now().toISOString(),
  };
  await services.db
    .insertInto("calendar_feeds")
    .values({ user_id: userId, ...made })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(made))
    .execute();
}

/** Switches the feed off, also within a transaction. */
export async function removeFeed({ db }: Pick<Services, "db">, userId: string): Promise<void> {
  await db.deleteFrom("calendar_feeds").where("user_id", "=", userId).execute();
}

/** The bookings of a feed: booked ones to come, and those of the last days. @returns undefined for an unknown token */
export async function bookingsOfFeed(services: Services, token: string): Promise<OwnBooking[] | undefined> {
  const row = await services.db
    .selectFrom("calendar_feeds")
    .select("user_id")
    .where("token_hash", "=", hashOf(token))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { coming, past } = await listOwnBookings(services, row.user_id);
  // What the visitor has cancelled is gone from the calendar; what the gym has cancelled is shown as cancelled.
  return [...coming, ...past.filter(({ state }) => SHOWN_PAST.some((one) => one === state))];
}

const SHOWN_PAST = ["booked", "attended", "no_show", "gym_cancelled"] as const;

/** Made of the secret: who reads the database alone learns no address. */
function tokenOf({ config }: Services, userId: string, nonce: string): string {
  return createHmac("sha256", config.secret ?? "")
    .update(`calendar feed ${userId} ${nonce}`)
    .digest("base64url");
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
