/** The days of a pass as a row of marks, grouped by kind. */
import { freezeOn, type PassDays } from "./passes.ts";

export type DaysInRow = { kind: "gone" | "today" | "open" | "frozen" | "grace"; days: number }[];

export const MAX_DAYS_DRAWN = 70;

/** The share of its place that a day fills: gaps let people count the days. */
export const DAY_FILL = 0.76;

/** Groups the days of a pass by kind. @param options.grace includes the grace period */
export function daysInRow(
  { firstDay, lastDay, graceDay, freezes }: PassDays,
  today: number,
  { grace = false, marksToday = false } = {},
): DaysInRow {
  const row: DaysInRow = [];
  for (let day = firstDay; day <= (grace ? graceDay : lastDay); day += 1) {
    const kind = freezeOn(freezes, day)
      ? "frozen"
      : day > lastDay
        ? "grace"
        : day < today
          ? "gone"
          : marksToday && day === today
            ? "today"
            : "open";
    const last = row.at(-1);
    if (last?.kind === kind) last.days += 1;
    else row.push({ kind, days: 1 });
  }
  return row;
}
