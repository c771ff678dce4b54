/** The personal calendar feed: an address that nobody can guess, with all of somebody's bookings. */
import { sql } from "kysely";
import type { Services } from "../platform/services.ts";
import { calendarFeeds } from "../timetable/calendar-feeds.server.ts";
import type { BookingState } from "./booking.ts";
import { idsOfPerson } from "./booking-rows.server.ts";
import { listOwnBookings } from "./own-bookings.server.ts";

const feeds = calendarFeeds("calendar_feeds");

/** The feed of an account; undefined when it has none. */
export const findFeed = feeds.find;

/** Gives an account a feed, or another address for the one it has: the old address ends. */
export const makeFeed = feeds.make;

/** Switches the feed off, also within a transaction. */
export const removeFeed = feeds.remove;

/** The bookings of a feed, with the changes of each session by its id; undefined for an unknown token. */
export async function bookingsOfFeed(services: Services, token: string) {
  const userId = await feeds.ownerOf(services, token);
  if (userId === undefined) return undefined;
  // First, so that a change in the meantime is counted by the next calendar and not missed by it.
  const changes = await changesOf(services, userId);
  const { coming, past } = await listOwnBookings(services, userId);
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
