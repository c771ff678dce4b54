/** Reminder times, pure. Moments are in UTC, hours in Nairobi. */
import { MAX_LATE_HOURS } from "../content-types/class.ts";
import { HOUR_MS } from "../platform/durations.ts";
import { addDays, dateInNairobi } from "../time/dates.server.ts";
import { countInWords } from "../ui/count-in-words.ts";
import { atHour, earlier, hourOf, isNight, NIGHT_ENDS_HOUR } from "./booking-times.server.ts";

/** Classes before noon are announced in the evening before, the others three hours ahead. */
const EVENING_REMINDER_HOUR = 18;
const NOON_HOUR = 12;
const REMINDER_LEAD_HOURS = 3;

/** Time between the reminder and the deadline, at least: to read it, and to cancel free of charge. */
const DEADLINE_LEAD_HOURS = 2;

export const REMINDER_TIMES = `the evening before a morning class, and ${countInWords(REMINDER_LEAD_HOURS)} hours before any other; earlier where you would have less than ${countInWords(DEADLINE_LEAD_HOURS)} hours left to cancel free of charge`;

/** The earliest possible reminder before a start. A night moves it by less than a day. */
export const EARLIEST_REMINDER_MS =
  Math.max(24 - EVENING_REMINDER_HOUR + NOON_HOUR, MAX_LATE_HOURS + DEADLINE_LEAD_HOURS + 24) * HOUR_MS;

/** No reminder within this time after booking: it would be no news. */
const NO_REMINDER_AFTER_BOOKING_MS = 4 * HOUR_MS;

export type Remindable = { date: string; startsAt: string; deadline: string };

/**
 * A reminder comes while cancelling is free, with time to do so, and not at night. It uses the booking's own
 * deadline, which the email names.
 */
export function reminderMoment({ date, startsAt, deadline }: Remindable): string {
  const isMorning = hourOf(Date.parse(startsAt)) < NOON_HOUR;
  const usual = isMorning
    ? atHour(addDays(date, -1), EVENING_REMINDER_HOUR)
    : new Date(Date.parse(startsAt) - REMINDER_LEAD_HOURS * HOUR_MS).toISOString();
  // Cancelling stays free until the start, so nothing ends before the usual moment.
  if (deadline >= startsAt) return usual;
  return earlier(usual, inTheEvening(Date.parse(deadline) - DEADLINE_LEAD_HOURS * HOUR_MS));
}

/** A moment at night becomes the hour of reminders in the evening before it: the morning after may be past the deadline. */
function inTheEvening(moment: number): string {
  if (!isNight(new Date(moment))) return new Date(moment).toISOString();
  const date = dateInNairobi(new Date(moment));
  return atHour(hourOf(moment) < NIGHT_ENDS_HOUR ? addDays(date, -1) : date, EVENING_REMINDER_HOUR);
}

/** The `reminded_at` of a booking whose person is notified of the time now: null while the reminder is still ahead. */
export function remindedByNews(booking: Remindable, now: Date): string | null {
  const moment = now.toISOString();
  return reminderMoment(booking) <= moment ? moment : null;
}

/** Whether a reminder that was due at `moment` may be sent to somebody who booked at `bookedAt`: not after it, nor just before now. */
export function isReminderOfUse(bookedAt: string, moment: string, now: Date): boolean {
  return bookedAt <= moment && Date.parse(bookedAt) + NO_REMINDER_AFTER_BOOKING_MS <= now.getTime();
}
