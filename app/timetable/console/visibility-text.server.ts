/** Sentences about when visitors see a change of dated classes. */
import { longDate } from "../../time/date-texts.server.ts";
import { addDays } from "../../time/dates.server.ts";
import { HORIZON_DAYS } from "../class-sessions.server.ts";

const HORIZON = "their timetable shows four weeks";

/** When visitors see a change of these days. */
export function visibilityText({ from, to }: { from: string; to: string }, today: string): string {
  const last = addDays(today, HORIZON_DAYS - 1);
  if (to <= last) return "Visitors see it now.";
  if (from <= last) return `Visitors see the days up to ${longDate(last)} now, and one more each day: ${HORIZON}.`;
  return `Visitors see it from ${longDate(addDays(from, 1 - HORIZON_DAYS))} on: ${HORIZON}.`;
}

export function reopenedVisibilityText(days: { from: string; to: string }, today: string): string {
  return days.from < addDays(today, HORIZON_DAYS) ? "Visitors see it now." : "Visitors had not seen it yet.";
}
