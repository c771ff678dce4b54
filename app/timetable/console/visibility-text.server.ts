/** From when visitors see a change of the dated timetable. */
import { longDate } from "../../time/date-texts.server.ts";
import { addDays } from "../../time/dates.server.ts";
import { HORIZON_DAYS } from "../class-sessions.server.ts";

const WEEKS = "their timetable shows four weeks";

/** The sentence about a change of the days from one to another, as it is read on `today`. */
export function visibilityText({ from, to }: { from: string; to: string }, today: string): string {
  const last = addDays(today, HORIZON_DAYS - 1);
  if (to <= last) return "Visitors see it now.";
  if (from <= last) return `Visitors see the days up to ${longDate(last)} now, and one more each day: ${WEEKS}.`;
  return `Visitors see it from ${longDate(addDays(from, 1 - HORIZON_DAYS))} on: ${WEEKS}.`;
}

export function openAgainForVisitors(days: { from: string; to: string }, today: string): string {
  return days.from < addDays(today, HORIZON_DAYS) ? "Visitors see it now." : "Visitors had not seen it yet.";
}
