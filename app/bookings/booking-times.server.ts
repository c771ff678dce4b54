/**
 * Pure functions: when booking opens, cancellation deadlines and check-in times. Moments are in UTC, hours in Nairobi
 * (docs/decisions/bookings.md).
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../platform/durations.ts";
import { addDays, dateInNairobi, inNairobi, startOfDate } from "../time/dates.server.ts";
import {
  type Availability,
  CHECK_IN_OPENS_MINUTES_BEFORE,
  CORRECTION_HOURS_AFTER,
  DISPUTE_DAYS_AFTER,
} from "./booking.ts";

export const BOOKING_OPENS_DAYS_BEFORE = 7;

/** Not midnight: people who go to bed early would lose out. */
const BOOKING_OPENS_HOUR = 6;

/** At night, from 21:00 to 07:00, there is no deadline and nothing is sent. */
const NIGHT_BEGINS_HOUR = 21;
const NIGHT_ENDS_HOUR = 7;

const UNDO_AFTER_BOOKING_MS = 10 * MINUTE_MS;

const DECLINE_PROMOTION_MS = 2 * HOUR_MS;
const NIGHT_MS = (24 - NIGHT_BEGINS_HOUR + NIGHT_ENDS_HOUR) * HOUR_MS;

/** The moment booking opens. @param date the session's, in Nairobi */
export function opensAt(date: string): string {
  return atHour(addDays(date, -BOOKING_OPENS_DAYS_BEFORE), BOOKING_OPENS_HOUR);
}

/** The last date whose sessions can be booked at some point today. */
export function lastBookableDate(today: string): string {
  return addDays(today, BOOKING_OPENS_DAYS_BEFORE);
}

/** The cancellation deadline; at night it is moved to the evening before. @param lateHours 0: until the start */
export function cancellationDeadline(startsAt: string, lateHours: number): string {
  return lateHours === 0 ? startsAt : beforeNight(Date.parse(startsAt) - lateHours * HOUR_MS);
}

/** The deadline of a booking that is made now. @param deadline the session's */
export function bookingDeadline(startsAt: string, deadline: string, now: Date): string {
  const undo = new Date(now.getTime() + UNDO_AFTER_BOOKING_MS).toISOString();
  return deadline > undo ? deadline : earlier(undo, startsAt);
}

/**
 * The deadline of a promoted booking: two waking hours or more. Undefined: too late to promote, so the place is first
 * come, first served.
 */
export function promotedDeadline(startsAt: string, deadline: string, now: Date): string | undefined {
  const decline = declineEnds(now.getTime());
  if (decline >= startsAt) return undefined;
  return deadline > decline ? deadline : decline;
}

/** The end of promotions for a class session: the inverse of `promotedDeadline`. */
export function promotionsEnd(startsAt: string): string {
  const end = Date.parse(beforeNight(Date.parse(startsAt))) - DECLINE_PROMOTION_MS;
  // An end at exactly 7:00 is moved too: its two hours would last until the start itself.
  return new Date(isNight(new Date(end - 1)) ? end - NIGHT_MS : end).toISOString();
}

/** Whether a promotion was so late that the person may not have seen it before the start: it is never a no-show. */
export function isShortNotice(promotedAt: string | null, startsAt: string): boolean {
  return promotedAt !== null && declineEnds(Date.parse(promotedAt)) > startsAt;
}

function declineEnds(moment: number): string {
  const end = Date.parse(afterNight(moment)) + DECLINE_PROMOTION_MS;
  return new Date(isNight(new Date(end)) ? end + NIGHT_MS : end).toISOString();
}

/** The availability of a session: `few` is at most three free places and at most a quarter of all. */
export function availabilityOf(capacity: number, taken: number): Availability {
  const free = capacity - taken;
  if (free <= 0) return "full";
  return free <= 3 && free * 4 <= capacity ? "few" : "places";
}

/** When check-in opens. @param startsAt the session's */
export function checkInOpensAt(startsAt: string): string {
  return new Date(Date.parse(startsAt) - CHECK_IN_OPENS_MINUTES_BEFORE * MINUTE_MS).toISOString();
}

/** Until when staff can correct what was recorded. @param endsAt the session's */
export function correctionEndsAt(endsAt: string): string {
  return new Date(Date.parse(endsAt) + CORRECTION_HOURS_AFTER * HOUR_MS).toISOString();
}

/** Until when somebody can say that they were there. @param endsAt the session's */
export function disputeEndsAt(endsAt: string): string {
  return new Date(Date.parse(endsAt) + DISPUTE_DAYS_AFTER * DAY_MS).toISOString();
}

export function checkInWindow({ startsAt, endsAt }: { startsAt: string; endsAt: string }, at: Date) {
  const now = at.toISOString();
  if (now < checkInOpensAt(startsAt)) return "too-early";
  return now > correctionEndsAt(endsAt) ? "too-late" : "open";
}

export function isNight(moment: Date): boolean {
  const hour = hourOf(moment.getTime());
  return hour >= NIGHT_BEGINS_HOUR || hour < NIGHT_ENDS_HOUR;
}

/** A moment at night becomes an hour of the evening before, as the morning after may be too late. */
export function beforeNight(moment: number, hour = NIGHT_BEGINS_HOUR): string {
  if (!isNight(new Date(moment))) return new Date(moment).toISOString();
  const date = dateInNairobi(new Date(moment));
  return atHour(hourOf(moment) < NIGHT_ENDS_HOUR ? addDays(date, -1) : date, hour);
}

function afterNight(moment: number): string {
  if (!isNight(new Date(moment))) return new Date(moment).toISOString();
  const date = dateInNairobi(new Date(moment));
  return atHour(hourOf(moment) < NIGHT_ENDS_HOUR ? date : addDays(date, 1), NIGHT_ENDS_HOUR);
}

/** @param date in Nairobi @param hour from 0 */
export function atHour(date: string, hour: number): string {
  return new Date(startOfDate(date).getTime() + hour * HOUR_MS).toISOString();
}

/** The hour of the day in Nairobi, from 0. */
export function hourOf(moment: number): number {
  return inNairobi(new Date(moment)).hour;
}

export function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
