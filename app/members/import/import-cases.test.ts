import { describe, expect, test } from "vitest";
import { dateOfDay, dayNumber } from "../../time/days.ts";
import { type ImportSettings, judge } from "./judge.ts";
import type { KnownPerson } from "./match.ts";
import { type ListSource, readRows } from "./read-rows.ts";
import type { ImportPlan } from "./values.ts";

const MONTH = { length: { unit: "months", count: 1 }, visits: null } as const;
const PLANS: ImportPlan[] = [
  ...["Mwanzo", "Nguvu", "Bingwa"].map((name) => ({ slug: name.toLowerCase(), name, terms: MONTH })),
  { slug: "ten", name: "Ten visits", terms: { length: { unit: "days", count: 90 }, visits: 10 } },
];
const TODAY = dayNumber("2026-11-27");

function preview(source: string | ListSource, answers: ImportSettings["answers"] = {}, people: KnownPerson[] = []) {
  const read = readRows(typeof source === "string" ? { bytes: Buffer.from(source) } : source);
  if ("code" in read) throw new Error(read.code);
  return judge(read.rows, { columns: [], answers }, { people, plans: PLANS, today: TODAY });
}

/** The rows of people in short: line, verdict, reasons, name and pass. */
function short({ rows }: ReturnType<typeof preview>): string[] {
  return rows
    .filter(({ verdict }) => verdict !== "heading")
    .map(({ line, verdict, reasons, name, pass }) =>
      [
        ...[line, verdict, ...reasons.map(({ code }) => code), name],
        ...(pass ? [`${pass.planSlug} to ${dateOfDay(pass.lastDay)}`] : []),
      ].join(" "),
    );
}

function kinds({ columns }: ReturnType<typeof preview>) {
  return columns.map(({ kind, holds }) => kind || (holds ? `(${holds})` : "-")).join(" ");
}

/** A list of four people under some headings. */
function listOf(headings: string, ...cells: ((row: number) => string)[]): string {
  const names = ["Halima Yusuf", "Peter Were", "Lucy Wangui", "Moses Kiprono"];
  const rows = names.map((name, row) => [name, `072200010${row}`, ...cells.map((cell) => cell(row))].join(","));
  return `Name,Phone,${headings}\n${rows.join("\n")}\n`;
}

const end = (row: number) => `2027-02-${14 + row}`;
const start = (row: number) => `2026-10-${14 + row}`;
const mwanzo = () => "Mwanzo";

/** A column's cells by a keyword; any other word fills all cells. */
const CELLS: Record<string, (row: number) => string> = {
  plan: mwanzo,
  ...{ end, start, row: String },
  code: (row) => `NGV-00${row}`,
  mail: (row) => `m${row}@example.test`,
  phone: (row) => `073300020${row}`,
  staff: (row) => (row === 2 ? "Ali Omar" : "Grace Auma"),
  paid: (row) => (row % 2 ? "Yes" : "No"),
  status: (row) => (row % 2 ? "Active" : "Suspended"),
};

describe("columns", () => {
  const CASES = `
    Plan,Valid from,Valid to | plan start end | plan first-day last-day
    Plan,Start date,End date | plan start end | plan first-day last-day
    Plan,Until,From | plan end start | plan last-day first-day
    Plan,Date 1,Date 2 | plan start end | plan (days) last-day
    Plan,Valid,Valid date | plan end start | plan last-day (days)
    Plan,Joined,Expires | plan 2019-05-14 end | plan (days) last-day
    Plan,Balance due,Expiry date | plan 500 end | plan - last-day
    Plan,Amount due (KES),Due | plan 1200 end | plan - last-day
    Plan,Due,Renewal | plan 0 end | plan - last-day
    Plan,Ends with,To | plan cash end | plan - last-day
    Plan,Paid up to | plan end | plan last-day
    Plan,Fees paid until | plan end | plan last-day
    Plan,Next payment | plan end | plan last-day
    Plan,Paid to | plan end | plan last-day
    Membership No,Plan,Expiry | code plan end | - plan last-day
    Membership,Package,Expiry | row plan end | - plan last-day
    Plan ID,Category,Expiry | code plan end | - plan last-day
    Type,Membership,Expiry | row plan end | - plan last-day
    Timestamp,Email Address,Plan,Expiry | 26/11/2026 mail plan end | (days) email plan last-day
    Contact,Plan,Expiry | mail plan end | (mails) plan last-day
    E-mail,Plan,Expiry | no plan end | - plan last-day
    Emergency contact,Plan,Expiry | phone plan end | (phones) plan last-day
    Plan,Expiry,Visits used | plan end row | plan last-day visits
    Plan,Expiry,Date of birth | plan end 1990-03-14 | plan last-day (days)
    Staff name,Plan,Expiry | staff plan end | - plan last-day
    Client,Plan,Expiry | staff plan end | - plan last-day
    Paid,Plan,Expiry | paid plan end | status plan last-day
    Account,Plan,Expiry | status plan end | status plan last-day
    Membership status,Plan,Expiry | status plan end | status plan last-day
    Paid,Plan,Expiry | 3900 plan end | - plan last-day`;
  const cases = CASES.trim().split("\n");
  test.each(cases.map((line) => line.trim().split(" | ")))("%s", (headings = "", keys = "", expected = "") => {
    const cells = keys.split(" ").map((key) => CELLS[key] ?? (() => key));
    const result = preview(listOf(headings, ...cells));
    expect(kinds(result)).toBe(`name phone ${expected}`);
    expect(result.counts).toMatchObject({ heading: 1, refused: 0 });
  });

  test.each([
    ["Staff name,Member name", "Grace Auma", "- name"],
    ["Name,Client", "Grace Auma", "- name"],
    ["By,Full name", "Grace Auma", "- name"],
    ["Surname,Other names", "Auma", "last-name first-name"],
  ])("%s: the names of people are found", (headings, staff, expected) => {
    const rows = ["Halima Yusuf", "Peter Were", "Lucy Wangui"].map((name, row) => `${staff},${name},072200010${row}`);
    expect(kinds(preview(`${headings},Phone\n${rows.join("\n")}\n`))).toBe(`${expected} phone`);
  });

  test("are found without headings", () => {
    const plain = preview("Halima Yusuf;0722000100;Nguvu;14/02/2027\nPeter Were;0722000101;Nguvu;15/02/2027\n");
    expect([kinds(plain), plain.counts.new]).toEqual(["name phone plan last-day", 2]);
  });

  test("are as the owner chose", () => {
    const read = readRows({ bytes: Buffer.from(listOf("Plan,Date 1,Date 2", mwanzo, end, start)) });
    if ("code" in read) throw new Error(read.code);
    const columns = ["name", "phone", "plan", "", "last-day"];
    const { rows } = judge(read.rows, { columns, answers: {} }, { people: [], plans: PLANS, today: TODAY });
    expect(rows[1]?.pass?.lastDay).toBe(dayNumber(start(0)));
  });
});

describe("quotation marks", () => {
  const HEAD = "Name,Phone,Plan,Expiry,Remark";
  const row = (name: string, number: number, remark = "-") => `${name},072200010${number},Mwanzo,2027-02-14,${remark}`;
  test.each([
    ["a nickname", row('"Juju" Juma Hassan', 1), ['"Juju" Juma Hassan']],
    ["a nickname in the middle", row('Juma "Juju" Hassan', 1), ['Juma "Juju" Hassan']],
    ["doubled marks", row('"""Juju"" Juma Hassan"', 1), ['"Juju" Juma Hassan']],
    ["a remark", row("Juma Hassan", 1, '"tall" one'), ["Juma Hassan"]],
    ["inches", row("Juma Hassan", 1, '27" waist'), ["Juma Hassan"]],
    ["a remark in two lines", row("Juma Hassan", 1, '"tall\n, thin"'), ["Juma Hassan"]],
    ["a remark in three lines", row("Juma Hassan", 1, '"tall\nthin\nloud"'), ["!quote-lines Juma Hassan"]],
    ["an unclosed mark", row('"Juma Hassan', 1), ['!quote-open "Juma Hassan']],
    ["an unclosed mark in a remark", row("Juma Hassan", 1, '"tall'), ["!quote-open Juma Hassan"]],
    ["an unclosed mark in the middle", row('Juma "Juju Hassan', 1), ['!name-unclear Juma "Juju Hassan']],
    [
      "a mark that the next row closes",
      `${row('"Juma Hassan', 1)}\n${row('Asha Noor"', 2)}`,
      ['!quote-open "Juma Hassan', '!name-unclear Asha Noor"'],
    ],
    ["a comma without marks", row("Hassan, Juma", 1), ["!more-cells Hassan"]],
  ])("%s", (_, lines, expected) => {
    const others = [row("Lucy Wangui", 8, '"ok"'), row("Moses Kiprono", 9), ""];
    const result = preview([HEAD, row("Halima Yusuf", 0), lines, ...others].join("\n"));
    const names = result.rows
      .slice(1)
      .map(({ name, reasons }) =>
        `${reasons.map(({ code }) => `!${code} `).join("")}${name}`
          .replace("!phone-unreadable ", "")
          .replace(/!plan-(?:word|missing) |!day-(?:impossible|word|missing) /g, ""),
      );
    expect(names).toEqual(["Halima Yusuf", ...expected, "Lucy Wangui", "Moses Kiprono"]);
    expect(result.rows.filter(({ verdict }) => verdict === "new").length).toBe(
      names.filter((name) => !name.startsWith("!")).length,
    );
  });
});

describe("days", () => {
  const days = (...texts: string[]) => listOf("Plan,Expiry", mwanzo, (row) => texts[row] ?? "");
  const lastDays = (list: string, answers = {}) =>
    preview(list, answers)
      .rows.slice(1)
      .map(({ pass }) => (pass ? dateOfDay(pass.lastDay) : "-"))
      .join(" ");
  test.each([
    ["swapped, next to days as text", days("2027-05-04", "15/03/2027", "2027-12-02", "28/02/2027"), "days-turned"],
    ["swapped, with names of months", days("04-May-27", "15/03/2027", "02-Dec-27", "28/02/2027"), "days-turned"],
    ["swapped by another locale", days("2027-05-04", "03/15/2027", "2027-12-02", "02/28/2027"), "days-turned"],
    ["that can be read in two ways", days("03/04/2027", "05/06/2027", "01/02/2027", "2027-02-14"), "day-order"],
    ["that contradict each other", days("03/15/2027", "15/03/2027", "01/02/2027", "02/02/2027"), "days-mixed"],
  ])("%s lead to a question, and nothing is imported until it is answered", (_, list, code) => {
    const result = preview(list);
    expect(result.questions.map((question) => question.code)).toEqual([code]);
    expect(result.counts).toMatchObject({ new: 0, review: 4 });
  });

  test("are read according to the answer", () => {
    const turned = days("2027-05-04", "15/03/2027", "2027-12-02", "28/02/2027");
    expect(preview(turned).questions[0]).toMatchObject({
      key: "days-turned:last-day",
      rows: 4,
      days: { count: 2, read: dayNumber("2027-05-04"), turned: dayNumber("2027-04-05") },
    });
    expect(lastDays(turned, { "days-turned:last-day": "turned" })).toBe("2027-04-05 2027-03-15 2027-02-12 2027-02-28");
    expect(lastDays(turned, { "days-turned:last-day": "read" })).toMatch(/^2027-05-04/);
    const open = days("03/04/2027", "05/06/2027", "01/02/2027", "2027-02-14");
    expect(lastDays(open, { "day-order:last-day": "turned" })).toBe("2027-03-04 2027-05-06 2027-01-02 2027-02-14");
    expect(preview(open, { "day-order:last-day": "read" }).example).toEqual({
      text: "03/04/2027",
      day: dayNumber("2027-04-03"),
    });
    const both = days("03/15/2027", "15/03/2027", "01/02/2027", "02/02/2027");
    expect(lastDays(both, { "days-mixed:last-day": "read" })).toBe("- 2027-03-15 2027-02-01 2027-02-02");
    expect(lastDays(days("03/04/2027", "25/12/2026", "2027-02-31", "14 Mar 2027"))).toBe(
      "2027-04-03 2026-12-25 - 2027-03-14",
    );
  });

  test("without an end or too far ahead lead to one question", () => {
    const list = days("2030-12-31", "Lifetime", "31/12/2099", "2028-11-20");
    expect(preview(list)).toMatchObject({
      counts: { new: 1, review: 3 },
      questions: [{ key: "far-day:all", rows: 3, texts: ["2030-12-31", "Lifetime", "31/12/2099"] }],
    });
    expect(lastDays(list, { "far-day:all": "limit" })).toBe("2028-11-27 2028-11-27 2028-11-27 2028-11-20");
    expect(preview(list, { "far-day:all": "no-pass" }).counts).toMatchObject({ new: 4 });
  });

  test("that are words or missing lead to a question for each word", () => {
    const starts = ["pending", "", "pending", "2027-01-14"];
    const begun = () => "2026-11-20";
    const list = listOf("Plan,Start,Expiry", mwanzo, begun, (row) => starts[row] ?? "");
    expect(preview(list).questions.map(({ key, rows, options }) => [key, rows, options.length])).toEqual([
      ["day-word:pending", 2, 3],
      ["day-missing:", 1, 3],
    ]);
    expect(short(preview(list, { "day-word:pending": "period", "day-missing:": "no-pass" }))[0]).toBe(
      "2 new Halima Yusuf mwanzo to 2026-12-19",
    );
  });
});

const PHONES = `
  \u202a+254722000101\u202c;0722\u2011000\u2011101;Tel: 0722000101;0722000101 (wife);0722000101 WhatsApp;O722OOO101;'0722000101;0722000101. > +254722000101
  0722000101 / 0733000101;0722000101 & 0733000101;0722000101 0733000101;+254 0722 000 101;０722000101;722000101.0;="0722000101" > +254722000101
  +254 20 234 5678;020 234 5678;(020) 2345678 > +254202345678
  +44 (0)7700 900129;00 44 7700 900129 > +447700900129
  +255 0712 005 432;255712005432 > +255712005432
  0722000101x;072200010;2.54722E+11;2,54722E+11;254722000000;see note 5 > `;

test("phone numbers are read in any usual form, or left for review", () => {
  for (const line of PHONES.trim().split("\n")) {
    const [texts = "", expected = ""] = line.trim().split(/ > ?/);
    for (const text of texts.split(";")) {
      const row = preview(`Name,Phone\nPeter Were,0733000999\nHalima Yusuf,"${text.replaceAll('"', '""')}"\n`).rows[2];
      expect([text, row?.phones[0] ?? "", row?.verdict]).toEqual([text, expected, expected === "" ? "review" : "new"]);
    }
  }
});

test("email addresses are imported without surrounding text, or not at all", () => {
  const fine = [
    ...["mailto:h@example.com", "<h@example.com>", "h@example.com;b@example.com", "h@example.com/b@example.com"],
    ...["h@example.com.", "“h@example.com”", "H@Example.COM", "(h@example.com)", "Halima <h@example.com>"],
  ];
  const wrong = [
    ...["h,y@example.com", "h..a@example.com", "h.@example.com", "h@example..com", "h@-example.com"],
    ...["h@exämple.com", "h@gmail", "h y@example.com"],
  ];
  for (const text of [...fine, ...wrong]) {
    const [mail, notes] = fine.includes(text) ? ["h@example.com", 0] : ["", 1];
    const row = preview(`Name,Phone,Email\nHalima Yusuf,0722000101,"${text}"\n`).rows[1];
    expect([text, row?.verdict, row?.mail, row?.notes.length]).toEqual([text, "new", mail, notes]);
  }
});

describe("passes", () => {
  test("whose plan has other words next to it wait for an answer", () => {
    const openPlans = [
      ...["Nguvu (cancelled)", "Nguvu - LEFT", "Ex-Nguvu", "Not Nguvu", "Mwanzo + Nguvu", "Mwanzo→Nguvu"],
      ...["Nguvu (not paid)", "Nguvu?", "was Nguvu", "Nguvu 2", "Gold"],
    ];
    const plain = ["NGUVU", "Nguvu monthly", "nguvu fitness", "Nguvu Fitness member", "Nguvu plan"];
    for (const plan of [...openPlans, ...plain]) {
      const result = preview(
        `Name,Phone,Plan,Expiry\nHalima Yusuf,0722000101,${plan},2027-03-31\nPeter Were,0722000102,Nguvu,2027-03-31\n`,
      );
      expect([plan, result.counts.new, result.questions.map(({ texts }) => texts)]).toEqual([
        plan,
        openPlans.includes(plan) ? 1 : 2,
        openPlans.includes(plan) ? [[plan]] : [],
      ]);
    }
    const gold = "Name,Phone,Plan,Expiry\nHalima Yusuf,0722000101,Gold,2027-03-31\n";
    expect(short(preview(gold, { "plan-word:gold": "bingwa" }))).toEqual(["2 new Halima Yusuf bingwa to 2027-03-31"]);
  });

  test("with a status are given according to the owner's answers", () => {
    const states = ["Active", "Cancelled", "Frozen", "Unpaid"];
    const list = listOf("Plan,Expiry,Status", mwanzo, end, (row) => states[row] ?? "");
    expect(preview(list)).toMatchObject({
      counts: { new: 0, review: 4 },
      questions: [{ heading: "Status" }, {}, {}, {}],
    });
    const noPass = { "status-word:4:cancelled": "no-pass", "status-word:4:frozen": "no-pass" };
    const answers = { "status-word:4:active": "pass", ...noPass };
    expect(short(preview(list, answers))).toEqual([
      "2 new Halima Yusuf mwanzo to 2027-02-14",
      "3 new Peter Were",
      "4 new Lucy Wangui",
      "5 review status-word Moses Kiprono mwanzo to 2027-02-17",
    ]);
  });

  test("of packs get the visits that are left", () => {
    const plans = ["Ten visits", "TEN VISITS", "Ten-visits", "Nguvu"];
    const planOf = (row: number) => plans[row] ?? "";
    const pack = (heading: string, ...visits: string[]) =>
      listOf(`Plan,Expiry,${heading}`, planOf, end, (row) => visits[row] ?? "");
    const left = (list: string, answers = {}) =>
      preview(list, answers)
        .rows.slice(1)
        .map(({ pass }) => pass?.visits);
    expect(left(pack("Visits left", "4", "0", "10", "77"))).toEqual([4, 0, 10, null]);
    expect(left(pack("Visits used", "4", "0", "10", "1"), { "visits-meaning:all": "used" })).toEqual([6, 10, 0, null]);
    for (const heading of "Visits;Sessions;Visits used;Visits per week;Visits this month;Visits (days)".split(";"))
      expect(preview(pack(heading, "4", "1", "2", "")).questions[0]).toMatchObject({ code: "visits-meaning", rows: 3 });
    expect(left(pack("Visits", "4 left", "14", "2", ""))).toEqual([4, undefined, undefined, null]);
    expect(left(pack("Visits", "4", "14", "2", ""), { "visits-meaning:all": "neither" })).toEqual([10, 10, 10, null]);
    const answers = { "visits-missing:all": "all", "visits-meaning:all": "left" };
    expect(left(pack("Visits", "4", "", "x", "3"), answers)).toEqual([4, 10, undefined, null]);
  });
});

describe("people who are already here", () => {
  const here = (...passes: string[]): KnownPerson[] => {
    const days = passes.map(dayNumber).map((day) => ({ earliest: day, latest: day, isPeriod: true }));
    return [{ id: "rehema", name: "Rehema Same", phones: ["+254733000501", "+254722000501"], passes: days }];
  };
  const row = (name: string, phone: string, day = "2027-03-10") =>
    `Name,Phone,Plan,Expiry\n${name},${phone},Mwanzo,${day}\n`;
  test.each([
    ["the same again, by a former number", row("Rehema Same", "0722000501"), "2 here Rehema Same"],
    ["the same with an earlier day", row("SAME Rehema", "0733 000 501", "2027-01-10"), "2 here SAME Rehema"],
    ["a renewal", row("Rehema Same", "0722000501", "2027-04-10"), "2 here Rehema Same mwanzo to 2027-04-10"],
    ["a different number", row("Rehema Same", "0755000501"), "2 review same-name Rehema Same mwanzo to 2027-03-10"],
    ["a similar name", row("Rehema S.", "0722000501"), "2 review same-phone Rehema S. mwanzo to 2027-03-10"],
    ["a different name", row("Juma Hassan", "0722000501"), "2 new Juma Hassan mwanzo to 2027-03-10"],
  ])("%s", (_, list, expected) => {
    expect(short(preview(list, {}, here("2027-03-10")))).toEqual([expected]);
  });

  test("are new people if the owner says so", () => {
    const list = row("Rehema Same", "0755000501", "2027-04-10");
    expect(preview(list, {}, here()).questions).toMatchObject([{ key: "same-name:all", options: ["new"] }]);
    expect(short(preview(list, { "same-name:all": "new" }, here()))).toEqual([
      "2 new Rehema Same mwanzo to 2027-04-10",
    ]);
  });

  const OTHERS = ["Ali", "Ben", "Cat", "Dan"].map((name, at) => `${name} Omar,073300060${at},,\n`).join("");

  test("can be in several rows", () => {
    const list = `${row("Juma Hassan", "0722000601")}Juma Hassan,0722000601,Mwanzo,2027-03-10\nHassan Juma,0722 000 601,Mwanzo,2027-04-10\nJuma Hassan,0722000601,Mwanzo,2027-04-10\n${OTHERS}`;
    expect(short(preview(list)).slice(0, 4)).toEqual([
      "2 new Juma Hassan mwanzo to 2027-03-10",
      "3 here Juma Hassan",
      "4 here Hassan Juma mwanzo to 2027-04-10",
      "5 here Juma Hassan",
    ]);
  });

  test("are shown for a similar name with the same number", () => {
    const list = `${row("Juma Hassan", "0722000601")}Jumaa Hassan,0722000601,Mwanzo,2027-03-10\n${OTHERS}`;
    expect(preview(list).rows[2]).toMatchObject({ verdict: "new", people: ["Juma Hassan"] });
  });

  test("don't get another pass when the last possible day moves on", () => {
    const list = row("Rehema Same", "0722000501", "Lifetime");
    const answers = { "far-day:all": "limit" };
    expect(short(preview(list, answers, here("2028-11-20")))).toEqual(["2 here Rehema Same"]);
    expect(short(preview(list, answers, here("2027-03-10")))).toEqual(["2 here Rehema Same mwanzo to 2028-11-27"]);
  });
});

test("rows to review are read again after a spreadsheet changed them", () => {
  const list =
    '"Line","Why","Name","Phone","Plan","Expiry"\r\n"2","There is no plan “Mwanzo”.","Ali Rt",2.54722E+11,"Mwanzo","05/03/2027"\r\n"3","…","Ben Rt",722000103,"Mwanzo",28/02/2027\r\n"4","…","Cat Rt","\'+254 722 000 104","\'Mwanzo","28/02/2027"\r\n"5","…","\'=Dan Rt",722000107,"Mwanzo",28/02/2027\r\n"6","…","=B2&C2",722000108,"Mwanzo",28/02/2027\r\n';
  expect(short(preview(list))).toEqual([
    "2 review phone-rounded Ali Rt mwanzo to 2027-03-05",
    "3 new Ben Rt mwanzo to 2027-02-28",
    "4 new Cat Rt mwanzo to 2027-02-28",
    "5 new =Dan Rt mwanzo to 2027-02-28",
    "6 review name-unclear =B2&C2 mwanzo to 2027-02-28",
  ]);
});

// The lists of `bad-lists.test.ts` are long; a short list has few letters to tell its encoding by.
