import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { type Figures, Person } from "../../test/members/random-passes.ts";
import { dateOfDay, dayNumber, sameDayMonthsAfter } from "../time/days.ts";
import { FREEZE_LENGTHS, FREEZE_LIMITS, type FreezeKind, type FreezeProblem, freezeProblem } from "./freezes.ts";
import {
  computeDays,
  graceOf,
  isDayPass,
  isMemberOn,
  isPeriod,
  lastDayOf,
  nextPassPeriod,
  type PassDays,
  type PassHistory,
  type PlanLength,
  passForVisit,
  personStateOn,
  type SoldPass,
} from "./passes.ts";

const MONTH: PlanLength = { unit: "months", count: 1 };

const on = dayNumber;

/** A pass of some days. @param begins a date, or the id of the pass that it follows */
function sold(id: string, count: number, begins: string, visits: number | null = null): SoldPass {
  return {
    ...{ id, days: count, visits, graceDays: graceOf(count) },
    begins: /^\d{4}-/.test(begins) ? { day: on(begins) } : { behind: begins },
  };
}

function computed(passes: readonly SoldPass[], rest: Partial<PassHistory> = {}): PassDays[] {
  return computeDays({ passes, freezes: [], ends: [], visits: [], closedDays: new Set(), ...rest });
}

function computedOne(pass: SoldPass, rest: Partial<PassHistory> = {}): PassDays {
  const [first = expect.unreachable()] = computed([pass], rest);
  return first;
}

/** From 23 November to 22 December, with a grace period until 25 December. */
const NOVEMBER = sold("november", 30, "2026-11-23");

const VOID = computedOne(NOVEMBER, { ends: [{ passId: "november", kind: "void", day: on("2026-11-23") }] });

describe("how long a plan lasts", () => {
  test.each([
    ["2026-11-23", { unit: "days", count: 1 }, "2026-11-23"],
    ["2026-11-23", MONTH, "2026-12-22"],
    ["2027-01-31", MONTH, "2027-02-28"],
    ["2027-01-31", { unit: "months", count: 2 }, "2027-03-30"],
    ["2026-12-31", { unit: "months", count: 2 }, "2027-02-28"],
    ["2028-02-29", { unit: "months", count: 12 }, "2029-02-28"],
    ["2027-02-28", { unit: "months", count: 12 }, "2028-02-27"],
  ] as const)("from %s, %o ends on %s", (from, length, to) => {
    expect(dateOfDay(lastDayOf(on(from), length))).toBe(to);
  });
});

test("the lengths offered for a freeze are allowed", () => {
  const { min, max } = FREEZE_LIMITS.counted;
  expect(FREEZE_LENGTHS.filter(([days]) => days < min || days > max)).toEqual([]);
  const lengths = FREEZE_LENGTHS.map(([days, text]) => `${days}: ${text}`);
  expect(lengths).toEqual(["14: 2 weeks", "21: 3 weeks", "30: 1 month", "90: 3 months"]);
});

describe("the beginning of a pass", () => {
  test("a pass of two days is a period", () => {
    expect([1, 2].map((count) => isPeriod({ days: count, visits: null }))).toEqual([false, true]);
    expect([1, 2].map((count) => isDayPass({ days: count, visits: null }))).toEqual([true, false]);
    expect(isPeriod({ days: 30, visits: 10 })).toBe(false);
    expect(isDayPass({ days: 1, visits: 1 })).toBe(false);
    // Imported on the last day of a month.
    expect(isDayPass({ days: 1, visits: null, graceDays: 3 })).toBe(false);
  });

  test("a new period follows the one with the longer grace period of two that ended on the same day", () => {
    const ended = [{ ...NOVEMBER, id: "imported", graceDays: 0 }, NOVEMBER];
    for (const passes of [ended, ended.toReversed()]) {
      const next = nextPassPeriod(computed(passes), { length: MONTH, visits: null, today: on("2026-12-25") });
      expect(next).toMatchObject({ begins: { behind: "november" }, firstDay: on("2026-12-23") });
    }
  });

  test("a pass is refused if it would end later than 24 months from today", () => {
    const place = (unit: PlanLength["unit"], count: number, known: readonly PassDays[] = []) =>
      nextPassPeriod(known, { length: { unit, count }, visits: null, today: on("2026-11-23") });
    expect(place("months", 24)).toMatchObject({ lastDay: on("2028-11-22") });
    // 24 months are 731 days, up to the day before the same day.
    expect(place("days", 732)).toMatchObject({ lastDay: on("2028-11-23") });
    expect(place("days", 733)).toBeUndefined();
    const placeBehind = (count: number) => place("months", 23, computed([sold("before", count, "2026-11-23")]));
    expect(placeBehind(31)).toMatchObject({ lastDay: on("2028-11-23") });
    expect(placeBehind(32)).toBeUndefined();
  });
});

test("passes are computed in any order, but not without the pass before one", () => {
  const chain = [sold("january", 30, "2027-01-01"), sold("february", 29, "january")];
  const firstDays = computed([...chain].reverse()).map(({ firstDay }) => dateOfDay(firstDay));
  expect(firstDays).toEqual(["2027-01-31", "2027-01-01"]);
  expect(() => computed([sold("february", 29, "january")])).toThrow("january");
});

test("a pass that runs, is frozen or in its grace period makes a member, and a day pass or a void one does not", () => {
  const days = ["2026-11-22", "2026-11-23", "2026-12-22", "2026-12-25", "2026-12-26"];
  const memberOn = (pass: PassDays) => days.filter((day) => isMemberOn([pass], on(day)));
  expect(memberOn(computedOne(NOVEMBER))).toEqual(["2026-11-23", "2026-12-22", "2026-12-25"]);
  expect(memberOn(computedOne(sold("day", 1, "2026-11-23")))).toEqual([]);
  const freezes = [{ passId: "november", firstDay: on("2026-12-22"), lastDay: on("2027-01-05") }];
  expect(memberOn(computedOne(NOVEMBER, { freezes }))).toEqual(days.slice(1));
  expect(personStateOn([VOID], on("2026-12-01"))).toBe("never");
});

describe("a freeze", () => {
  const YEAR = sold("year", 365, "2026-11-23");
  const freezes = [{ passId: "year", firstDay: on("2027-01-10"), lastDay: on("2027-01-20") }];
  const FROZEN = computedOne(YEAR, { freezes });
  type Case = { pass?: PassDays; from?: string; count?: number; kind?: FreezeKind; counted?: string };

  // The random lives compare whether each freeze is allowed; these are the reasons.
  test.each<[FreezeProblem | undefined, Case]>([
    [undefined, {}],
    ["freeze-short", { count: 13 }],
    ["freeze-long", { count: 91 }],
    ["freeze-long", { count: 181, kind: "medical" }],
    ["days-reversed", { count: 0 }],
    ["past", { from: "2026-11-30" }],
    ["outside-pass", { from: "2027-11-23" }],
    ["outside-pass", { pass: VOID }],
    ["day-pass", { pass: computedOne(sold("day", 1, "2026-12-01")) }],
    ["overlap", { pass: FROZEN, from: "2027-01-20" }],
    ["overlap", { pass: FROZEN, from: "2026-12-28" }],
    ["too-soon", { counted: "2025-12-02" }],
    [undefined, { counted: "2025-12-01" }],
    ["too-soon", { counted: "2027-11-30" }],
    [undefined, { counted: "2027-12-01" }],
    [undefined, { counted: "2025-12-02", kind: "medical" }],
  ])(
    "is refused as %s: %o",
    (problem, { pass = computedOne(YEAR), from = "2026-12-01", count = 14, kind, counted }) => {
      const request = { firstDay: on(from), lastDay: on(from) + count - 1, kind: kind ?? "counted" };
      const options = { today: on("2026-12-01"), counted: counted === undefined ? [] : [on(counted)] };
      expect(freezeProblem(pass, request, options)).toBe(problem);
    },
  );
});

describe("a visit", () => {
  const LATE = sold("late", 90, "2026-11-23", 10);

  test("uses a pass that gives access to what is visited, and no visit that is promised to a booking", () => {
    const under = (opens: (pass: PassDays) => boolean) =>
      passForVisit(computed([NOVEMBER, LATE]), on("2026-12-01"), opens)?.pass.id;
    expect(under(({ pass }) => pass.id === "late")).toBe("late");
    expect(under(() => false)).toBeUndefined();
    const visits = [{ passId: "pack", day: on("2026-11-23") }];
    const pack = computedOne(sold("pack", 30, "2026-11-23", 3), { visits });
    const opensAll = () => true;
    const passWith = (pass: PassDays, promised: number) =>
      passForVisit([pass], on("2026-12-01"), opensAll, () => promised)?.pass.id;
    expect([passWith(pack, 1), passWith(pack, 2)]).toEqual(["pack", undefined]);
    expect(passWith(computedOne(NOVEMBER), 5)).toBe("november");
  });
});

test("no day depends on the time zone of the server", () => {
  const zones = ["Pacific/Auckland", "America/Los_Angeles"];
  // In its own process: a worker's time zone can't be changed.
  const script = `
      import { calendarDay, sameDayMonthsAfter } from "./app/time/days.ts";
      for (const zone of ${JSON.stringify(zones)}) {
        process.env.TZ = zone;
        const days = ["2026-12-22T20:59:59Z", "2026-12-22T21:00:00Z"].map((at) => calendarDay(new Date(at)));
        for (let day = 20_500; day < 21_500; day += 1) days.push(sameDayMonthsAfter(day, 1));
        console.log(new Date(0).getTimezoneOffset(), days.join());
      }`;
  const out = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    ...{ encoding: "utf8", cwd: new URL("../../", import.meta.url) },
  });
  const expected = [on("2026-12-22"), on("2026-12-23")];
  for (let day = 20_500; day < 21_500; day += 1) expected.push(sameDayMonthsAfter(day, 1));
  expect(out.trim().split("\n")).toEqual([`-720 ${expected.join()}`, `480 ${expected.join()}`]);
});

// Each seed is one person. On a difference, `test/members/random-passes.ts` names the seed, the day and the act.
test("a person's passes match a day-by-day count through three years, after random acts of every kind", () => {
  const figures: Figures = { acts: {}, refused: 0, states: 0 };
  for (let seed = 1; seed <= 10; seed += 1) new Person(seed, figures).live();
  expect(Object.keys(figures.acts).sort()).toEqual([
    ...["buy behind", "buy in grace", "buy today", "come early", "end", "end before its first day", "freeze"],
    ...["freeze for a medical reason", "give back days that are past", "give closed days back", "merge"],
    ...["take a freeze back", "take an end back", "take closed days back", "undo a visit", "visit of a pack", "void"],
    "void what was ended",
  ]);
  expect(figures.refused).toBeGreaterThan(100);
  expect(figures.states).toBeGreaterThan(100_000);
}, 120_000);
