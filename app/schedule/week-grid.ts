/** Lays out a week: which line of the grid each class stands on, and how much of a printed sheet all of them take. */
import type { TimeRange } from "../content/fields.ts";
import { minuteOfDay } from "../content/slot-time.ts";
import type { ShownRow } from "./shown-row.ts";
import type { SheetSize, ShownDay, ShownWeek } from "./shown-timetable.ts";

/** How many classes stand beside each other on the sheet, as in week.css. */
const CLASSES_A_LINE = 4;

/** The most lines of a sheet at each size, by what a sheet holds when each of them has a name of two lines. */
const MOST_LINES = { roomy: 9, close: 14 } as const;

/**
 * One line for each time at which classes begin and end, from the earliest on, and a further one for each class more that
 * a day has at that time. Rows are put in the order of their lines.
 */
export function layOutWeek(
  days: readonly (ShownDay & { path: string | undefined })[],
): Pick<ShownWeek, "lines" | "days" | "size"> {
  const ranges = new Map<string, { time: TimeRange; classes: number }>();
  for (const { rows } of days) {
    for (const [range, [first, ...others]] of Map.groupBy(rows, rangeOf)) {
      if (first === undefined) continue;
      const classes = Math.max(ranges.get(range)?.classes ?? 0, 1 + others.length);
      ranges.set(range, { time: first.time, classes });
    }
  }
  const lines: ShownWeek["lines"] = [];
  const firstLines = new Map<string, number>();
  for (const [range, { time, classes }] of [...ranges].sort(([, one], [, other]) => byTime(one.time, other.time))) {
    firstLines.set(range, lines.length);
    lines.push(time, ...Array.from({ length: classes - 1 }, () => undefined));
  }
  const placed = days.map((day) => ({ ...day, rows: placeRows(day.rows, firstLines) }));
  return { lines, days: placed, size: sheetSize(days) };
}

function placeRows(rows: readonly ShownRow[], firstLines: ReadonlyMap<string, number>) {
  const taken = new Map<string, number>();
  const placed = rows.map((row) => {
    const range = rangeOf(row);
    const before = taken.get(range) ?? 0;
    taken.set(range, before + 1);
    return { ...row, line: (firstLines.get(range) ?? 0) + before };
  });
  return placed.sort((one, other) => one.line - other.line);
}

function sheetSize(days: readonly ShownDay[]): SheetSize {
  const lines = days.reduce((sum, { rows }) => sum + Math.max(1, Math.ceil(rows.length / CLASSES_A_LINE)), 0);
  if (lines <= MOST_LINES.roomy) return "roomy";
  return lines <= MOST_LINES.close ? "close" : "long";
}

function rangeOf({ time }: ShownRow): string {
  return `${time.from}-${time.to}`;
}

function byTime(one: TimeRange, other: TimeRange): number {
  return minuteOfDay(one.from) - minuteOfDay(other.from) || minuteOfDay(one.to) - minuteOfDay(other.to);
}
