import { expect, test } from "vitest";
import { FAULTS, makeBadList, PLAN_NAMES } from "../../../test/members/bad-lists.ts";
import { dayNumber } from "../../time/days.ts";
import { judge } from "./judge.ts";
import { type ListSource, readRows } from "./read-rows.ts";

const FACTS = {
  people: [],
  plans: Object.entries(PLAN_NAMES).map(([slug, name]) => ({
    ...{ slug, name, terms: { length: { unit: "months" as const, count: 1 }, visits: null } },
  })),
  today: dayNumber("2026-11-27"),
};

/** Lists per run; for more, set `LISTS=600`. */
const LISTS = Number(process.env.LISTS ?? 60);

function judged(source: ListSource, answers = {}) {
  const read = readRows(source);
  if ("code" in read) throw new Error(read.code);
  return judge(read.rows, { columns: [], answers }, FACTS);
}

/** Compares each row with what is known about it. */
function compare({ source, known, filled, dayForm, about }: ReturnType<typeof makeBadList>): void {
  if (dayForm === "turned") {
    const added = judged(source).rows.filter(({ verdict }) => verdict === "new" || verdict === "here");
    expect(added, about).toEqual([]);
  }
  const result = judged(source, dayForm === "turned" ? { "days-turned:last-day": "turned" } : {});
  expect(result.rows.length, about).toBe(filled);
  const people = new Map(result.rows.filter(({ verdict }) => verdict !== "heading").map((row) => [row.line, row]));
  expect([...people.keys()], about).toEqual([...known.keys()]);
  const wrong = [...known].flatMap(([line, { verdict, reason, name, phone, plan, day }]) => {
    const row = people.get(line);
    const isSame =
      row?.verdict === verdict &&
      (reason === undefined ? row.reasons.length === 0 : row.reasons.some(({ code }) => code === reason));
    const isRead = verdict === "refused" || (row?.name === name && (row?.phones[0] ?? "") === phone);
    const hasPass = verdict !== "new" || (row?.pass?.planSlug === plan && row?.pass?.lastDay === dayNumber(day ?? ""));
    return isSame && isRead && hasPass ? [] : [{ line, verdict, reason, name, phone, plan, day, row }];
  });
  expect(wrong, about).toEqual([]);
}

test("no row of a bad list is lost, and none is misjudged", () => {
  const used = new Set<string>();
  for (let seed = 1; seed <= LISTS; seed += 1) {
    const list = makeBadList(seed, 60);
    compare(list);
    for (const fault of list.used) used.add(fault);
  }
  expect([...used].sort()).toEqual(Object.keys(FAULTS).sort());
});

test("a list of 5,000 rows is judged correctly", () => compare(makeBadList(3, 5000)));

test("a truncated file adds nothing wrong", () => {
  for (let seed = 1; seed <= LISTS; seed += 1) {
    const { source, known, dayForm, about } = makeBadList(seed, 20);
    if (!("bytes" in source) || dayForm === "turned") continue;
    for (const share of [0.5, 0.6, 0.7, 0.8, 0.9]) {
      const result = judged({ bytes: source.bytes.subarray(0, Math.floor(share * source.bytes.length)) });
      const last = result.rows.at(-1);
      const wrong = result.rows.filter((row) => {
        const { name, phone, plan = "", day = "" } = known.get(row.line) ?? {};
        // The rest of a name or a note may be missing from the last row.
        const isRead = (row.phones[0] ?? "") === phone && (row === last || row.name === name);
        const hasPass = row.pass === undefined || (row.pass.planSlug === plan && row.pass.lastDay === dayNumber(day));
        return row.verdict === "new" && !(isRead && hasPass);
      });
      expect(wrong, `${about}, ${share}`).toEqual([]);
    }
  }
});
