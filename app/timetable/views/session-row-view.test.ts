import { describe, expect, it } from "vitest";
import { FITNESS } from "../../../test/timetable/sample-session.ts";
import type { TimetableRow } from "../class-session.ts";
import { marksAt } from "./row-change.tsx";
import { sessionRowView } from "./timetable-view.server.ts";

const TODAY = "2026-11-23";
const FIVE = { from: "5:00pm", to: "6:00pm" };

const view = (overrides: Partial<TimetableRow> = {}) => {
  const row = { ...FITNESS, movedTo: null, ...overrides };
  const availability = new Map([[FITNESS.id, {} as never]]);
  return sessionRowView(row, TODAY, { classes: new Map([["fitness", {}]]), availability });
};

describe("a row for visitors", () => {
  const [YESTERDAY, TOMORROW, NEXT_WEEK] = ["2026-11-22", "2026-11-24", "2026-12-01"] as const;
  const movedFrom = (date: string) => ({ movedFrom: { date, time: FIVE } });
  const movedTo = (date: string) => ({ movedTo: { date, time: FIVE } });
  const moved = { ...movedFrom(YESTERDAY), state: "cancelled" } as const;
  const cancelled = { isOff: true, change: { kind: "cancelled" } };

  it.each<[string, Partial<TimetableRow>, object]>([
    ["as usual", {}, { isOff: false, change: undefined, reason: null, trainer: "Wanjiru Kamau" }],
    ["that is cancelled", { state: "cancelled", reason: "No power" }, { ...cancelled, reason: "No power" }],
    // The reason is in the line above the rows.
    ["of a closed day", { state: "cancelled", isClosed: true, reason: "holiday" }, { ...cancelled, reason: null }],
    [
      "that has moved",
      movedTo(TOMORROW),
      { isOff: true, change: { kind: "moved", to: "Tuesday 24 November, 5:00pm", path: "/schedule/tuesday" } },
    ],
    ["that has moved to a later week", movedTo(NEXT_WEEK), { change: { path: "/schedule/tuesday?date=2026-12-01" } }],
    ["that has moved to a past day", movedTo(YESTERDAY), { change: { path: undefined } }],
    [
      "moved from another day",
      movedFrom(YESTERDAY),
      { isOff: false, change: { kind: "moved-here", from: "Sunday 22 November, 5:00pm" } },
    ],
    ["by a substitute", { insteadOf: "Amina Yusuf" }, { isOff: false, insteadOf: "Amina Yusuf" }],
    ["that was added", { isAdded: true }, { isOff: false, change: { kind: "added" } }],
    ["moved within the day", movedFrom(TODAY), { change: { kind: "new-time", from: "5:00pm" } }],
    ["that is cancelled after a move", moved, cancelled],
    ["that is cancelled after a move away", { ...moved, ...movedTo(TOMORROW) }, cancelled],
  ])("shows a class %s", (_, overrides, expected) => {
    expect(view(overrides)).toMatchObject(expected);
    expect("places" in view(overrides)).toBe(!view(overrides).isOff);
  });

  it("links to its class while the class is on the site, and has a different key on the original date", () => {
    expect([view().hasPage, view({ classSlug: "zumba" }).hasPage]).toEqual([true, false]);
    expect(view({ date: TOMORROW }).key).not.toBe(view().key);
  });
});

it("marks are on current classes until they end and on all that begin next, never on one cancelled or moved away", () => {
  const at = (hour: number) => `2026-11-23T${String(hour).padStart(2, "0")}:00:00.000Z`;
  const rows = [
    view({ id: "late", startsAt: at(19), endsAt: at(20) }),
    view({ id: "early", startsAt: at(6), endsAt: at(7) }),
    view({ id: "off", startsAt: at(8), endsAt: at(9), state: "cancelled" }),
    view({ id: "away", startsAt: at(8), endsAt: at(9), movedTo: { date: "2026-11-24", time: FIVE } }),
    view({ id: "one", startsAt: at(13), endsAt: at(15) }),
    view({ id: "other", startsAt: at(13), endsAt: at(14) }),
  ];
  const marks = (time: string) => {
    const { on, next } = marksAt(rows, new Date(time));
    const ids = (keys: ReadonlySet<string>) => [...keys].map((key) => key.split(" ")[0]);
    return { on: ids(on), next: ids(next) };
  };

  expect(marks("2026-11-23T05:59:59Z")).toEqual({ on: [], next: ["early"] });
  expect(marks("2026-11-23T06:00:00Z")).toEqual({ on: ["early"], next: ["one", "other"] });
  expect(marks("2026-11-23T07:00:00Z")).toEqual({ on: [], next: ["one", "other"] });
  expect(marks("2026-11-23T14:30:00Z")).toEqual({ on: ["one"], next: ["late"] });
  expect(marks("2026-11-23T19:30:00Z")).toEqual({ on: ["late"], next: [] });
  expect(marks("2026-11-23T08:30:00Z")).toEqual({ on: [], next: ["one", "other"] });
});
