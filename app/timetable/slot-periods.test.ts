import { describe, expect, test } from "vitest";
import {
  changedFrom,
  endedFrom,
  hasSameValues,
  isOver,
  periodOn,
  type SlotPeriod,
  shownPeriod,
  weeklySlots,
} from "./slot-periods.server.ts";

const TODAY = "2026-11-20";

const dateOf = (day: string | undefined) => (day ? `2026-11-${day}` : null);

const valuesOf = (trainer: string) => ({
  ...{ day: "monday" as const, time: { from: "9:00am", to: "10:00am" } },
  ...{ gymClass: "boxing", trainer },
});

/** `A ..24, B 25..`: A until the 24th of November, then B until further notice. */
const periodsOf = (text: string): SlotPeriod[] =>
  text
    .split(", ")
    .filter(Boolean)
    .map((part) => {
      const [, trainer = "", first, last] = /^(\w) (\d*)\.\.(\d*)$/.exec(part) ?? [];
      return { ...valuesOf(trainer), first: dateOf(first), last: dateOf(last) };
    });

const textOf = (periods: readonly SlotPeriod[]) =>
  periods.map(({ trainer, first, last }) => `${trainer} ${first?.slice(8) ?? ""}..${last?.slice(8) ?? ""}`).join(", ");

describe("a slot that changes", () => {
  test.each([
    ["at once", "A ..", "", "B", "A ..19, B 20.."],
    ["from a day", "A ..", "25", "B", "A ..24, B 25.."],
    ["twice on one day", "A ..19, B 20..", "", "C", "A ..19, C 20.."],
    ["before its last day, which is kept", "A ..27", "25", "B", "A ..24, B 25..27"],
    ["after its last day", "A ..22", "25", "B", "A ..22, B 25.."],
    ["after it has ended: begins again", "A ..10", "", "B", "A ..10, B 20.."],
    ["without any period: begins again", "", "", "B", "B 20.."],
    ["before it begins: on its day", "A 25..", "", "B", "B 25.."],
    ["before it begins: on an earlier day", "A 25..", "22", "B", "B 22.."],
    ["before it begins: on a later day", "A 25..", "27", "B", "A 25..26, B 27.."],
    ["before it begins: keeps its last day", "A 25..28", "22", "B", "B 22..28"],
    ["before it begins: after its last day", "A 25..28", "29", "B", "A 25..28, B 29.."],
    ["to the same values", "A ..", "25", "A", "A .."],
    ["to the same values, after it has ended", "A ..10", "", "A", "A ..10, A 20.."],
    ["on its last day", "A ..25", "25", "B", "A ..24, B 25..25"],
    ["back to the values until yesterday", "A ..19, B 20..", "", "A", "A .."],
  ])("%s", (_, before, from, trainer, after) => {
    const periods = changedFrom(periodsOf(before), dateOf(from), valuesOf(trainer), TODAY);
    expect("code" in periods ? periods : textOf(periods)).toBe(after);
  });

  test.each(["A ..24, B 25..", "A ..10, B 25..", "A ..24, B 25..28"])("not while a change is pending: %s", (before) => {
    const pending = { code: "change-pending", first: "2026-11-25" };
    expect(changedFrom(periodsOf(before), dateOf("23"), valuesOf("C"), TODAY)).toEqual(pending);
  });
});

test.each([
  ["A ..", "25", "A ..24"],
  ["A ..27", "25", "A ..24"],
  ["A ..22", "25", "A ..22"],
  ["A ..25", "25", "A ..24"],
  ["A ..24, B 25..", "28", "A ..24, B 25..27"],
  ["A ..24, B 25..", "25", "A ..24"],
  ["A ..24, B 25..", "22", "A ..21"],
  ["A 25..", "20", ""],
])("%s, removed from the %s: %s", (before, from, after) => {
  expect(textOf(endedFrom(periodsOf(before), `2026-11-${from}`))).toBe(after);
});

test.each([
  ["A ..19, B 20..24, C 25..", "B"],
  ["A ..10, B 25..", "B"],
  ["A 01..05, B 06..10, C 11..12", "C"],
  ["A ..10, B 25..26, C 27..", "B"],
])("the form of %s shows %s", (periods, visible) => {
  expect(shownPeriod(periodsOf(periods), TODAY)?.trainer).toBe(visible);
});

test("a slot is only on its weekday, with the values of that date", () => {
  const weekly = weeklySlots(periodsOf("A ..24, B 25..28").map((period) => ({ ...period, slot: "one" })));
  expect(weekly.on("2026-11-23")).toEqual([{ slug: "one", ...valuesOf("A") }]);
  expect(weekly.on("2026-11-24")).toEqual([]);
  expect(weekly.allOn("2026-11-25")).toEqual([{ slug: "one", ...valuesOf("B") }]);
  expect(weekly.find("one", "2026-11-29")).toBeUndefined();
  expect([weekly.on("2026-11-30"), weekly.allOn("2026-11-30")]).toEqual([[], []]);
  expect(weekly.find("two", "2026-11-23")).toBeUndefined();
});

test.each([
  ["A ..", "20", "A", false],
  ["A 20..22", "19", undefined, false],
  ["A 20..22", "20", "A", false],
  ["A 20..22", "22", "A", false],
  ["A 20..22", "23", undefined, true],
])("%s, on the %s, is %s; over: %s", (periods, day, trainer, over) => {
  const [period] = periodsOf(periods);
  expect(periodOn(periodsOf(periods), `2026-11-${day}`)?.trainer).toBe(trainer);
  expect(period && isOver(period, `2026-11-${day}`)).toBe(over);
});

test.each([
  ["the same values", {}, true],
  ["another day", { day: "tuesday" as const }, false],
  ["another start", { time: { from: "8:00am", to: "10:00am" } }, false],
  ["another end", { time: { from: "9:00am", to: "11:00am" } }, false],
  ["another class", { gymClass: "yoga" }, false],
  ["another trainer", { trainer: "B" }, false],
])("a period with %s continues one: %s", (_, change, expected) => {
  expect(hasSameValues(valuesOf("A"), { ...valuesOf("A"), ...change })).toBe(expected);
});
