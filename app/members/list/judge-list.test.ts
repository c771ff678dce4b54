import { describe, expect, test } from "vitest";
import { FAULTS, makeBadList } from "../../../test/members/bad-lists.ts";
import { dayNumber } from "../../time/days.ts";
import { type HerePerson, judgeList, type ListedPlan, type ListSettings } from "./judge-list.ts";
import { textOfBytes } from "./list-bytes.ts";
import { guessColumns } from "./list-columns.ts";
import { readTextList } from "./list-rows.server.ts";

const TODAY = "2026-11-22";
const NAMES = { mwanzo: "Mwanzo", nguvu: "Nguvu", bingwa: "Bingwa" };
const PLANS: ListedPlan[] = Object.entries(NAMES).map(([slug, name]) => ({
  ...{ slug, name, isPack: false, isPeriod: true, visits: null },
}));
const PACK: ListedPlan = { slug: "ten", name: "Ten visits", isPack: true, isPeriod: false, visits: 10 };

function read(bytes: Uint8Array) {
  const text = textOfBytes(bytes);
  const list = text === undefined ? undefined : readTextList(text);
  if (list?.ok !== true) throw new Error("The list can't be read");
  return list;
}

function settingsOf(list: ReturnType<typeof read>, own: Partial<ListSettings> = {}): ListSettings {
  return { ...guessColumns(list.rows), cutLine: list.cutLine, plans: {}, withoutPhone: false, ...own };
}

function judge(text: string, own: Partial<ListSettings> = {}, people: HerePerson[] = []) {
  const list = read(Buffer.from(text));
  const settings = settingsOf(list, own);
  return judgeList(list.rows, settings, { people, plans: [...PLANS, PACK], today: dayNumber(TODAY) });
}

/** The judged rows in short: the line, the verdict, and why. */
function short(judged: ReturnType<typeof judge>): string[] {
  return judged.rows.map(({ line, verdict, reasons }) => [line, verdict, ...reasons.map(({ code }) => code)].join(" "));
}

const SEEDS = Array.from({ length: 60 }, (_, index) => index + 1);

describe("a list of which is known what is wrong with it", () => {
  test.each([
    ["as it is", {}],
    ["with days of both orders", { days: "contradicted" as const }],
    ["cut in the middle", { isCut: true }],
  ])("%s", (_, options) => {
    for (const seed of SEEDS) {
      const { bytes, known, about } = makeBadList(seed, { today: TODAY, plans: NAMES, ...options });
      const list = read(bytes);
      const judged = judgeList(list.rows, settingsOf(list), { people: [], plans: PLANS, today: dayNumber(TODAY) });
      const found = new Map(judged.rows.map((row) => [row.line, row]));
      expect([...found.keys()], about).toEqual([...known.keys()]);
      const last = Math.max(...known.keys());
      for (const [line, row] of known) {
        // Of the last row of a list that contradicts itself, or is cut, other things are wrong too.
        if (line === last && Object.keys(options).length > 0) {
          if ("isCut" in options) expect(found.get(line)?.verdict, `${about}, cut`).not.toBe("new");
          continue;
        }
        const one = found.get(line);
        const codes = one?.reasons.map(({ code }): string => code) ?? [];
        const why = codes.find((code) => code === row.reason) ?? codes[0];
        expect([one?.verdict, why], `${about}, line ${line}: ${one?.cells.join(" | ")}`).toEqual([
          row.verdict,
          row.reason,
        ]);
        if (row.verdict !== "new") continue;
        expect(one?.values, about).toMatchObject({ name: row.name, phone: row.phone });
        const pass = row.pass && { planSlug: row.pass.plan, lastDay: dayNumber(row.pass.lastDay), visits: null };
        expect(one?.pass, `${about}, line ${line}`).toEqual(pass);
      }
    }
  });
});

test("a list of 200 people with twelve faults has each of them found, and nobody else stopped", () => {
  for (const seed of [3, 14, 15, 92]) {
    const { bytes, known, about } = makeBadList(seed, { today: TODAY, plans: NAMES, rows: 200, faults: FAULTS });
    const list = read(bytes);
    const { rows } = judgeList(list.rows, settingsOf(list), { people: [], plans: PLANS, today: dayNumber(TODAY) });
    const stopped = rows.filter(({ verdict }) => verdict !== "new").map(({ line, verdict }) => `${line} ${verdict}`);
    const faulty = [...known].filter(([, row]) => row.verdict !== "new").map(([line, row]) => `${line} ${row.verdict}`);
    expect(faulty.length, about).toBeGreaterThanOrEqual(FAULTS.length - 1);
    expect(stopped, about).toEqual(faulty);
  }
});

describe("columns", () => {
  test("are those of their headings, of which a title, blank lines and a second line of headings are none", () => {
    const { rows } = read(
      Buffer.from(
        "Members 2026,,,\n\n,Contact,Pass,Pass\nName,no,plan,expiry\nJane Wanja,0712345678,Mwanzo,1/12/2026\n",
      ),
    );
    expect(guessColumns(rows)).toMatchObject({ columns: ["name", "phone", "plan", "last-day"], firstLine: 5 });
  });

  test("are known by their cells where there are no headings", () => {
    const { rows } = read(
      Buffer.from(
        "1;Jane Wanja;0712345678;Mwanzo;01/11/2026;30/11/2026\n2;John Kim;0712345679;Mwanzo;02/11/2026;01/12/2026\n",
      ),
    );
    expect(guessColumns(rows)).toMatchObject({
      columns: [null, "name", "phone", "plan", null, "last-day"],
      firstLine: 1,
    });
  });

  test("of other people than the member are not theirs", () => {
    const { rows } = read(
      Buffer.from(
        "Person No,First Name,Surname,Next of kin phone,Phone No,Start date,Membership fee,Membership expiry\n",
      ),
    );
    expect(guessColumns(rows).columns).toEqual([
      null,
      "first-name",
      "last-name",
      null,
      "phone",
      null,
      "price",
      "last-day",
    ]);
  });

  test("may have commas in a list of semicolons, and a name over two lines counts as one", () => {
    const text = 'Name;Phone;Price\n"Jane\nWanja";0712345678;KES 3,900/=\n\nJohn Kim;0712345679;KES 3,900/=\n';
    expect(judge(text).rows.map(({ line, values }) => [line, values.name, values.price])).toEqual([
      [2, "Jane Wanja", 3900],
      [4, "John Kim", 3900],
    ]);
  });

  test("follow the separator that Excel names", () => {
    expect(short(judge("sep=|\nName|Phone\nJane, W|0712345678\n"))).toEqual(["2 new"]);
  });
});

describe("rows", () => {
  const HEAD = "Name,Phone,Plan,Last day,Visits left\n";
  const jane = {
    id: "jane",
    name: "Jane Wanja",
    phone: "+254712345678",
    lastDays: [dayNumber("2026-12-01")],
    periodTo: dayNumber("2026-12-01"),
  };

  test("about somebody who is here are judged by phone, name and last day", () => {
    const text = `${HEAD}JANE  WANJA,0712345678,Mwanzo,1/12/2026\njane wanja,712345678,,\nJane Wanja,0712345678,Mwanzo,20/12/2026\nJohn Kim,0712345678,Mwanzo,1/12/2026\nJane Wanja,0712345678,Mwanzo,1/10/2026\nJane Wanja,0712345678,Mwanzo,someday\nJane Wanja,0799345678,Mwanzo,1/12/2026\n`;
    expect(short(judge(text, {}, [jane]))).toEqual([
      "2 here",
      "3 here",
      "4 look other-day",
      "5 look phone-shared",
      "6 here",
      "7 look day-impossible",
      "8 new",
    ]);
  });

  test("about somebody of a row before are here, unless that row is to be looked at itself", () => {
    const good = `Ada Were,0712000001,Mwanzo,1/12/2026,\nADA WERE,+254 712 000 001,,,\nAda Were,0712000001,Mwanzo,2/12/2026,\n`;
    const open = `Ben Were,0712000002,Gold,1/12/2026,\nBen Were,0712000002,Mwanzo,1/12/2026,\n`;
    expect(short(judge(HEAD + good + open))).toEqual([
      "2 new",
      "3 here",
      "4 look other-day",
      "5 look plan-unknown",
      "6 look same-in-list",
    ]);
  });

  test("of a day that is over bring a pass that has ended, where the plan is known", () => {
    const text = `${HEAD}Jane Wanja,0712345678,Gold,1/10/2026\nJohn Kim,0712345679,Mwanzo,1/10/2026\n`;
    expect(judge(text).rows).toMatchObject([
      { verdict: "new", pass: undefined, remarks: [{ code: "day-past" }, { code: "no-pass" }] },
      { verdict: "new", pass: { planSlug: "mwanzo", lastDay: dayNumber("2026-10-01") } },
    ]);
  });

  test("of one person bring the later pass, where the owner says that it is one", () => {
    const text = `${HEAD}Moses Gitau,0712345678,Mwanzo,11/11/2026\nMOSES GITAU,0712345678,Mwanzo,28/12/2026\n`;
    const settings = settingsOf(read(Buffer.from(text)));
    const decision = {
      do: "bring",
      who: "line:2",
      among: ["line:2"],
      name: "MOSES GITAU",
      phone: "+254712345678",
    } as const;
    const later = { ...decision, planSlug: "mwanzo", lastDay: dayNumber("2026-12-28"), visits: null };
    const decided = (facts: HerePerson[] = [], done = {}) => {
      const [first, second] = read(Buffer.from(text)).rows.slice(1);
      const rows = [
        { ...(first as never as { line: number; cells: string[] }), ...done },
        { ...(second as never as { line: number; cells: string[] }), decision: later },
      ];
      return judgeList(rows, settings, { people: facts, plans: PLANS, today: dayNumber(TODAY) }).rows;
    };
    expect(decided()).toMatchObject([
      { verdict: "new", pass: { lastDay: later.lastDay }, remarks: [{ code: "later-line", line: 3 }] },
      { verdict: "here", sameAsLine: 2 },
    ]);
    // The other line was brought in before.
    const moses = { id: "moses", name: "Moses Gitau", phone: "+254712345678", lastDays: [dayNumber("2026-11-11")] };
    expect(decided([moses], { isDone: true, personId: "moses" })).toMatchObject([
      { verdict: "new", personId: "moses", pass: { lastDay: later.lastDay } },
    ]);
  });

  test("of a plan that is called as what every object has are asked about", () => {
    const text = `${HEAD}A Kim,0712345671,constructor,1/12/2026\nB Kim,0712345672,__proto__,1/12/2026\n`;
    expect(judge(text).unknownPlans.map(({ text: said, chosen }) => [said, chosen])).toEqual([
      ["constructor", ""],
      ["__proto__", ""],
    ]);
  });

  test("that are sums are nobody, also where people are brought in without a number", () => {
    const text = `${HEAD}Total,,,\nSub-total: 12,,,\nJumla 3,,,\nSumaya Noor,0712345678,,\nTotal,0712345679,,\n`;
    expect(short(judge(text, { withoutPhone: true }))).toEqual([
      ...["2 refused sum", "3 refused sum", "4 refused sum"],
      ...["5 new", "6 new"],
    ]);
  });

  test("without a number are asked about where somebody has the name", () => {
    expect(short(judge(`${HEAD}Jane Wanja,,,\n`, { withoutPhone: true }, [jane]))).toEqual(["2 look same-name"]);
  });

  test("of a pack need its visits, and the last day of today is one", () => {
    const text = `${HEAD}A Kim,0712345671,Ten visits,22/11/2026,3\nB Kim,0712345672,Ten visits,22/12/2026,\n`;
    expect(short(judge(text))).toEqual(["2 new", "3 look visits-missing"]);
    expect(judge(text).rows[0]?.pass).toEqual({ planSlug: "ten", lastDay: dayNumber(TODAY), visits: 3 });
  });

  test("without a number are brought in where the owner says so, but for two of one name", () => {
    const text = `${HEAD}A Kim,,,\nA KIM,,,\nB Kim,7.12E+08,,\n`;
    expect(short(judge(text))).toEqual([
      "2 look phone-missing",
      "3 look phone-missing same-name",
      "4 look phone-spoiled",
    ]);
    expect(short(judge(text, { withoutPhone: true }))).toEqual(["2 new", "3 look same-name", "4 look phone-spoiled"]);
  });

  test("with a plan and no last day, or one more than 24 months ahead, end then where the owner says so", () => {
    const text = `${HEAD}A Kim,0712345671,Monthly,\nB Kim,0712345672,Monthly,31/12/2099\nC Kim,0712345673,,\n`;
    const plans = { monthly: "mwanzo" };
    expect(short(judge(text, { plans }))).toEqual(["2 look day-missing", "3 look day-far", "4 new"]);
    const ended = judge(text, { plans, endsAtLimit: true });
    expect(short(ended)).toEqual(["2 new", "3 new", "4 new"]);
    expect(ended.rows.map(({ pass }) => pass?.lastDay)).toEqual([
      ...[dayNumber("2028-11-22"), dayNumber("2028-11-22"), undefined],
    ]);
  });

  test("of a plan that the owner has named have it", () => {
    const text = `${HEAD}A Kim,0712345671,Monthly,1/12/2026\nB Kim,0712345672,Gold,1/12/2026\nC Kim,0712345673,,1/12/2026\n`;
    const { unknownPlans } = judge(text);
    expect(unknownPlans.map(({ key, rows }) => [key, rows])).toEqual([
      ["monthly", 1],
      ["gold", 1],
      ["", 1],
    ]);
    const judged = judge(text, { plans: { monthly: "nguvu", gold: "none", "": "bingwa" } });
    expect(judged.rows.map(({ pass }) => pass?.planSlug)).toEqual(["nguvu", undefined, "bingwa"]);
  });

  test("can be decided on, about the people who stood on the page", () => {
    const list = read(Buffer.from(`${HEAD}John Kim,0712345678,Mwanzo,20/12/2026\n`));
    const settings = settingsOf(list);
    const facts = { plans: PLANS, today: dayNumber(TODAY) };
    const bring = { do: "bring", name: "John Kim", phone: "+254712345678", planSlug: "mwanzo", visits: null } as const;
    const decided = (who: string, among: string[], people: HerePerson[], lastDay = dayNumber("2026-12-20")) =>
      judgeList(
        list.rows.map((row) => ({ ...row, decision: { ...bring, who, among, lastDay } })),
        settings,
        { ...facts, people },
      ).rows[0];
    expect(decided("new", ["jane"], [jane])).toMatchObject({ verdict: "new" });
    expect(decided("new", [], [jane])).toMatchObject({ verdict: "look" });
    expect(decided("jane", ["jane"], [jane])).toMatchObject({
      verdict: "new",
      personId: "jane",
      pass: { planSlug: "mwanzo" },
    });
    expect(decided("jane", ["jane"], [jane], dayNumber("2026-11-30"))).toMatchObject({
      verdict: "here",
      personId: "jane",
    });
    expect(decided("jane", ["jane"], [])).toMatchObject({ verdict: "look", reasons: [{ code: "choice-gone" }] });
  });
});
