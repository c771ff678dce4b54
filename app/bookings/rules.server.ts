/**
 * The rules of time and number by which places are booked, promised and given on. All are pure; moments are ISO 8601 in UTC,
 * and hours those of Nairobi. docs/decisions/0043-bookings.md has their reasons.
 */
import { addDays, dateInNairobi, inNairobi, startOfDate } from "../time/dates.server.ts";
import type { PlacesWord } from "./booking.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Booking opens this many days before the date of a session ... */
export const OPENS_DAYS_AHEAD = 7;

/** ... at this hour: not at midnight, when those who sleep would be last. */
const OPENS_AT_HOUR = 6;

/** Nobody has to decide anything at night: from 21:00 to 07:00. */
const NIGHT_BEGINS = 21;
const NIGHT_ENDS = 7;

/** What was booked after the limit can be cancelled free of charge this long: a slip of the finger. */
const SLIP_MS = 10 * MINUTE_MS;

/** Who is promoted has at least this long to say no. */
const PROMOTED_MS = 2 * HOUR_MS;

/** A class that begins before noon is announced at this hour of the evening before; the others so long ahead. */
const REMINDER_HOUR = 18;
const NOON_HOUR = 12;
const REMINDER_AHEAD_MS = 3 * HOUR_MS;

/** No reminder is due longer before the start than this: that of a class just before noon. */
export const EARLIEST_REMINDER_MS = (24 - REMINDER_HOUR + NOON_HOUR) * HOUR_MS;

/** No reminder within this time after booking: it would be no news. */
const REMINDER_AFTER_BOOKING_MS = 4 * HOUR_MS;

/** From when a session can be booked. @param date the session's, in Nairobi */
export function opensAt(date: string): string {
  return atHour(addDays(date, -OPENS_DAYS_AHEAD), OPENS_AT_HOUR);
}

/** The last date whose sessions can be booked today, at some time of the day. */
export function lastBookableDate(today: string): string {
  return addDays(today, OPENS_DAYS_AHEAD);
}

/** From when a cancellation is late; also until when those who wait are promoted. A limit at night is in the evening before. */
export function lateLimit(startsAt: string, lateHours: number): string {
  const limit = Date.parse(startsAt) - lateHours * HOUR_MS;
  // A class of the night itself, without a limit before it, keeps its start.
  return lateHours === 0 ? startsAt : beforeNight(limit);
}

/** Until when a place that is booked now can be cancelled free of charge. */
export function promisedUntil(startsAt: string, limit: string, now: Date): string {
  const slip = new Date(now.getTime() + SLIP_MS).toISOString();
  return limit > slip ? limit : earlier(slip, startsAt);
}

/** The same of a place that the waiting list gave: time to read the mail, and not by night. */
export function promisedToPromoted(startsAt: string, limit: string, now: Date): string {
  const chance = afterNight(now.getTime() + PROMOTED_MS);
  return earlier(limit > chance ? limit : chance, startsAt);
}

/** What the timetable says of free places: few are three or fewer, or a quarter of them. */
export function wordOf({ capacity, free }: { capacity: number; free: number }): PlacesWord {
  if (free <= 0) return "full";
  return free <= 3 || free * 4 <= capacity ? "few" : "places";
}

/** When to remind somebody of a session: the evening before a morning, else three hours before. */
export function reminderMoment(session: { date: string; startsAt: string }): string {
  const isMorning = hourOf(Date.parse(session.startsAt)) < NOON_HOUR;
  if (isMorning) return atHour(addDays(session.date, -1), REMINDER_HOUR);
  return new Date(Date.parse(session.startsAt) - REMINDER_AHEAD_MS).toISOString();
}

/**
 * When somebody counts as reminded who is told the time of a session just now: at once where the reminder's moment has come.
 * Null: it is still ahead.
 */
export function remindedByNews(session: { date: string; startsAt: string }, now: Date): string | null {
  const moment = now.toISOString();
  return reminderMoment(session) <= moment ? moment : null;
}

/** Whether a reminder may be sent to somebody who booked at `bookedAt`. */
export function isReminderOfUse(bookedAt: string, now: Date): boolean {
  return Date.parse(bookedAt) + REMINDER_AFTER_BOOKING_MS <= now.getTime();
}

/** Whether it is night, when no reminder is sent. */
export function isNight(moment: Date): boolean {
  const hour = hourOf(moment.getTime());
  return hour >= NIGHT_BEGINS || hour < NIGHT_ENDS;
}

/** A moment in the night becomes the evening's end before it. */
function beforeNight(moment: number): string {
  if (!isNight(new Date(moment))) return new Date(moment).toISOString();
  const date = dateInNairobi(new Date(moment));
  return atHour(hourOf(moment) < NIGHT_ENDS ? addDays(date, -1) : date, NIGHT_BEGINS);
}

/** A moment in the night becomes the morning after it. */
function afterNight(moment: number): string {
  if (!isNight(new Date(moment))) return new Date(moment).toISOString();
  const date = dateInNairobi(new Date(moment));
  return atHour(hourOf(moment) < NIGHT_ENDS ? date : addDays(date, 1), NIGHT_ENDS);
}

function atHour(date: string, hour: number): string {
  return new Date(startOfDate(date).getTime() + hour * HOUR_MS).toISOString();
}

/** The hour of the day in Nairobi, from 0. */
function hourOf(moment: number): number {
  return inNairobi(new Date(moment)).hour;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
