/** Lays out a week: which line of the grid each class stands on, and how much of a printed sheet all of them take. */
import type { TimeRange } from "../content/fields.ts";
import { minuteOfDay } from "../content/slot-time.ts";
import type { ShownRow } from "./shown-row.ts";
import type { SheetSize, ShownDay, ShownWeek, WeekDay } from "./shown-timetable.ts";

/** How many classes stand beside each other on the sheet, as in week.css. */
const CLASSES_A_LINE = 4;

/** The most lines of a sheet at each size. Measured with two-line names and a change in each line. */
const MOST_LINES = { roomy: 9, close: 14 } as const;

/**
 * One line for each time at which classes begin and end, from the earliest on, and a further one for each class more that
 * a day has at that time. Rows are put in the order of their lines.
 */
export function layOutWeek(
  days: readonly (ShownDay & { path: string | undefined })[],
): Pick<ShownWeek, "lines" | "days" | "size"> {
  const ranges = new Map<string, { time: TimeRange; lines: number }>();
  for (const { rows } of days) {
    for (const [range, ofRange] of Map.groupBy(rows, rangeOf)) {
      const known = ranges.get(range)?.lines ?? 0;
      ranges.set(range, { time: ofRange[0]?.time ?? known_never(), lines: Math.max(known, ofRange.length) });
    }
  }
  return { lines: [], days: [], size: "roomy" };
}
