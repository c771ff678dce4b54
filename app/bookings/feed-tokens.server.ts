/** The personal calendar feed: an address that nobody can guess, with all of somebody's bookings. */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Services } from "../platform/services.ts";
import type { BookingState } from "./booking.ts";
import { idsOfPerson } from "./booking-rows.server.ts";
import { listOwnBookings } from "./own-bookings.server.ts";

/** The feed of an account; undefined when it has none. */
export async function findFeed(services: Services, userId: string): Promise<{ token: string } | undefined> {
  const row = await services.db
    .selectFrom("calendar_feeds")
    .select("nonce")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && { token: tokenOf(services, userId, row.nonce) };
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

/** The bookings of a feed, with the changes of each session by its id; undefined for an unknown token. */
export async function bookingsOfFeed(services: Services, token: string) {
  const row = await services.db
    .selectFrom("calendar_feeds")
    .select("user_id")
    .where("token_hash", "=", hashOf(token))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // First, so that a change in the meantime is counted by the next calendar and not missed by it.
  const changes = await changesOf(services, row.user_id);
  const { coming, past } = await listOwnBookings(services, row.user_id);
  // Bookings that the visitor has cancelled are gone from the calendar; those cancelled by the gym are shown as cancelled.
  const shown = past.filter(({ state }) => SHOWN_PAST.has(state));
  return { bookings: [...coming, ...shown], changes };
}

/** How often and when bookings and those of guests changed: one made again after it was given up counts on, so that calendars see a newer event. */
async function changesOf({ db }: Services, userId: string) {
  const rows = await db
    .selectFrom("booking_events")
    .innerJoin("bookings", "bookings.id", "booking_events.booking_id")
    .select(["bookings.session_id", sql<number | string>`count(*)`.as("count"), sql<string>`max(at)`.as("newest")])
    .where("bookings.id", "in", idsOfPerson(db, userId))
    .groupBy("bookings.session_id")
    .execute();
  // PostgreSQL's count is a text.
  return new Map(rows.map((row) => [row.session_id, { number: Number(row.count), changedAt: row.newest }]));
}

const SHOWN_PAST: ReadonlySet<BookingState> = new Set(["booked", "attended", "no_show", "gym_cancelled"]);

/** Made of the secret: who reads the database alone learns no address. */
function tokenOf({ config }: Services, userId: string, nonce: string): string {
  return createHmac("sha256", config.secret ?? "")
    .update(`calendar feed ${userId} ${nonce}`)
    .digest("base64url");
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
