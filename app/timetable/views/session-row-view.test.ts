import { describe, expect, it } from "vitest";
import { FITNESS } from "../../../test/timetable/sample-session.ts";
import type { TimetableRow } from "../class-session.ts";
import { sessionRowView } from "./timetable-view.server.ts";
import { marksAt } from "./timetable-view.ts";

const TODAY = "2026-11-23";
const FIVE = { from: "5:00pm", to: "6:00pm" };

const view = (overrides: Partial<TimetableRow> = {}) => {
  const row = { ...FITNESS, movedTo: null, ...overrides };
  return sessionRowView(row, TODAY, { classes: new Map([["fitness", {}]]), availability: new Map() });
};

it("a row links to its class while the class is on the site", () => {
  expect(view().hasPage).toBe(true);
  expect(view({ classSlug: "zumba" }).hasPage).toBe(false);
});

describe("a row for visitors", () => {
  it("has no change for a class that takes place as usual", () => {
    expect(view()).toMatchObject({ isOff: false, change: undefined, reason: null, trainer: "Wanjiru Kamau" });
  });

  it("is marked as off when its class is cancelled, and shows the reason", () => {
    const reason = "Kenya Power is working on our street that night.";
    expect(view({ state: "cancelled", reason })).toMatchObject({
      isOff: true,
      change: { kind: "cancelled" },
      reason,
    });
  });

  it("leaves the reason of a closed day to the line above the rows", () => {
    expect(view({ state: "cancelled", isClosed: true, reason: "public holiday" }).reason).toBeNull();
  });

  it("shows where a class has moved, with a link if that day is shown", () => {
    expect(view({ movedTo: { date: "2026-11-24", time: FIVE } })).toMatchObject({
      isOff: true,
      change: { kind: "moved", to: "Tuesday 24 November, 5:00pm", path: "/schedule/tuesday" },
    });
    expect(view({ movedTo: { date: "2026-12-01", time: FIVE } }).change).toMatchObject({
      path: "/schedule/tuesday?date=2026-12-01",
    });
    expect(view({ movedTo: { date: "2026-11-22", time: FIVE } }).change).toMatchObject({ path: undefined });
  });

  it("shows where a class was moved from: only the old time if the day is the same", () => {
    expect(view({ movedFrom: { date: "2026-11-22", time: { from: "4:00pm", to: "5:00pm" } } })).toMatchObject({
      isOff: false,
      change: { kind: "moved-here", from: "Sunday 22 November, 4:00pm" },
    });
    expect(view({ movedFrom: { date: TODAY, time: FIVE } }).change).toEqual({ kind: "new-time", from: "5:00pm" });
  });

  it("shows a cancellation before any other state", () => {
    const moved = { movedFrom: { date: "2026-11-22", time: FIVE }, state: "cancelled" } as const;
    expect(view(moved).change).toEqual({ kind: "cancelled" });
    expect(view({ ...moved, movedTo: { date: "2026-11-24", time: FIVE } }).change).toEqual({ kind: "cancelled" });
  });

  it("has a different key on the original date of a moved session", () => {
    expect(view({ date: "2026-11-24" }).key).not.toBe(view().key);
  });
});

describe("the marks of a day", () => {
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

  it("are on current classes until they end, and on all classes that begin next", () => {
    expect(marks("2026-11-23T05:59:59Z")).toEqual({ on: [], next: ["early"] });
    expect(marks("2026-11-23T06:00:00Z")).toEqual({ on: ["early"], next: ["one", "other"] });
    expect(marks("2026-11-23T07:00:00Z")).toEqual({ on: [], next: ["one", "other"] });
    expect(marks("2026-11-23T14:30:00Z")).toEqual({ on: ["one"], next: ["late"] });
    expect(marks("2026-11-23T19:30:00Z")).toEqual({ on: ["late"], next: [] });
  });

  it("are never on a class that is cancelled or moved away", () => {
    expect(marks("2026-11-23T08:30:00Z")).toEqual({ on: [], next: ["one", "other"] });
  });
});
