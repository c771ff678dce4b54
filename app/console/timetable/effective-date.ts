/** The day from which a change of the weekly timetable counts, as a form sends it. */
import { isCalendarDate, startOfDate } from "../../content/timetable/calendar-dates.ts";

export type EffectiveDate =
  /** `dueAt`: the first moment of the day in Nairobi; undefined for at once. */
  { ok: true; dueAt: Date | undefined } | { ok: false; problem: string };

/** Reads the day. Empty, or today, is at once. */
export function readEffectiveDate(text: string, today: string): EffectiveDate {
  const date = text.trim();
  if (date === "" || date === today) return { ok: true, dueAt: undefined };
  if (!isCalendarDate(date)) return { ok: false, problem: "Choose a day of the calendar, or leave it empty." };
  if (date < today) {
    return {
      ok: false,
      problem: "That day is past, and what took place stays as it was. Choose today or a later day.",
    };
  }
  return { ok: true, dueAt: startOfDate(date) };
}
