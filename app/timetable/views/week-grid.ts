/** Lays out a week: which line of the grid each class stands on, and how large it can be on a printed sheet. */
import type { TimeRange } from "../../cms/fields.ts";
import { minuteOfDay } from "../../time/days.ts";
import type { DayView, SessionRowView, SheetSize, WeekView } from "./timetable-view.ts";

/** How many classes stand beside each other on the sheet, as in week-print.css. */
const CLASSES_A_LINE = 4;

/** The most lines of an A4 sheet at each size, when most have a name of two lines. */
const MOST_LINES = { large: 7.5, medium: 10.5 } as const;

/** How much more a line takes that has a change in it. */
const CHANGE_LINES = 0.5;

/**
 * One line for each time at which classes begin and end, from the earliest on, and a further one for each class more that
 * a day has at that time. Rows are put in the order of their lines.
 */
export function layOutWeek(
  days: readonly (DayView & { path: string | undefined })[],
): Pick<WeekView, "lines" | "days" | "size"> {
  const ranges = new Map<string, { time: TimeRange; classes: number }>();
  for (const { rows } of days) {
    for (const [range, [first, ...others]] of Map.groupBy(rows, rangeOf)) {
      if (first === undefined) continue;
      const classes = Math.max(ranges.get(range)?.classes ?? 0, 1 + others.length);
      ranges.set(range, { time: first.time, classes });
    }
  }
  const lines: WeekView["lines"] = [];
  const firstLines = new Map<string, number>();
  for (const [range, { time, classes }] of [...ranges].sort(([, one], [, other]) => byTime(one.time, other.time))) {
    firstLines.set(range, lines.length);
    lines.push(time, ...Array.from({ length: classes - 1 }, () => undefined));
  }
  const placed = days.map((day) => ({ ...day, rows: placeRows(day.rows, firstLines) }));
  return { lines, days: placed, size: sheetSize(placed) };
}

function placeRows(rows: readonly SessionRowView[], firstLines: ReadonlyMap<string, number>) {
  const taken = new Map<string, number>();
  const placed = rows.map((row) => {
    const range = rangeOf(row);
    const before = taken.get(range) ?? 0;
    taken.set(range, before + 1);
    return { ...row, line: (firstLines.get(range) ?? 0) + before };
  });
  return placed.sort((one, other) => one.line - other.line);
}

/** The size at which a week fits one sheet. At the smallest, 14 lines do: eight classes each day. */
function sheetSize(days: readonly { rows: readonly SessionRowView[] }[]): SheetSize {
  const lines = days.reduce((sum, { rows }) => sum + linesOf(rows), 0);
  if (lines <= MOST_LINES.large) return "large";
  return lines <= MOST_LINES.medium ? "medium" : "small";
}

/** How many lines of the sheet a day takes. */
function linesOf(rows: readonly SessionRowView[]): number {
  const lines = Math.max(1, Math.ceil(rows.length / CLASSES_A_LINE));
  const changed = new Set(rows.flatMap(({ change }, index) => (change ? Math.floor(index / CLASSES_A_LINE) : [])));
  return lines + changed.size * CHANGE_LINES;
}

function rangeOf({ time }: SessionRowView): string {
  return `${time.from}-${time.to}`;
}

function byTime(one: TimeRange, other: TimeRange): number {
  return minuteOfDay(one.from) - minuteOfDay(other.from) || minuteOfDay(one.to) - minuteOfDay(other.to);
}
