/** The days of a pass as a row of marks, grouped by kind. */
import type { PassDays } from "./passes.ts";

export type DaysInRow = { kind: "gone" | "today" | "open" | "frozen" | "grace"; days: number }[];

export const MOST_DAYS_DRAWN = 70;

/** How much of a day's place it fills, so that days can be counted. */
export const DAY_FILL = 0.76;

/** The state of a pass on a day; `grace` is the grace period. */
export function daysInRow(
  { firstDay, lastDay, graceDay, freezes }: PassDays,
  today: number,
  { grace = false, marksToday = false } = {},
): DaysInRow {
  const row: DaysInRow = [];
  for (let day = firstDay; day <= (grace ? graceDay : lastDay); day += 1) {
    const isFrozen = freezes.some((freeze) => freeze.firstDay <= day && day <= freeze.lastDay);
    const kind = isFrozen
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
