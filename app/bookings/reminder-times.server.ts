/** Reminder times, as pure functions. Moments are in UTC, hours in Nairobi time. */
import { MAX_LATE_HOURS } from "../content-types/class.ts";
import { HOUR_MS } from "../platform/durations.ts";
import { countInWords } from "../platform/text.ts";
import { addDays } from "../time/dates.server.ts";
import { atHour, beforeNight, earlier, hourOf } from "./booking-times.server.ts";

/** Reminders of classes before noon are sent the evening before, the others three hours ahead. */
const EVENING_REMINDER_HOUR = 18;
const NOON_HOUR = 12;
const REMINDER_LEAD_HOURS = 3;

/** Minimum time between the reminder and the deadline, to read it and cancel free of charge. */
const DEADLINE_LEAD_HOURS = 2;

export const REMINDER_TIMES = `We email you the evening before a morning class, and ${countInWords(REMINDER_LEAD_HOURS)} hours before any other. If less than ${countInWords(DEADLINE_LEAD_HOURS)} hours would then be left to cancel free of charge, the email comes earlier.`;

/** The earliest possible reminder before a start. Avoiding the night moves it by less than a day. */
export const EARLIEST_REMINDER_MS = (MAX_LATE_HOURS + DEADLINE_LEAD_HOURS + 24) * HOUR_MS;

/** No reminder within this time after booking: it would be redundant. */
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
  const early = Date.parse(deadline) - DEADLINE_LEAD_HOURS * HOUR_MS;
  return earlier(usual, beforeNight(early, EVENING_REMINDER_HOUR));
}

/** The `reminded_at` of a booking when an email names its time: null if a reminder is still due later. */
export function remindedByNews(booking: Remindable, now: Date): string | null {
  const moment = now.toISOString();
  return reminderMoment(booking) <= moment ? moment : null;
}

/** Whether a reminder due at `moment` helps somebody who booked at `bookedAt`: not if later, or only just before now. */
export function isReminderUseful(bookedAt: string, moment: string, now: Date): boolean {
  return bookedAt <= moment && Date.parse(bookedAt) + NO_REMINDER_AFTER_BOOKING_MS <= now.getTime();
}
