import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { type Figures, runPerson } from "../../test/members/random-passes.ts";
import { DAY_MS } from "../platform/durations.ts";
import { calendarDay, dayNumber, sameDayMonthsAfter } from "../time/days.ts";
import { lastDayOf, type PlanLength } from "./pass-calendar.ts";
import {
  computeDays,
  endsWithin,
  type FreezeKind,
  freezeProblem,
  graceOf,
  isDayPass,
  isPeriod,
  nextPassPeriod,
  type PassDays,
  type PassEnd,
  type PassHistory,
  passForVisit,
  personStateOn,
  type SoldPass,
  stateOn,
  visitsLeft,
} from "./passes.ts";

const MONTH: PlanLength = { unit: "months", count: 1 };

const on = dayNumber;
const dateOfDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const days = (from: string, count: number) => Array.from({ length: count }, (_, index) => on(from) + index);

/** A pass of some days. @param begins a date, or the id of the pass that it follows */
function sold(id: string, count: number, begins: string, visits: number | null = null): SoldPass {
  const isDate = /^\d{4}-/.test(begins);
  return {
    ...{ id, days: count, visits, graceDays: graceOf(count) },
    begins: isDate ? { day: on(begins) } : { behind: begins },
  };
}

function computed(passes: readonly SoldPass[], rest: Partial<PassHistory> = {}): PassDays[] {
  return computeDays({ passes, freezes: [], ends: [], visits: [], closedDays: new Set(), ...rest });
}

function computedOne(pass: SoldPass, rest: Partial<PassHistory> = {}): PassDays {
  const [first] = computed([pass], rest);
  if (first === undefined) throw new Error("There is no pass");
  return first;
}

const frozen = (passId: string, from: string, to: string) => ({ passId, firstDay: on(from), lastDay: on(to) });
const ended = (passId: string, day: string): PassEnd => ({ passId, kind: "ended", day: on(day) });
const undone = (passId: string, day: string): PassEnd => ({ passId, kind: "void", day: on(day) });
const visited = (passId: string, ...dates: string[]) => dates.map((date) => ({ passId, day: on(date) }));
const closed = (from: string, count: number) => new Set(days(from, count));

/** The days of a pass: "2027-01-31 to 2027-02-28", or "none". */
const visible = ({ firstDay, lastDay }: { firstDay: number; lastDay: number }) =>
  lastDay < firstDay ? "none" : `${dateOfDay(firstDay)} to ${dateOfDay(lastDay)}`;

/** The states of a pass on consecutive days. */
const statesOf = (pass: PassDays, from: string, count: number) => days(from, count).map((day) => stateOn(pass, day));

/** The period of a month that is paid for on a day. */
function nextMonth(passes: readonly PassDays[], today: string) {
  const placing = nextPassPeriod(passes, { length: MONTH, visits: null, today: on(today) });
  if (placing === undefined) throw new Error("It is refused");
  return placing;
}

/** From 23 November to 22 December, with a grace period until 25 December. */
const NOVEMBER = sold("november", 30, "2026-11-23");

describe("a person's passes through three years", () => {
  // Each seed is one person. On a difference, `test/members/random-passes.ts` names the seed, the day and the act.
  const figures: Figures = { acts: {}, refused: 0, states: 0 };

  test.each(Array.from({ length: 10 }, (_, index) => index + 1))(
    "match a day-by-day count on every day, after random acts (seed %i)",
    (seed) => {
      runPerson(seed, figures);
    },
  );

  test("include every kind of act", () => {
    expect(Object.keys(figures.acts).sort()).toEqual([
      ...["buy behind", "buy in grace", "buy today", "come early", "end", "end before its first day", "freeze"],
      ...["freeze for a medical reason", "give back days that are past", "give closed days back", "merge"],
      ...["take a freeze back", "take an end back", "take closed days back", "undo a visit", "visit of a pack", "void"],
      "void what was ended",
    ]);
    expect(figures.refused).toBeGreaterThan(100);
    expect(figures.states).toBeGreaterThan(100_000);
  });
});

describe("how long a plan lasts", () => {
  test.each([
    ["2026-11-23", { unit: "days", count: 1 }, "2026-11-23"],
    ["2026-11-23", { unit: "days", count: 10 }, "2026-12-02"],
    ["2026-11-23", { unit: "weeks", count: 2 }, "2026-12-06"],
    ["2026-11-23", MONTH, "2026-12-22"],
    ["2027-01-01", MONTH, "2027-01-31"],
    ["2027-01-28", MONTH, "2027-02-27"],
    ["2027-01-31", MONTH, "2027-02-28"],
    ["2027-01-31", { unit: "months", count: 2 }, "2027-03-30"],
    ["2026-12-31", { unit: "months", count: 2 }, "2027-02-28"],
    ["2028-02-29", { unit: "months", count: 12 }, "2029-02-28"],
    ["2027-02-28", { unit: "months", count: 12 }, "2028-02-27"],
  ] as const)("from %s, %o ends on %s", (from, length, to) => {
    expect(dateOfDay(lastDayOf(on(from), length))).toBe(to);
  });

  test.each([
    ["2027-01-29", "2027-02-28"],
    ["2027-01-30", "2027-02-28"],
    ["2028-01-29", "2028-02-28"],
    ["2028-01-30", "2028-02-29"],
    ["2028-01-31", "2028-02-29"],
  ])("a month from %s ends on %s, within February (Lago #1840)", (from, to) => {
    expect(dateOfDay(lastDayOf(on(from), MONTH))).toBe(to);
  });

  test.each([1, 2, 3, 6])(
    "%i months bought again and again from the 28th to the 31st leave no gap and don't overlap (Lago #6173)",
    (count) => {
      for (const start of ["2027-01-28", "2027-01-29", "2027-01-30", "2027-01-31", "2028-02-29", "2027-08-31"]) {
        const passes: SoldPass[] = [];
        const length = { unit: "months", count } as const;
        for (let today = on(start); passes.length < 30; ) {
          const known = computed(passes);
          const placing = nextPassPeriod(known, { length, visits: null, today });
          if (placing === undefined) throw new Error("It is refused");
          const before = known.at(-1);
          expect(placing.firstDay).toBe(before === undefined ? today : before.lastDay + 1);
          expect(placing.days).toBeGreaterThanOrEqual(28 * count);
          expect(placing.days).toBeLessThanOrEqual(31 * count);
          passes.push({
            id: `${passes.length}`,
            visits: null,
            graceDays: 3,
            days: placing.days,
            begins: placing.begins,
          });
          today = placing.lastDay;
        }
      }
    },
  );

  test("the same day some months later is the last day of a month that is too short", () => {
    expect(dateOfDay(sameDayMonthsAfter(on("2028-02-29"), 12))).toBe("2029-02-28");
    expect(dateOfDay(sameDayMonthsAfter(on("2026-11-30"), 3))).toBe("2027-02-28");
    expect(dateOfDay(sameDayMonthsAfter(on("2026-11-23"), 24))).toBe("2028-11-23");
  });
});

describe("the beginning of a pass", () => {
  const passes = computed([NOVEMBER]);

  test("a renewal leaves no gap of a day (chicago-tool-library/circulate #1558)", () => {
    for (const today of days("2026-11-23", 33)) {
      expect(dateOfDay(nextMonth(passes, dateOfDay(today)).firstDay)).toBe("2026-12-23");
    }
  });

  test("a renewal begins after the current pass, not when it is paid (erpnext #14407)", () => {
    expect(nextMonth(passes, "2026-12-12")).toMatchObject({ begins: { behind: "november" }, days: 31 });
    expect(visible(nextMonth(passes, "2026-12-12"))).toBe("2026-12-23 to 2027-01-22");
  });

  test("a renewal in the grace period is active at once, without a gap (republik/plattform #743)", () => {
    const { begins, days: count } = nextMonth(passes, "2026-12-24");
    const both = computed([NOVEMBER, { id: "december", visits: null, graceDays: 3, days: count, begins }]);
    expect(both.map(visible)).toEqual(["2026-11-23 to 2026-12-22", "2026-12-23 to 2027-01-22"]);
    expect(new Set(days("2026-11-23", 61).map((day) => personStateOn(both, day)))).toEqual(new Set(["running"]));
  });

  test("a payment after the grace period pays for no past day (Dolibarr #17318)", () => {
    expect(nextMonth(passes, "2026-12-26").begins).toEqual({ day: on("2026-12-26") });
    expect(visible(nextMonth(passes, "2026-12-26"))).toBe("2026-12-26 to 2027-01-25");
    expect(visible(nextMonth(passes, "2027-03-01"))).toBe("2027-03-01 to 2027-03-31");
  });

  test("a first pass begins today", () => {
    expect(nextMonth([], "2026-11-23")).toMatchObject({ begins: { day: on("2026-11-23") }, days: 30 });
  });

  test("packs and day passes begin today, whatever else is current", () => {
    const options = { length: { unit: "months", count: 3 }, visits: 10, today: on("2026-12-01") } as const;
    expect(nextPassPeriod(passes, options)).toMatchObject({
      begins: { day: on("2026-12-01") },
      lastDay: on("2027-02-28"),
    });
    const dayPass = { length: { unit: "days", count: 1 }, visits: null, today: on("2026-12-01") } as const;
    expect(nextPassPeriod(passes, dayPass)).toMatchObject({ begins: { day: on("2026-12-01") }, days: 1 });
  });

  test("a period begins today in spite of packs and day passes", () => {
    const beside = computed([sold("pack", 90, "2026-11-23", 10), sold("day", 1, "2026-11-23")]);
    expect(nextMonth(beside, "2026-11-23").begins).toEqual({ day: on("2026-11-23") });
  });

  test("a pass of two days is a period", () => {
    expect([1, 2].map((count) => isPeriod({ days: count, visits: null }))).toEqual([false, true]);
    expect([1, 2].map((count) => isDayPass({ days: count, visits: null }))).toEqual([true, false]);
    expect(isPeriod({ days: 30, visits: 10 })).toBe(false);
    expect(isDayPass({ days: 1, visits: 1 })).toBe(false);
  });

  test("a new pass follows a future pass, but not one that never runs", () => {
    const chain = [NOVEMBER, sold("january", 31, "november"), sold("undone", 28, "january")];
    expect(nextMonth(computed(chain), "2026-12-01").begins).toEqual({ behind: "undone" });
    const rest = { ends: [undone("undone", "2026-12-01")] };
    expect(nextMonth(computed(chain, rest), "2026-12-01").begins).toEqual({ behind: "january" });
  });

  test("a pass that never ran is ignored, even after a merge", () => {
    const rest = { ends: [undone("undone", "2026-12-24")] };
    const both = computed([NOVEMBER, sold("undone", 30, "2026-12-24")], rest);
    expect(nextMonth(both, "2026-12-24").begins).toEqual({ behind: "november" });
  });

  test("a pass ended today still runs, so the next one begins tomorrow; bought later, it begins at once", () => {
    const rest = { ends: [ended("november", "2026-12-01")] };
    expect(visible(nextMonth(computed([NOVEMBER], rest), "2026-12-01"))).toBe("2026-12-02 to 2027-01-01");
    expect(nextMonth(computed([NOVEMBER], rest), "2026-12-03").begins).toEqual({ day: on("2026-12-03") });
  });

  test("a new pass never begins on a day of an ended renewal, even if the pass before is in its grace period", () => {
    const rest = { ends: [ended("renewal", "2026-12-24")] };
    const both = computed([NOVEMBER, sold("renewal", 31, "november")], rest);
    expect(nextMonth(both, "2026-12-25").begins).toEqual({ day: on("2026-12-25") });
  });

  test("after a merge, a new pass follows the later of two passes, or the one in grace if both end together", () => {
    const later = computed([sold("longer", 40, "2026-11-23"), NOVEMBER]);
    expect(nextMonth(later, "2026-12-01").begins).toEqual({ behind: "longer" });
    const together = computed([sold("short", 6, "2026-12-17"), NOVEMBER]);
    expect(nextMonth(together, "2026-12-24").begins).toEqual({ behind: "november" });
  });

  test("a pass is refused if it would end later than 24 months from today", () => {
    const place = (unit: PlanLength["unit"], count: number, known: readonly PassDays[] = []) =>
      nextPassPeriod(known, { length: { unit, count }, visits: null, today: on("2026-11-23") });
    expect(place("months", 24)).toMatchObject({ lastDay: on("2028-11-22") });
    // 24 months are 731 days, up to the day before the same day.
    expect(place("days", 732)).toMatchObject({ lastDay: on("2028-11-23") });
    expect(place("days", 733)).toBeUndefined();
    expect(place("months", 23, computed([sold("day before", 31, "2026-11-23")]))).toMatchObject({
      lastDay: on("2028-11-23"),
    });
    expect(place("months", 23, computed([sold("day before", 32, "2026-11-23")]))).toBeUndefined();
  });
});

describe("the grace period", () => {
  test("begins on the day after the last day, and has three days (CESNET/perun #3821)", () => {
    const pass = computedOne(NOVEMBER);
    expect(statesOf(pass, "2026-12-22", 5)).toEqual(["running", "grace", "grace", "grace", "ended"]);
    expect(dateOfDay(pass.graceDay)).toBe("2026-12-25");
  });

  test("follows passes of seven days or more", () => {
    expect([1, 6, 7, 30].map(graceOf)).toEqual([0, 0, 3, 3]);
    expect(statesOf(computedOne(sold("day", 1, "2026-11-23")), "2026-11-22", 3)).toEqual([
      "future",
      "running",
      "ended",
    ]);
  });

  test("follows a pack with visits left, and ends with the visit that uses it up", () => {
    const pack = sold("pack", 7, "2026-11-23", 2);
    expect(statesOf(computedOne(pack), "2026-11-29", 5)).toEqual(["running", "grace", "grace", "grace", "ended"]);
    const [once, twice] = [["2026-11-25"], ["2026-11-25", "2026-12-01"]].map((dates) =>
      computedOne(pack, { visits: visited("pack", ...dates) }),
    );
    expect(once?.graceDay).toBe(on("2026-12-02"));
    expect(twice).toMatchObject({ lastDay: on("2026-11-29"), graceDay: on("2026-12-01"), usedUpOn: on("2026-12-01") });
    expect(twice && statesOf(twice, "2026-11-29", 4)).toEqual(["running", "grace", "grace", "ended"]);
  });

  test("does not follow a used-up pack, which still runs on the day of its last visit", () => {
    const pack = sold("pack", 30, "2026-11-23", 2);
    const used = computedOne(pack, { visits: visited("pack", "2026-11-27", "2026-11-25") });
    expect(statesOf(used, "2026-11-26", 4)).toEqual(["running", "running", "ended", "ended"]);
    expect(used).toMatchObject({ graceDay: on("2026-11-27"), usedUpOn: on("2026-11-27"), visitsUsed: 2, daysCut: 25 });
  });

  test("does not follow a void pass, or one that was ended, even on its last day", () => {
    expect(computedOne(NOVEMBER, { ends: [ended("november", "2026-12-01")] }).graceDay).toBe(on("2026-12-01"));
    const onLastDay = computedOne(NOVEMBER, { ends: [ended("november", "2026-12-22")] });
    expect(statesOf(onLastDay, "2026-12-22", 2)).toEqual(["running", "ended"]);
    const isVoid = computedOne(NOVEMBER, { ends: [undone("november", "2026-12-22")] });
    expect(new Set(statesOf(isVoid, "2026-11-20", 40))).toEqual(new Set(["ended"]));
  });

  test("does not follow a pass after which another period ran, even if that was ended in its first days", () => {
    const passes = [NOVEMBER, sold("next", 30, "november")];
    const states = (rest: Partial<PassHistory>) =>
      days("2026-12-22", 5).map((day) => personStateOn(computed(passes, rest), day));
    expect(states({ ends: [ended("next", "2026-12-23")] })).toEqual(["running", "running", "ended", "ended", "ended"]);
    // The other period never ran, or was never given.
    const own = ["running", "grace", "grace", "grace", "ended"];
    expect(states({ ends: [ended("next", "2026-12-22")] })).toEqual(own);
    expect(states({ ends: [undone("next", "2026-12-23"), ended("next", "2026-12-23")] })).toEqual(own);
  });

  test("ends when a merged period begins, or one after a period that never ran, but not for a pack or day pass", () => {
    const graceDay = (others: readonly SoldPass[], ends: readonly PassEnd[]) => {
      const [first] = computed([NOVEMBER, ...others], { ends });
      return first && dateOfDay(first.graceDay);
    };
    const merged = sold("merged", 30, "2026-12-24");
    expect(graceDay([merged], [ended("merged", "2026-12-24")])).toBe("2026-12-23");
    const within = sold("merged", 60, "2026-12-01");
    expect(graceDay([within], [ended("merged", "2026-12-10")])).toBe("2026-12-25");
    expect(graceDay([within], [])).toBe("2026-12-22");
    const row = [sold("never", 30, "november"), sold("ran", 30, "never")];
    expect(graceDay(row, [undone("never", "2026-12-23"), ended("ran", "2026-12-23")])).toBe("2026-12-22");
    expect(graceDay([sold("pack", 60, "2026-12-20", 5), sold("day", 1, "2026-12-24")], [])).toBe("2026-12-25");
  });

  test("lets nobody in if the next pass is frozen from its first day", () => {
    const passes = computed([NOVEMBER, sold("next", 30, "november")], {
      freezes: [frozen("next", "2026-12-23", "2027-01-10")],
    });
    expect(passForVisit(passes, on("2026-12-24"), () => true)).toBeUndefined();
  });
});

describe("a pass that follows another", () => {
  const chain = [sold("january", 30, "2027-01-01"), sold("february", 29, "january")];

  test("keeps its number of days when it moves: three days later, 31 January to 28 February is 3 February to 3 March", () => {
    expect(computed(chain).map(visible)).toEqual(["2027-01-01 to 2027-01-30", "2027-01-31 to 2027-02-28"]);
    const moved = ["2027-01-01 to 2027-02-02", "2027-02-03 to 2027-03-03"];
    const freezes = [frozen("january", "2027-01-10", "2027-01-12")];
    expect(computed(chain, { freezes }).map(visible)).toEqual(moved);
    expect(computed(chain, { closedDays: closed("2027-01-10", 3) }).map(visible)).toEqual(moved);
  });

  test("begins on the day after the one before it was ended", () => {
    const passes = computed(chain, { ends: [ended("january", "2027-01-10")] });
    expect(passes.map(visible)).toEqual(["2027-01-01 to 2027-01-10", "2027-01-11 to 2027-02-08"]);
    expect(passes.map(({ daysCut, end }) => [daysCut, end])).toEqual([
      [20, "ended"],
      [0, undefined],
    ]);
  });

  test("takes the place of a pass that is void, or was ended before it began", () => {
    const ghost = computed(chain, { ends: [undone("january", "2027-01-10")] });
    expect(ghost.map(visible)).toEqual(["none", "2027-01-01 to 2027-01-29"]);
    const three = [...chain, sold("march", 31, "february")];
    const passes = computed(three, { ends: [ended("february", "2027-01-10")] });
    expect(passes.map(visible)).toEqual(["2027-01-01 to 2027-01-30", "none", "2027-01-31 to 2027-03-02"]);
    expect(passes.map((pass) => stateOn(pass, on("2027-01-10")))).toEqual(["running", "ended", "future"]);
    expect(passes[1]?.daysCut).toBe(29);
  });

  test("is computed in any order, but not without the pass before it", () => {
    expect(computed([...chain].reverse()).map(visible)).toEqual([
      "2027-01-31 to 2027-02-28",
      "2027-01-01 to 2027-01-30",
    ]);
    expect(() => computed([sold("february", 29, "january")])).toThrow("january");
  });
});

describe("an end", () => {
  test("on the last day of a pass or later cuts no day", () => {
    for (const date of ["2026-12-22", "2026-12-23"]) {
      expect(computedOne(NOVEMBER, { ends: [ended("november", date)] })).toMatchObject({
        daysCut: 0,
        lastDay: on("2026-12-22"),
      });
    }
  });

  test("no longer counts once the pass is void", () => {
    const ends = [ended("november", "2026-12-01"), undone("november", "2026-12-05")];
    const passes = computed([NOVEMBER, sold("next", 31, "november")], { ends });
    expect(passes.map(visible)).toEqual(["none", "2026-11-23 to 2026-12-23"]);
    expect(passes[0]).toMatchObject({ end: "void", daysCut: 30 });
  });

  test("cuts the days that were still to run, but no frozen days", () => {
    const rest = { ends: [ended("november", "2026-12-06")], freezes: [frozen("november", "2026-12-01", "2026-12-03")] };
    expect(computedOne(NOVEMBER, rest).daysCut).toBe(30 - 11);
  });

  test("ends only its own pass", () => {
    const passes = computed([NOVEMBER, sold("pack", 90, "2026-11-23", 10)], { ends: [ended("pack", "2026-12-01")] });
    expect(passes.map(({ end }) => end)).toEqual([undefined, "ended"]);
  });
});

describe("closed days", () => {
  test("move the last day of a pass from the first day of a closure to after it", () => {
    expect(visible(computedOne(NOVEMBER, { closedDays: closed("2026-12-22", 3) }))).toBe("2026-11-23 to 2026-12-25");
  });

  test("extend a pass even if they fall within an extension", () => {
    const closedDays = new Set([...days("2026-12-20", 2), ...days("2026-12-23", 2)]);
    expect(visible(computedOne(NOVEMBER, { closedDays }))).toBe("2026-11-23 to 2026-12-26");
  });

  test("don't extend passes that are frozen, in grace, ended or still to start", () => {
    const freezes = [frozen("november", "2026-12-01", "2026-12-14")];
    const whileFrozen = computedOne(NOVEMBER, { freezes, closedDays: closed("2026-12-01", 14) });
    expect(visible(whileFrozen)).toBe("2026-11-23 to 2027-01-05");
    const inGrace = computedOne(NOVEMBER, { closedDays: closed("2026-12-23", 3) });
    expect(inGrace).toMatchObject({ lastDay: on("2026-12-22"), graceDay: on("2026-12-25") });
    const ends = [ended("november", "2026-12-01")];
    expect(visible(computedOne(NOVEMBER, { ends, closedDays: closed("2026-12-02", 3) }))).toBe(
      "2026-11-23 to 2026-12-01",
    );
    expect(visible(computedOne(NOVEMBER, { closedDays: closed("2026-11-22", 1) }))).toBe("2026-11-23 to 2026-12-22");
  });

  test("extend a pass that is sold later, a day pass and a pack", () => {
    expect(visible(computedOne(NOVEMBER, { closedDays: closed("2026-11-23", 1) }))).toBe("2026-11-23 to 2026-12-23");
    expect(visible(computedOne(sold("day", 1, "2026-11-23"), { closedDays: closed("2026-11-23", 1) }))).toBe(
      "2026-11-23 to 2026-11-24",
    );
    expect(visible(computedOne(sold("pack", 7, "2026-11-23", 5), { closedDays: closed("2026-11-25", 2) }))).toBe(
      "2026-11-23 to 2026-12-01",
    );
  });

  test("don't count as days that were cut", () => {
    const rest = { ends: [ended("november", "2026-12-02")], closedDays: closed("2026-11-25", 2) };
    expect(computedOne(NOVEMBER, rest).daysCut).toBe(30 - 8);
  });
});

describe("a freeze", () => {
  const freezes = [frozen("november", "2026-12-01", "2026-12-14")];

  test("moves the last day by the number of its days", () => {
    const pass = computedOne(NOVEMBER, { freezes });
    expect(visible(pass)).toBe("2026-11-23 to 2027-01-05");
    expect(statesOf(pass, "2026-11-30", 2)).toEqual(["running", "frozen"]);
    expect(statesOf(pass, "2026-12-14", 2)).toEqual(["frozen", "running"]);
  });

  test("from the last day on moves that day to after the freeze", () => {
    const pass = computedOne(NOVEMBER, { freezes: [frozen("november", "2026-12-22", "2027-01-04")] });
    expect(visible(pass)).toBe("2026-11-23 to 2027-01-05");
  });

  test("ends the day before when it is ended early, even on its first day", () => {
    const pass = computedOne(NOVEMBER, { freezes: [frozen("november", "2026-12-01", "2026-12-04")] });
    expect(visible(pass)).toBe("2026-11-23 to 2026-12-26");
    expect(statesOf(pass, "2026-12-04", 2)).toEqual(["frozen", "running"]);
    const atOnce = computedOne(NOVEMBER, { freezes: [frozen("november", "2026-12-01", "2026-11-30")] });
    expect(visible(atOnce)).toBe("2026-11-23 to 2026-12-22");
  });

  test("affects only its own pass", () => {
    const passes = computed([NOVEMBER, sold("pack", 30, "2026-11-23", 10)], { freezes });
    expect(passes.map((pass) => stateOn(pass, on("2026-12-01")))).toEqual(["frozen", "running"]);
    expect(passes.map(({ lastDay }) => dateOfDay(lastDay))).toEqual(["2027-01-05", "2026-12-22"]);
  });

  describe("is allowed", () => {
    const year = computedOne(sold("year", 365, "2026-11-23"));
    const problem = (
      [from, count, kind = "counted"]: [from: string, count: number, kind?: FreezeKind],
      { pass = year, today = "2026-12-01", counted = [] as string[] } = {},
    ) => {
      const request = { firstDay: on(from), lastDay: on(from) + count - 1, kind };
      return freezeProblem(pass, request, { today: on(today), counted: counted.map(on) });
    };

    test.each([
      ["counted", 13, "freeze-short"],
      ["counted", 14, undefined],
      ["counted", 90, undefined],
      ["counted", 91, "freeze-long"],
      ["medical", 1, undefined],
      ["medical", 180, undefined],
      ["medical", 181, "freeze-long"],
      ["medical", 0, "days-reversed"],
    ] as const)("as %s for %i days: %s", (kind, count, expected) => {
      expect(problem(["2026-12-01", count, kind])).toBe(expected);
    });

    test("from today on", () => {
      expect(problem(["2026-11-30", 14])).toBe("past");
      expect(problem(["2026-12-01", 14])).toBeUndefined();
    });

    test("within the pass: from its first to its last day", () => {
      const options = { pass: computedOne(NOVEMBER), today: "2026-11-20" };
      expect(problem(["2026-11-22", 14], options)).toBe("outside-pass");
      expect(problem(["2026-11-23", 14], options)).toBeUndefined();
      expect(problem(["2026-12-22", 14], options)).toBeUndefined();
      expect(problem(["2026-12-23", 14], options)).toBe("outside-pass");
      const isVoid = computedOne(NOVEMBER, { ends: [undone("november", "2026-11-23")] });
      expect(problem(["2026-11-23", 14], { ...options, pass: isVoid })).toBe("outside-pass");
    });

    test("for months, weeks and packs, but not for day passes", () => {
      expect(problem(["2026-12-01", 14], { pass: computedOne(sold("day", 1, "2026-12-01")) })).toBe("day-pass");
      expect(problem(["2026-12-01", 14], { pass: computedOne(sold("week", 7, "2026-12-01")) })).toBeUndefined();
      expect(problem(["2026-12-01", 14], { pass: computedOne(sold("pack", 30, "2026-12-01", 10)) })).toBeUndefined();
    });

    test("only on days that are not yet frozen", () => {
      const pass = computedOne(sold("year", 365, "2026-11-23"), {
        freezes: [frozen("year", "2027-01-10", "2027-01-20")],
      });
      expect(problem(["2027-01-09", 1, "medical"], { pass })).toBeUndefined();
      expect(problem(["2027-01-09", 2, "medical"], { pass })).toBe("overlap");
      expect(problem(["2027-01-20", 1, "medical"], { pass })).toBe("overlap");
      expect(problem(["2027-01-21", 1, "medical"], { pass })).toBeUndefined();
      expect(problem(["2027-01-12", 2, "medical"], { pass })).toBe("overlap");
    });

    test("again twelve months after the first day of the last counted freeze, or as long before a future one", () => {
      const pass = computedOne(sold("long", 730, "2026-01-01"));
      const options = { pass, counted: ["2026-12-10"] };
      expect(problem(["2027-12-09", 14], options)).toBe("too-soon");
      expect(problem(["2027-12-10", 14], options)).toBeUndefined();
      const toCome = { pass, counted: ["2027-12-10"] };
      expect(problem(["2026-12-11", 14], toCome)).toBe("too-soon");
      expect(problem(["2026-12-10", 14], toCome)).toBeUndefined();
      expect(problem(["2027-02-01", 14, "medical"], options)).toBeUndefined();
      expect(problem(["2027-12-10", 14], { pass, counted: ["2026-12-10", "2027-01-10"] })).toBe("too-soon");
    });
  });
});

describe("a visit", () => {
  const PERIOD = NOVEMBER;
  const [SOON, LATE] = [sold("soon", 10, "2026-11-23", 10), sold("late", 90, "2026-11-23", 10)];
  const under = (passes: readonly PassDays[], date: string, opens: (pass: PassDays) => boolean = () => true) =>
    passForVisit(passes, on(date), opens)?.pass.id;

  test("uses a running period first, then one in grace, then the pack that ends first, and last a pack in grace", () => {
    const passes = computed([LATE, SOON, PERIOD, sold("gone", 7, "2026-11-23", 5)]);
    expect(under(passes, "2026-12-01")).toBe("november");
    expect(under(passes, "2026-12-23")).toBe("november");
    expect(under(passes, "2026-12-26")).toBe("late");
    const packs = computed([LATE, SOON, sold("gone", 7, "2026-11-23", 5)]);
    expect(under(packs, "2026-12-01")).toBe("soon");
    expect(under(packs, "2026-12-03")).toBe("late");
    expect(under(computed([SOON]), "2026-12-03")).toBe("soon");
    expect(under(computed([SOON]), "2026-12-06")).toBeUndefined();
    expect(under(computed([SOON, sold("gone", 8, "2026-11-23", 5)]), "2026-12-03")).toBe("gone");
  });

  test("uses the period after one in grace", () => {
    expect(under(computed([PERIOD, sold("next", 31, "november")]), "2026-12-23")).toBe("next");
  });

  test("uses a day pass rather than a pack", () => {
    expect(under(computed([SOON, sold("day", 1, "2026-11-30")]), "2026-11-30")).toBe("day");
  });

  test("uses the pack of a person whose pass is frozen, and the freeze continues", () => {
    const freezes = [frozen("november", "2026-12-01", "2026-12-14")];
    const passes = computed([PERIOD, LATE], { freezes, visits: visited("late", "2026-12-02") });
    expect(under(passes, "2026-12-03")).toBe("late");
    expect(stateOn(passes[0] ?? expect.unreachable(), on("2026-12-03"))).toBe("frozen");
    expect(under(computed([PERIOD], { freezes }), "2026-12-03")).toBeUndefined();
    expect(
      under(computed([LATE], { freezes: [frozen("late", "2026-12-01", "2026-12-14")] }), "2026-12-03"),
    ).toBeUndefined();
  });

  test("uses no pack without visits left, and no pass that isn't running", () => {
    const pack = sold("pack", 30, "2026-11-23", 2);
    const used = computed([pack, LATE], { visits: visited("pack", "2026-11-23", "2026-11-24") });
    expect(under(used, "2026-11-24")).toBe("late");
    expect(under(used.slice(0, 1), "2026-11-24")).toBeUndefined();
    expect(under(computed([PERIOD]), "2026-11-22")).toBeUndefined();
    expect(under(computed([PERIOD]), "2026-12-26")).toBeUndefined();
    expect(under(computed([PERIOD], { ends: [undone("november", "2026-11-24")] }), "2026-11-23")).toBeUndefined();
  });

  test("uses a pass that gives access to what is visited", () => {
    expect(under(computed([PERIOD, LATE]), "2026-12-01", ({ pass }) => pass.id === "late")).toBe("late");
    expect(under(computed([PERIOD]), "2026-12-01", () => false)).toBeUndefined();
  });

  test("uses no visit that is promised to a booking", () => {
    const [pack] = computed([sold("pack", 30, "2026-11-23", 3)], { visits: visited("pack", "2026-11-23") });
    const promised = (count: number) =>
      passForVisit(
        pack ? [pack] : [],
        on("2026-11-24"),
        () => true,
        () => count,
      );
    expect([1, 2].map((count) => promised(count)?.pass.id)).toEqual(["pack", undefined]);
    expect(
      passForVisit(
        computed([PERIOD]),
        on("2026-12-01"),
        () => true,
        () => 5,
      )?.pass.id,
    ).toBe("november");
  });

  test("leaves one visit less in a pack, and never less than none", () => {
    const left = (...dates: string[]) =>
      visitsLeft(computedOne(sold("pack", 30, "2026-11-23", 2), { visits: visited("pack", ...dates) }));
    expect([left(), left("2026-11-23"), left("2026-11-23", "2026-11-23")]).toEqual([2, 1, 0]);
    expect(left("2026-11-23", "2026-11-24", "2026-11-25")).toBe(0);
    expect(visitsLeft(computedOne(PERIOD))).toBeNull();
  });

  test("is counted for a period, and ends nothing", () => {
    const visits = visited("november", "2026-11-23", "2026-11-24");
    const passes = computed([PERIOD, LATE], { visits });
    expect(passes.map(({ visitsUsed }) => visitsUsed)).toEqual([2, 0]);
    expect(passes[0]).not.toHaveProperty("usedUpOn");
  });
});

describe("the state of a person", () => {
  const freezes = [frozen("frozen", "2026-11-24", "2026-12-30")];
  const [running, isFrozen, grace, future, over] = computed(
    [
      ...[sold("running", 30, "2026-11-23"), sold("frozen", 30, "2026-11-23"), sold("grace", 7, "2026-11-23", 5)],
      ...[sold("future", 30, "2026-12-02"), sold("over", 1, "2026-11-23")],
    ],
    { freezes },
  );
  const all = [over, future, grace, isFrozen, running].flatMap((pass) => pass ?? []);

  test("is the first state of their passes in this order: running, frozen, grace, future, ended", () => {
    const states = [5, 4, 3, 2, 1].map((count) => personStateOn(all.slice(0, count), on("2026-12-01")));
    expect(states).toEqual(["running", "frozen", "grace", "future", "ended"]);
  });

  test("is 'never' without a pass, or with only a void one", () => {
    expect(personStateOn([], on("2026-12-01"))).toBe("never");
    expect(personStateOn(computed([NOVEMBER], { ends: [undone("november", "2026-12-01")] }), on("2026-12-01"))).toBe(
      "never",
    );
    const ends = [ended("next", "2026-12-01")];
    const [, next] = computed([NOVEMBER, sold("next", 31, "november")], { ends });
    expect(personStateOn(next ? [next] : [], on("2026-12-01"))).toBe("ended");
  });

  test("changes at midnight in Nairobi, whatever zone the server is in", () => {
    const pass = computedOne(NOVEMBER);
    const stateAt = (moment: string) => stateOn(pass, calendarDay(new Date(moment)));
    expect(stateAt("2026-12-22T20:59:59Z")).toBe("running");
    expect(stateAt("2026-12-22T21:00:00Z")).toBe("grace");
    expect(stateAt("2026-11-22T20:59:59Z")).toBe("future");
    expect(stateAt("2026-11-22T21:00:00Z")).toBe("running");
  });

  test("does not depend on the time zone of the server, nor do any days", () => {
    const zones = { UTC: 0, "Pacific/Auckland": -720, "America/Los_Angeles": 480 };
    // In its own process: a worker's time zone can't be changed.
    const script = `
      import { calendarDay, sameDayMonthsAfter } from "./app/time/days.ts";
      import { lastDayOf } from "./app/members/pass-calendar.ts";
      for (const zone of ${JSON.stringify(Object.keys(zones))}) {
        process.env.TZ = zone;
        const days = ["2026-12-22T20:59:59Z", "2026-12-22T21:00:00Z"].map((at) => calendarDay(new Date(at)));
        for (let day = 20_500; day < 21_500; day += 1) {
          for (const count of [1, 12]) days.push(lastDayOf(day, { unit: "months", count }), sameDayMonthsAfter(day, count));
        }
        console.log(new Date(0).getTimezoneOffset(), days.join());
      }`;
    const out = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
      ...{ encoding: "utf8", cwd: new URL("../../", import.meta.url) },
    });
    const expected = [on("2026-12-22"), on("2026-12-23")];
    for (let day = 20_500; day < 21_500; day += 1) {
      for (const count of [1, 12])
        expected.push(lastDayOf(day, { unit: "months", count }), sameDayMonthsAfter(day, count));
    }
    expect(out.trim().split("\n")).toEqual(Object.values(zones).map((offset) => `${offset} ${expected.join()}`));
  });
});

describe("the list of passes that end within a week", () => {
  const WEEK = [on("2026-12-20"), on("2026-12-26")] as const;
  const ends = (passes: readonly PassDays[], range: readonly [number, number] = WEEK) =>
    passes.filter((pass) => endsWithin(passes, pass, range)).map(({ pass }) => pass.id);

  test("includes people whose last day is within it, including its first and last day", () => {
    expect(ends(computed([NOVEMBER]))).toEqual(["november"]);
    expect(ends(computed([NOVEMBER]), [on("2026-12-22"), on("2026-12-22")])).toEqual(["november"]);
    expect(ends(computed([NOVEMBER]), [on("2026-12-23"), on("2026-12-29")])).toEqual([]);
    expect(ends(computed([NOVEMBER]), [on("2026-12-15"), on("2026-12-21")])).toEqual([]);
  });

  test("excludes people with a later pass, unless that is void or was ended before it began", () => {
    const both = [NOVEMBER, sold("next", 31, "november")];
    expect(ends(computed(both))).toEqual([]);
    expect(ends(computed(both, { ends: [undone("next", "2026-12-01")] }))).toEqual(["november"]);
    expect(ends(computed(both, { ends: [ended("next", "2026-12-01")] }))).toEqual(["november"]);
    expect(ends(computed([NOVEMBER, sold("pack", 90, "2026-11-23", 10)]))).toEqual([]);
  });

  test("ignores day passes, even as later passes", () => {
    expect(ends(computed([sold("day", 1, "2026-12-22")]))).toEqual([]);
    expect(ends(computed([NOVEMBER, sold("day", 1, "2026-12-26")]))).toEqual(["november"]);
  });

  test("includes people whose pass was ended early, but not those whose pass is void", () => {
    const rest = { ends: [ended("november", "2026-12-20")] };
    expect(ends(computed([NOVEMBER], rest))).toEqual(["november"]);
    expect(ends(computed([NOVEMBER], { ends: [undone("november", "2026-12-20")] }), [0, on("2030-01-01")])).toEqual([]);
  });

  test("includes both of two passes that end together", () => {
    expect(ends(computed([NOVEMBER, sold("other", 20, "2026-12-03")]))).toEqual(["november", "other"]);
  });

  test("includes people who used up a pack, by the day of its last visit, even in its grace period", () => {
    const visits = visited("pack", "2026-12-21", "2026-12-22");
    expect(ends(computed([sold("pack", 90, "2026-11-23", 2)], { visits }))).toEqual(["pack"]);
    // Its last day was 18 December.
    const inGrace = computed([sold("pack", 26, "2026-11-23", 2)], {
      visits: visited("pack", "2026-12-01", "2026-12-20"),
    });
    expect(ends(inGrace)).toEqual(["pack"]);
    expect(ends([...inGrace, ...computed([sold("other", 27, "2026-11-23")])])).toEqual(["pack"]);
  });
});
