/** When reminders are sent. All functions are pure; moments are ISO 8601 in UTC, and hours those of Nairobi. */
import { HOUR_MS } from "../platform/durations.ts";
import { addDays } from "../time/dates.server.ts";
import { countInWords } from "../ui/count-in-words.ts";
import { atHour, hourOf } from "./booking-times.server.ts";

/** Classes before noon are announced in the evening before, the others three hours ahead. */
const EVENING_REMINDER_HOUR = 18;
const NOON_HOUR = 12;
const REMINDER_LEAD_HOURS = 3;

/** When reminders come, for running text. */
export const REMINDER_TIMES = `the evening before a morning class, ${countInWords(REMINDER_LEAD_HOURS)} hours before the others`;

/** No reminder is due longer before the start than this: that of a class just before noon. */
export const EARLIEST_REMINDER_MS = (24 - EVENING_REMINDER_HOUR + NOON_HOUR) * HOUR_MS;

/** No reminder within this time after booking: it would be no news. */
const NO_REMINDER_AFTER_BOOKING_MS = 4 * HOUR_MS;

/** The moment of a session's reminder. */
export function reminderMoment(session: { date: string; startsAt: string }): string {
  const isMorning = hourOf(Date.parse(session.startsAt)) < NOON_HOUR;
  if (isMorning) return atHour(addDays(session.date, -1), EVENING_REMINDER_HOUR);
  return new Date(Date.parse(session.startsAt) - REMINDER_LEAD_HOURS * HOUR_MS).toISOString();
}

/** The `reminded_at` of a booking whose person is notified of the time now: null while the reminder is still ahead. */
export function remindedByNews(session: { date: string; startsAt: string }, now: Date): string | null {
  const moment = now.toISOString();
  return reminderMoment(session) <= moment ? moment : null;
}

/** Whether a reminder may be sent to somebody who booked at `bookedAt`. */
export function isReminderOfUse(bookedAt: string, now: Date): boolean {
  return Date.parse(bookedAt) + NO_REMINDER_AFTER_BOOKING_MS <= now.getTime();
}
