import { describe, expect, it } from "vitest";
import { FITNESS } from "../../../test/timetable/sample-session.ts";
import { DAYS } from "../../time/days.ts";
import type { SessionChange } from "./row-change.tsx";
import { type DayView, layOutWeek, type SessionRowView, sessionRowView } from "./timetable-view.server.ts";

function row(key: string, from: string, to: string, change?: SessionChange): SessionRowView {
  const none = { classes: new Map(), availability: new Map() };
  const row = sessionRowView({ ...FITNESS, movedTo: null, time: { from, to } }, FITNESS.date, none);
  return { ...row, key, change };
}

/** A week with these rows from Monday on; the other days are empty. */
function week(...rows: SessionRowView[][]) {
  const days = DAYS.map((day, index): DayView & { path: undefined } => ({
    day,
    date: `2026-11-${23 + index}`,
    dateText: "",
    shortDate: "",
    closure: undefined,
    rows: rows[index] ?? [],
    path: undefined,
  }));
  return layOutWeek(days);
}

/** The rows of each day with classes, each as its key and its line. */
const placesOf = ({ days }: ReturnType<typeof week>) =>
  days.flatMap(({ rows }) => rows.map(({ key, line }) => `${key}${line}`).join(" ") || []);

const times = (count: number, change?: SessionChange) =>
  Array.from({ length: count }, (_, hour) => row(`${hour}`, `${hour + 1}:00am`, `${hour + 2}:00am`, change));

describe("the grid of a week", () => {
  it("has a line for each time, earliest first, whatever the order of the rows", () => {
    const grid = week(
      [row("a", "9:00am", "10:00am"), row("b", "10:00pm", "11:00pm"), row("c", "4:00pm", "5:00pm")],
      [row("d", "4:00pm", "4:45pm"), row("e", "12:15am", "1:00am")],
    );
    expect(grid.lines.map((time) => time && `${time.from}-${time.to}`)).toEqual([
      "12:15am-1:00am",
      "9:00am-10:00am",
      "4:00pm-4:45pm",
      "4:00pm-5:00pm",
      "10:00pm-11:00pm",
    ]);
    expect(placesOf(grid)).toEqual(["a1 c3 b4", "e0 d2"]);
  });

  it("has another line if a day has two classes at the same time, and is empty in a week without classes", () => {
    const nine = (key: string) => row(key, "9:00am", "10:00am");
    const grid = week([nine("a")], [nine("b"), nine("c")], [nine("d"), row("e", "11:00am", "12:00pm")]);
    expect(grid.lines).toEqual([{ from: "9:00am", to: "10:00am" }, undefined, { from: "11:00am", to: "12:00pm" }]);
    expect(placesOf(grid)).toEqual(["a0", "b0 c1", "d0 e2"]);
    expect(week()).toMatchObject({ lines: [], size: "large" });
  });
});

it("the sheet is large if each day fits on one line, and smaller with more lines or changes", () => {
  const days = (rows: SessionRowView[]) => DAYS.map(() => rows);
  expect(week(...days(times(4))).size).toBe("large");
  expect(week(...days(times(4, { kind: "cancelled" }))).size).toBe("medium");
  expect(week(times(5), times(5), times(5)).size).toBe("medium");
  expect(week(...days(times(8))).size).toBe("small");
});
