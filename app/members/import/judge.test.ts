import { describe, expect, test } from "vitest";
import { dateOfDay, dayNumber } from "../../time/days.ts";
import { type ImportFacts, type ImportSettings, isClear, type JudgedRow, judge, soldLength } from "./judge.ts";
import type { KnownPerson } from "./match.ts";
import type { RemarkCode } from "./messages.ts";
import type { ImportPlan } from "./values.ts";

const MONTH = { length: { unit: "months", count: 1 }, visits: null } as const;
const PLANS: ImportPlan[] = [
  { slug: "gold", name: "Gold", terms: MONTH },
  { slug: "ten", name: "Ten visits", terms: { length: { unit: "days", count: 90 }, visits: 10 } },
  { slug: "day", name: "Day", terms: { length: { unit: "days", count: 1 }, visits: null } },
];

/** The last possible day is 27 November 2028. */
const TODAY = dayNumber("2026-11-27");

/** People who show what the columns are. */
const OTHERS = ["Ali Omar", "Ben Auma", "Cat Njeri", "Dan Kiprono"];
const WITH_PASSES = OTHERS.map((name, at) => `${name}|073300020${at}|Gold|2027-02-14`);

type More = { answers?: ImportSettings["answers"]; people?: KnownPerson[]; problem?: RemarkCode };

/** Judges a list with some headings, whose cells are separated by bars. */
function judged(headings: string, lines: readonly string[], { answers = {}, people = [], problem }: More = {}) {
  const rows = [headings, ...lines].map((text, at) => ({
    ...{ line: at + 1, cells: text.split("|") },
    ...(problem && at === 1 && { problem }),
  }));
  const facts: ImportFacts = { people, plans: PLANS, today: TODAY };
  return judge(rows, { columns: [], answers }, facts);
}

/** A row in short: `new Halima Yusuf gold today..2027-02-14`, then its reasons and notes. */
function short({ verdict, name, pass, reasons, notes }: JudgedRow): string {
  const first = pass?.firstDay === TODAY ? "today" : dateOfDay(pass?.firstDay ?? 0);
  const days = pass && `${pass.planSlug} ${first}..${dateOfDay(pass.lastDay)}`;
  const visits = pass?.visits == null ? undefined : `${pass.visits} visits`;
  const remarks = [
    ...reasons.map(({ code, text }) => `!${code} ${text}`.trim()),
    ...notes.map(({ code, text }) => `(${code} ${text})`),
  ];
  return [verdict, name, days, visits, ...remarks].filter((part) => part !== undefined && part !== "").join(" ");
}

const FULL = "Name|Phone|Email|Plan|Start|Expiry|Visits left";

/** Judges one row among others, whose cells are complete. */
function judgedOne(line: string, more: More = {}): string {
  const others = OTHERS.map(
    (name, at) => `${name}|073300020${at}|${at}@example.com|Gold|2026-10-1${at}|2027-01-1${at}|${at}`,
  );
  const [, row] = judged(FULL, [line, ...others], more).rows;
  return row === undefined ? "" : short(row);
}

const PERSON = "Halima Yusuf|0722000101";

/** Judges the row of that person, with cells from the plan on. @returns it in short, with a colon for the name */
function judgedPass(cells: string, more: More = {}): string {
  return judgedOne(`${PERSON}||${cells}`, more).replace(" Halima Yusuf", ":");
}

describe("a person", () => {
  test.each([
    [PERSON, "new Halima Yusuf"],
    ["---|0722000101||||", "refused --- !name-missing ---"],
    ["|0722000101||||", "refused !name-missing"],
    ["Totally Fine|||||", "review Totally Fine !phone-missing"],
    ["My Total|||||", "review My Total !phone-missing"],
    ["Total|0722000101||||", "new Total"],
    ["Total|-||||", "refused Total !name-missing Total"],
    ["evil.com|0722000101||||", "review evil.com !name-unclear evil.com"],
    ["Halima Yusuf|||||", "review Halima Yusuf !phone-missing"],
    ["Halima Yusuf|12345||||", "review Halima Yusuf !phone-unreadable 12345"],
    ["Halima Yusuf|2.54E+11||||", "review Halima Yusuf !phone-rounded 2.54E+11"],
    ["Halima Yusuf|0722000101 / 0733000101||||", "new Halima Yusuf (phone-more 0722000101 / 0733000101)"],
    [`${PERSON}|h@gmail|||`, "new Halima Yusuf (mail-refused h@gmail)"],
    [`${PERSON}||-||-|`, "new Halima Yusuf"],
  ])("%s: %s", (line, expected) => {
    expect(judgedOne(line)).toBe(expected);
  });

  const TOTALS = ["Total", "Grand total: 4", "Sub totals", "Subtotal", "Jumla", "Sum"];
  test.each([...TOTALS, "End of list", "Printed 26/11/2026"])("is not in a row that begins with %s", (text) => {
    expect(judgedOne(`${text}|||||`)).toBe(`refused ${text} !name-missing ${text}`);
  });

  test("can be imported without a number if the owner says so", () => {
    expect(judgedOne("Halima Yusuf|||||", { answers: { "phone-missing:all": "without" } })).toBe("new Halima Yusuf");
  });

  test("is reviewed when the row could not be read, whatever the name", () => {
    expect(judgedOne(`evil.com|0722000101||||`, { problem: "cut" })).toBe("review evil.com !cut");
  });

  test.each([
    ["Name", "Kamau Kamau", "Kamau Kamau"],
    ["First name|Last name", "Halima|Yusuf", "Halima Yusuf"],
    ["Last name|First name", "Yusuf|Halima", "Halima Yusuf"],
    ["First name|Last name", "Halima Yusuf|Yusuf", "Halima Yusuf"],
    ["First name|Last name", "Halima|", "Halima"],
    ["First name|Other names|Surname", "Halima|Noor|Yusuf", "Halima Noor Yusuf"],
  ])("has one name from the columns %s: %s", (headings, cells, name) => {
    const lines = ["Ali|Ben|Cat", "Dan|Eve|Fay", "Gil|Hal|Ida"].map((names, at) => {
      const parts = names.split("|").slice(0, headings.split("|").length);
      return `${parts.join("|")}|073300020${at}`;
    });
    expect(judged(`${headings}|Phone`, [`${cells}|0722000101`, ...lines]).rows[1]?.name).toBe(name);
  });
});

describe("a pass", () => {
  test.each([
    ["Gold||2027-02-14", "new: gold today..2027-02-14"],
    ["Gold|2027-01-15|2027-02-14", "new: gold 2027-01-15..2027-02-14"],
    ["Gold|2027-02-14|2027-02-14", "new: gold 2027-02-14..2027-02-14"],
    ["Gold|2027-02-15|2027-02-14", "review: !days-reversed 2027-02-15"],
    ["Gold||2026-11-27", "new: gold today..2026-11-27"],
    ["Gold||2026-11-26", "new: gold 2026-11-26..2026-11-26"],
    ["Gold||2028-11-27", "new: gold today..2028-11-27"],
    ["Gold||2028-11-28", "review: !far-day 2028-11-28"],
    ["Gold||Lifetime", "review: !far-day Lifetime"],
    ["Gold||soon", "review: !day-word soon"],
    ["Gold||", "review: !day-missing"],
    ["Gold||2027-02-31", "review: !day-impossible 2027-02-31"],
    ["Gold|2027-02-31|2027-03-14", "new: gold today..2027-03-14 !day-impossible 2027-02-31"],
    ["||2027-02-14", "review: !plan-missing"],
    ["Iron||2027-02-14", "review: !plan-word Iron"],
    ["Ten visits||2027-02-14|4", "new: ten today..2027-02-14 4 visits"],
    ["Ten visits||2027-02-14|10", "new: ten today..2027-02-14 10 visits"],
    ["Ten visits||2027-02-14|11", "review: !visits-meaning 11"],
    ["Ten visits||2027-02-14|x1", "review: !visits-unreadable x1"],
    ["Ten visits||2027-02-14|", "review: !visits-missing"],
    ["Ten visits||2027-02-14|-", "review: !visits-missing"],
    ["Gold||2027-02-14|4", "new: gold today..2027-02-14"],
  ])("%s: %s", (cells, expected) => {
    // A row with reasons is in review, even if its pass is known.
    expect(judgedPass(cells)).toBe(expected.includes("!") ? expected.replace(/^new/, "review") : expected);
  });

  test.each([
    ["Gold||Lifetime", "far-day:all", "limit", "new: gold today..2028-11-27"],
    ["Gold||Lifetime", "far-day:all", "no-pass", "new:"],
    ["Iron||Lifetime", "far-day:all", "no-pass", "new:"],
    ["Gold||2028-11-28", "far-day:all", "limit", "new: gold today..2028-11-27"],
    ["Gold||2028-11-28", "far-day:all", "period", "review: !far-day 2028-11-28"],
    ["Gold|2026-11-20|soon", "day-word:soon", "period", "new: gold 2026-11-20..2026-12-19"],
    ["Gold|2028-11-20|soon", "day-word:soon", "period", "new: gold 2028-11-20..2028-11-27"],
    ["Gold||soon", "day-word:soon", "period", "review: !day-word soon"],
    ["Iron|2026-11-20|soon", "day-word:soon", "period", "review: !plan-word Iron"],
    ["Gold||soon", "day-word:soon", "limit", "new: gold today..2028-11-27"],
    ["Gold||", "day-missing:", "no-pass", "new:"],
    ["||2027-02-14", "plan-missing:", "gold", "new: gold today..2027-02-14"],
    ["||2027-02-14", "plan-missing:", "no-pass", "new:"],
    ["Iron||2027-02-14", "plan-word:iron", "gold", "new: gold today..2027-02-14"],
    ["Iron|2027-02-31|2027-02-14", "plan-word:iron", "no-pass", "new:"],
    ["Ten visits||2027-02-14|11", "visits-meaning:all", "neither", "new: ten today..2027-02-14 10 visits"],
    ["Ten visits||2027-02-14|11", "visits-meaning:all", "left", "review: !visits-unreadable 11"],
    ["Ten visits||2027-02-14|", "visits-missing:all", "all", "new: ten today..2027-02-14 10 visits"],
  ])("%s, answered %s with %s: %s", (cells, key, answer, expected) => {
    expect(judgedPass(cells, { answers: { [key]: answer } })).toBe(expected);
  });

  test("has the visits that are left, or were used, as the owner answers", () => {
    const lines = OTHERS.map((name, at) => `${name}|073300020${at}|Ten visits|2027-02-14|${[1, 2, 3, 10][at]}`);
    const visits = (heading: string, answer: string) =>
      judged(`Name|Phone|Plan|Expiry|${heading}`, lines, { answers: { "visits-meaning:all": answer } })
        .rows.slice(1)
        .map(({ pass }) => pass?.visits);
    expect(visits("Visits", "left")).toEqual([1, 2, 3, 10]);
    expect(visits("Visits", "used")).toEqual([9, 8, 7, 0]);
    for (const heading of ["Visits", "Sessions", "Visits used", "Visits per week", "Visits (days)"])
      expect(visits(heading, ""), heading).toEqual([undefined, undefined, undefined, undefined]);
    expect(visits("Visits remaining", "")).toEqual([1, 2, 3, 10]);
  });

  test("of a list without a column of plans is asked about once, without a heading", () => {
    const { questions } = judged("Name|Phone|Expiry", [`${PERSON}|2027-02-14`, "Ali Omar|0733000200|2027-02-15"]);
    expect(questions).toMatchObject([{ key: "plan-missing:", heading: "", rows: 2 }]);
  });

  test("is left out by any of several status columns", () => {
    const lines = OTHERS.map(
      (name, at) =>
        `${name}|073300020${at}|Gold|${at === 1 ? "04/05/2026|soon|Active|Unpaid" : "|2027-02-14|Active|Paid"}`,
    );
    const answers = { "status-word:5:active": "pass", "status-word:6:paid": "pass", "status-word:6:unpaid": "no-pass" };
    const list = judged("Name|Phone|Plan|Start|Expiry|Status|Payment status", lines, { answers });
    // The days of a row without a pass are not asked about.
    expect(list.questions.map(({ key }) => key)).toEqual(Object.keys(answers));
    const passes = list.rows.slice(1).map(({ verdict, pass }) => `${verdict} ${pass?.planSlug ?? "without"}`);
    expect(passes).toEqual(["new gold", "new without", "new gold", "new gold"]);
    const open = judged("Name|Phone|Plan|Start|Expiry|Status|Payment status", lines);
    expect(open.questions.slice(0, 2).map(({ key, heading, options }) => [key, heading, ...options])).toEqual([
      ["status-word:5:active", "Status", "pass", "no-pass"],
      ["status-word:6:paid", "Payment status", "pass", "no-pass"],
    ]);
    expect(open.rows[1] && short(open.rows[1])).toMatch(/[^!]!status-word Active !status-word Paid$/);
  });
});

describe("the order of day and month", () => {
  /** Judges rows whose passes have these first and last days. */
  const list = (days: readonly string[], answers = {}) => {
    const lines = days.map((cells, at) => `${OTHERS[at]}|073300020${at}|Gold|${cells}`);
    return judged("Name|Phone|Plan|Start|Expiry", lines, { answers });
  };
  const OPEN = ["|04/05/2027", "|06/07/2027"];

  test("is asked for a column, with an example whose day is open until then", () => {
    const open = list(OPEN);
    expect(open.example).toEqual({ text: "04/05/2027", day: undefined });
    const question = { key: "day-order:last-day", heading: "Expiry", texts: ["04/05/2027"], rows: 2 };
    const days = { count: 2, read: dayNumber("2027-05-04"), turned: dayNumber("2027-04-05") };
    expect(open.questions).toMatchObject([{ ...question, options: ["read", "turned"], days }]);
    expect(open.rows[2]?.reasons).toEqual([{ code: "day-order", text: "06/07/2027" }]);
    const answered = list(OPEN, { "day-order:last-day": "turned" });
    expect(answered.example).toEqual({ text: "04/05/2027", day: dayNumber("2027-04-05") });
    expect(answered.rows[2]?.pass?.lastDay).toBe(dayNumber("2027-06-07"));
  });

  test("is proved by another day of the column, or by the other column", () => {
    const own = list([...OPEN, "|14/02/2027"]);
    expect(own.example).toEqual({ text: "04/05/2027", day: dayNumber("2027-05-04") });
    expect(own.questions).toEqual([]);
    const other = list(["25/11/2026|04/05/2027", "26/11/2026|06/07/2027"]);
    expect([other.example?.day, other.questions.length]).toEqual([dayNumber("2027-05-04"), 0]);
    expect(other.rows[2]?.pass).toMatchObject({ firstDay: dayNumber("2026-11-26"), lastDay: dayNumber("2027-07-06") });
    const american = list(["11/25/2026|04/05/2027", "11/26/2026|06/07/2027"]);
    expect(american.rows[2]?.pass).toMatchObject({ lastDay: dayNumber("2027-06-07") });
    // No day here can be read in two ways.
    expect(list(["|2027-02-14", "|2027-02-15"]).example).toBeUndefined();
  });

  test("is asked where a spreadsheet swapped days that the other column does not have, or that one contradicts itself", () => {
    const keysOf = (...days: string[]) => list(days).questions.map(({ key }) => key);
    expect(keysOf("25/11/2026|14/02/2027", "04/05/2027|2027-05-04")).toEqual(["days-turned:last-day"]);
    const contradicted = keysOf("25/11/2026|04/05/2027", "11/26/2026|06/07/2027", "01/02/2027|06/07/2027");
    expect(contradicted.sort()).toEqual(["day-order:last-day", "days-mixed:first-day"]);
  });

  test("makes a day impossible in the other order", () => {
    const proved = list(["|14/02/2027", "|02/14/2027"]);
    expect(proved.rows[2]?.reasons).toEqual([{ code: "day-impossible", text: "02/14/2027" }]);
    const mixed = list(["|04/05/2027", "|14/02/2027", "|02/14/2027"], { "days-mixed:last-day": "read" });
    expect(mixed.rows[3]?.reasons).toEqual([{ code: "day-impossible", text: "02/14/2027" }]);
  });
});

describe("somebody who is here", () => {
  const HALIMA = "+254722000101";
  const known = (name: string, phone: string, passes: KnownPerson["passes"] = []): KnownPerson => ({
    ...{ id: "known", name, phones: [phone], passes },
  });
  const until = (earliest: string, latest = earliest, isPeriod = true) => [
    { earliest: dayNumber(earliest), latest: dayNumber(latest), isPeriod },
  ];
  const packUntil = (day: string) => until(day, day, false);
  /** The cells of a row from the plan on. */
  const PERIOD = "Gold||2027-02-14";
  const PACK = "Ten visits||2027-02-14|5";

  test.each([
    ["without a pass in the row", "||", [], "here:"],
    ["without passes", PERIOD, [], "here: gold today..2027-02-14"],
    ["with this pass", PERIOD, until("2027-02-14"), "here:"],
    ["with this pass, since extended", PERIOD, until("2027-02-14", "2027-02-20"), "here:"],
    ["with this pass, before it was extended", "Gold||2027-02-20", until("2027-02-14", "2027-02-20"), "here:"],
    ["with a longer pass", PERIOD, until("2027-03-01"), "here:"],
    ["with a shorter pass", PERIOD, until("2027-02-13"), "here: gold today..2027-02-14"],
    ["with a pack that lasts longer", PERIOD, packUntil("2027-03-01"), "here: gold today..2027-02-14"],
    ["with a pack of that day", PERIOD, packUntil("2027-02-14"), "here: gold today..2027-02-14"],
    ["with a later pack", PACK, packUntil("2027-03-01"), "here: ten today..2027-02-14 5 visits"],
    ["with this pack", PACK, packUntil("2027-02-14"), "here:"],
    ["with a period of the pack’s last day", PACK, until("2027-02-14"), "here: ten today..2027-02-14 5 visits"],
    ["with a period longer than the pack", PACK, until("2027-03-01"), "here: ten today..2027-02-14 5 visits"],
    ["with a word as the day", "Gold||soon", until("2027-02-14"), "review: !day-word soon"],
    ["with a pass of the past in the row", "Gold||2026-11-26", [], "here:"],
    ["with a pass of today in the row", "Gold||2026-11-27", [], "here: gold today..2026-11-27"],
    ["with this pass, and an unknown plan", "Iron||2027-02-14", until("2027-02-14"), "here:"],
    ["with another, and an unknown plan", "Iron||2027-02-14", until("2027-02-13"), "review: !plan-word Iron"],
    ["with the last possible day of a year ago", "Gold||2028-11-27", until("2027-11-28"), "here:"],
    ["with a last day further back", "Gold||2028-11-27", until("2027-11-27"), "here: gold today..2028-11-27"],
    ["with one of almost two years", "Gold||2028-11-26", until("2028-11-25"), "here: gold today..2028-11-26"],
  ])("%s", (_, cells, passes, expected) => {
    expect(judgedPass(cells, { people: [known("Yusuf Halima", HALIMA, passes)] })).toBe(expected);
  });

  test("or may be here is named, and asked about", () => {
    const answer = (people: KnownPerson[], answers = {}) => {
      const { rows, questions } = judged("Name|Phone", [PERSON, PERSON], { people, answers });
      const keys = questions.map((question) => `${question.key} ${question.rows}`);
      return [rows[1] && short(rows[1]), rows[1]?.people, rows[1]?.match, keys];
    };
    expect(answer([known("Halima Yusuf", "+254722000999")])).toEqual([
      ...["review Halima Yusuf !same-name Halima Yusuf", ["Halima Yusuf"], " known", ["same-name:all 2"]],
    ]);
    expect(answer([{ ...known("Halima Noor", HALIMA), phones: ["+254722000999", HALIMA] }])).toEqual([
      ...["review Halima Yusuf !same-phone Halima Yusuf", ["Halima Noor"], " known", ["same-phone:all 2"]],
    ]);
    expect(answer([known("Halima Noor", HALIMA)], { "same-phone:all": "new" })).toEqual([
      ...["new Halima Yusuf", ["Halima Noor"], " known", ["same-phone:all 1"]],
    ]);
    expect(answer([known("Halima Yusuf", HALIMA)])).toEqual(["here Halima Yusuf", ["Halima Yusuf"], "known", []]);
    const four = [1, 2, 3, 4].map((at) => ({ ...known(`Halima ${at}`, HALIMA), id: String(at) }));
    expect(answer(four).slice(1, 3)).toEqual([["Halima 1", "Halima 2", "Halima 3"], " 1 2 3 4"]);
  });

  test("by an earlier row gets the later pass of a further row", () => {
    const days = ["2027-02-14", "2027-02-14", "2027-03-14", "2027-03-01"];
    const hers = days.map((day) => `${PERSON}|Gold|${day}`);
    const others = ["Yusuf Halima|0733000101|Gold|2027-02-14", "Halima Noor|0722000101|Gold|2027-02-14"];
    const { rows, questions } = judged("Name|Phone|Plan|Expiry", [...hers, ...others, ...WITH_PASSES]);
    expect(rows.slice(1, 7).map((judgedRow) => `${short(judgedRow)} ${judgedRow.person ?? ""}`.trim())).toEqual([
      "new Halima Yusuf gold today..2027-02-14",
      "here Halima Yusuf 2",
      "here Halima Yusuf gold today..2027-03-14 2",
      "here Halima Yusuf 2",
      "review Yusuf Halima gold today..2027-02-14 !same-name Yusuf Halima",
      // Relatives share numbers and names.
      "new Halima Noor gold today..2027-02-14",
    ]);
    expect(rows[6]?.people).toEqual(["Halima Yusuf"]);
    expect(questions.map(({ key }) => key)).toEqual(["same-name:all"]);
  });

  test("is matched without the passes of earlier rows", () => {
    const lines = [`${PERSON}|Gold|2027-02-14`, `${PERSON}||`, `${PERSON}|Gold|2027-03-14`, ...WITH_PASSES];
    const { rows } = judged("Name|Phone|Plan|Expiry", lines, { people: [known("Halima Yusuf", HALIMA)] });
    expect(rows.slice(1, 4)).toMatchObject(Array(3).fill({ verdict: "here", match: "known" }));
  });

  test("by a day pass of an earlier row can have a period in the next", () => {
    const lines = [`${PERSON}|Day|2027-02-14`, `${PERSON}|Gold|2027-02-10`, `${PERSON}|Day|2027-02-14`];
    const { rows } = judged("Name|Phone|Plan|Expiry", [...lines, ...WITH_PASSES]);
    expect(rows.slice(1, 4).map(short)).toEqual([
      "new Halima Yusuf day today..2027-02-14",
      "here Halima Yusuf gold today..2027-02-10",
      "here Halima Yusuf",
    ]);
  });
});

test("rows are counted by verdict, and headings are no people", () => {
  const { counts, rows, today, columns } = judged("Name|Phone", [PERSON, PERSON, "Ali Omar|", "Total|"]);
  expect(counts).toEqual({ heading: 1, new: 1, here: 1, review: 1, refused: 1 });
  expect(today).toBe(TODAY);
  expect(columns[0]?.values).toEqual(["Halima Yusuf", "Halima Yusuf", "Ali Omar"]);
  const nobody = { reasons: [], notes: [], name: "", phones: [], mail: "", people: [], match: "" };
  expect(rows[0]).toEqual({ line: 1, verdict: "heading", ...nobody });
});

test("a row is clear if the import adds something", () => {
  const { rows } = judged("Name|Phone|Plan|Expiry", [
    ...[`${PERSON}|Gold|2027-02-14`, `${PERSON}|Gold|2027-03-14`, `${PERSON}|Gold|2027-03-14`],
    ...["Ali Omar||Gold|2027-02-14", "Ben Auma|0733000202||"],
  ]);
  expect(rows.slice(1).map(isClear)).toEqual([true, true, false, false, true]);
});

test("a pass that is sold today has days, visits and a grace period", () => {
  expect(PLANS.map((plan) => soldLength(plan, TODAY))).toEqual([
    { days: 30, visits: null, graceDays: 3 },
    { days: 90, visits: 10, graceDays: 3 },
    { days: 1, visits: null, graceDays: 0 },
  ]);
});
