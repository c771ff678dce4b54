import { describe, expect, test } from "vitest";
import { checkClosing, checkDays, closureLines, closureSpans } from "./closure-rules.server.ts";

/** Monday 23 November 2026, ten in the morning in Nairobi. */
const NOW = new Date("2026-11-23T07:00:00Z");

describe("days", () => {
  test.each([
    ["2026-11-23", "2026-11-23", undefined],
    ["2026-11-23", "2027-01-21", undefined],
    ["2027-11-24", "2027-11-24", undefined],
    ["2026-11-31", "2026-12-01", { code: "days-unreadable" }],
    ["2026-11-30", "tomorrow", { code: "days-unreadable" }],
    ["2026-11-25", "2026-11-24", { code: "reversed" }],
    ["2026-11-22", "2026-11-24", { code: "day-past" }],
    ["2027-11-24", "2027-11-25", { code: "too-far", last: "2027-11-24" }],
    ["2026-11-23", "2027-01-22", { code: "too-many-days", max: 60 }],
  ])("from %s to %s are closed, or refused: %o", (from, to, refusal) => {
    expect(checkClosing({ at: NOW }, { from, to })).toEqual(refusal);
  });

  test("are reopened however many they are", () => {
    expect(checkDays({ at: NOW }, { from: "2026-11-23", to: "2027-01-22" })).toBeUndefined();
  });

  test("are past after midnight in Nairobi", () => {
    const closing = (at: string) => checkClosing({ at: new Date(at) }, { from: "2026-11-23", to: "2026-11-23" });
    expect(closing("2026-11-23T20:59:59Z")).toBeUndefined();
    expect(closing("2026-11-23T21:00:00Z")).toEqual({ code: "day-past" });
  });
});

describe("the lines about closures", () => {
  const today = "2026-11-23";

  test("have days with one reason together, and begin two weeks ahead", () => {
    expect([closureLines([], today), closureSpans([])]).toEqual([[], []]);
    const closures = [
      ...["2026-11-24", "2026-11-25", "2026-11-26"].map((date) => ({ date, note: "new floor" })),
      { date: "2026-11-27", note: "public holiday" },
      { date: "2026-11-29", note: "public holiday" },
      { date: "2026-11-30", note: "new floor" },
    ];
    expect(closureLines(closures, today)).toEqual([
      "Closed from Tuesday 24\u00a0November to Thursday 26\u00a0November: new floor",
      "Closed on Friday 27\u00a0November: public holiday",
      "Closed on Sunday 29\u00a0November: public holiday",
      "Closed on Monday 30\u00a0November: new floor",
    ]);
    const on = (date: string) => closureLines([{ date, note: "works" }], today);
    const counts = ["2026-11-22", "2026-11-23", "2026-12-06", "2026-12-07"].map((date) => on(date).length);
    expect(counts).toEqual([0, 1, 1, 0]);
    const long = ["2026-12-06", "2026-12-07", "2026-12-08"].map((date) => ({ date, note: "works" }));
    expect(closureLines(long, today)).toEqual(["Closed from Sunday 6\u00a0December to Tuesday 8\u00a0December: works"]);
  });
});
