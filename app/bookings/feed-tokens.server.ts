/** The personal calendar feed: all bookings of an account at a secret address. */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { acceptedSecrets } from "../platform/config.ts";
import type { Services } from "../platform/services.ts";
import type { BookingState } from "./booking.ts";
import { idsOfPerson, personIdOfAccount } from "./booking-rows.server.ts";
import { listOwnBookings } from "./own-bookings.server.ts";

/**
 * The calendar feed of an account. The token is undefined when its secret is no longer accepted: calendars keep
 * working, but the address can't be shown.
 */
export async function findFeed(
  { db, config }: Services,
  userId: string,
): Promise<{ token: string | undefined } | undefined> {
  const row = await db
    .selectFrom("calendar_feeds")
    .select(["nonce", "token_hash"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const tokens = acceptedSecrets(config).map((secret) => tokenOf(secret, userId, row.nonce));
  return { token: tokens.find((token) => hashOf(token) === row.token_hash) };
}

/** Creates an account's calendar feed, or a new address for it, which revokes the old address. */
export async function makeFeed(services: Services, userId: string): Promise<void> {
  const nonce = randomBytes(24).toString("base64url");
  const made = {
    nonce,
    token_hash: hashOf(tokenOf(services.config.secret ?? "", userId, nonce)),
    made_at: services.now().toISOString(),
  };
  await services.db
    .insertInto("calendar_feeds")
    .values({ user_id: userId, ...made })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(made))
    .execute();
}

/** Switches the feed off; also works within a transaction. */
export async function removeFeed({ db }: Pick<Services, "db">, userId: string): Promise<void> {
  await db.deleteFrom("calendar_feeds").where("user_id", "=", userId).execute();
}

async function findOwner({ db }: Services, token: string): Promise<string | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const row = await db
    .selectFrom("calendar_feeds")
    .select("user_id")
    .where("token_hash", "=", hashOf(token))
    .executeTakeFirst();
  return row?.user_id;
}

const TOKEN = /^[\w-]{1,100}$/;

/** Derives a token from the secret, so that the database alone reveals no address. */
function tokenOf(secret: string, userId: string, nonce: string): string {
  return createHmac("sha256", secret).update(`calendar feed ${userId} ${nonce}`).digest("base64url");
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** The bookings of a feed, with the changes of each session by its id; undefined for an unknown token. */
export async function bookingsOfFeed(services: Services, token: string) {
  const userId = await findOwner(services, token);
  if (userId === undefined) return undefined;
  // Read first, so that the next download counts a change made in the meantime.
  const changes = await changesOf(services, userId);
  const { upcoming, past } = await listOwnBookings(services, userId);
  // The visitor's own cancellations disappear from the calendar; the gym's are shown as cancelled.
  const visible = past.filter(({ state }) => VISIBLE_PAST_STATES.has(state));
  return { bookings: [...upcoming, ...visible], changes };
}

/** Revisions by session. They keep counting after rebooking, so that calendars see a newer event. */
async function changesOf({ db }: Services, userId: string) {
  const rows = await db
    .selectFrom("booking_events")
    .innerJoin("bookings", "bookings.id", "booking_events.booking_id")
    .select(["bookings.session_id", sql<number | string>`count(*)`.as("count"), sql<string>`max(at)`.as("newest")])
    .where("bookings.id", "in", idsOfPerson(db, await personIdOfAccount(db, userId)))
    .groupBy("bookings.session_id")
    .execute();
  return new Map(rows.map((row) => [row.session_id, { number: Number(row.count), changedAt: row.newest }]));
}

const VISIBLE_PAST_STATES: ReadonlySet<BookingState> = new Set(["booked", "attended", "no_show", "gym_cancelled"]);
