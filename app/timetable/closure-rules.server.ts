/** Pure functions: which days can be closed, and how closures are announced. */
import type { Change } from "../platform/transact.server.ts";
import { addDays, dateInNairobi, dayAndDate, daysFrom, isCalendarDate } from "../time/dates.server.ts";
import { PLANNING_DAYS } from "./class-sessions.server.ts";
import type { CLOSURE_PROBLEMS } from "./problems.ts";
import type { DateRange } from "./timetable-change.server.ts";
import type { Closure } from "./timetable-records.server.ts";

const MAX_CLOSED_DAYS = 60;

export const ANNOUNCED_DAYS = 14;

export type ClosureRefusal =
  | { code: keyof typeof CLOSURE_PROBLEMS }
  /** More than a year ahead. */
  | { code: "too-far"; last: string }
  | { code: "too-many-days"; max: number }
  | { code: "already-closed"; closures: { date: string; note: string; by: string }[] };

/** Why these days can't be closed; undefined when they can. */
export function checkClosing(moment: Pick<Change, "at">, range: DateRange): ClosureRefusal | undefined {
  const refusal = checkDays(moment, range);
  if (refusal !== undefined) return refusal;
  if (daysFrom(range.from, range.to) < MAX_CLOSED_DAYS) return undefined;
  return { code: "too-many-days", max: MAX_CLOSED_DAYS };
}

/** Why these days can be neither closed nor reopened; undefined when they can. */
export function checkDays({ at }: Pick<Change, "at">, { from, to }: DateRange): ClosureRefusal | undefined {
  if (!isCalendarDate(from) || !isCalendarDate(to)) return { code: "days-unreadable" };
  if (to < from) return { code: "reversed" };
  const today = dateInNairobi(at);
  if (from < today) return { code: "day-past" };
  const last = addDays(today, PLANNING_DAYS);
  return to > last ? { code: "too-far", last } : undefined;
}

export function closureLines(closures: readonly Closure[], today: string): string[] {
  return closureSpans(closures.filter(({ date }) => date >= today))
    .filter(({ from }) => from < addDays(today, ANNOUNCED_DAYS))
    .map(({ from, to, note }) => {
      const days =
        from === to ? `on ${nonBreakingDate(from)}` : `from ${nonBreakingDate(from)} to ${nonBreakingDate(to)}`;
      return `Closed ${days}: ${note}`;
    });
}

/** Closures as spans: consecutive days with the same note are merged. */
export function closureSpans(closures: readonly Closure[]): { from: string; to: string; note: string }[] {
  const spans: { from: string; to: string; note: string }[] = [];
  for (const { date, note } of closures) {
    const last = spans.at(-1);
    if (last?.note === note && addDays(last.to, 1) === date) last.to = date;
    else spans.push({ from: date, to: date, note });
  }
  return spans;
}

/** `Monday 23 November`, with a non-breaking space before the month. */
function nonBreakingDate(date: string): string {
  return dayAndDate(date).replace(/(?<=\d) /, "\u00a0");
}
