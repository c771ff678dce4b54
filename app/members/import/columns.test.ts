import { describe, expect, test } from "vitest";
import { dayNumber } from "../../time/days.ts";
import { type ImportSettings, judge } from "./judge.ts";
import { readRows } from "./read-rows.ts";
import type { ImportPlan } from "./values.ts";

const MONTH = { length: { unit: "months", count: 1 }, visits: null } as const;
const PLANS: ImportPlan[] = [
  ...["Mwanzo", "Nguvu", "Bingwa"].map((name) => ({ slug: name.toLowerCase(), name, terms: MONTH })),
  { slug: "ten", name: "Ten visits", terms: { length: { unit: "days", count: 90 }, visits: 10 } },
];
const TODAY = dayNumber("2026-11-27");

function preview(text: string, columns: ImportSettings["columns"] = []) {
  const read = readRows({ bytes: Buffer.from(text) });
  if ("code" in read) throw new Error(read.code);
  return judge(read.rows, { columns, answers: {} }, { people: [], plans: PLANS, today: TODAY });
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
    Plan,Expiry | Gold end | plan last-day
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

  test("are found from the whole of a sorted list", () => {
    const list = `Phone,Date\n${"0722000100,2026-03-14\n".repeat(230)}${"0722000101,2027-02-14\n".repeat(270)}`;
    expect(kinds(preview(list))).toBe("phone last-day");
  });

  test("are found without headings, or are as the owner chose", () => {
    const plain = preview("Halima Yusuf;0722000100;Nguvu;14/02/2027\nPeter Were;0722000101;Nguvu;15/02/2027\n");
    expect([kinds(plain), plain.counts.new]).toEqual(["name phone plan last-day", 2]);
    const list = listOf("Plan,Date 1,Date 2", mwanzo, end, start);
    const { rows } = preview(list, ["name", "phone", "plan", "", "last-day"]);
    expect(rows[1]?.pass?.lastDay).toBe(dayNumber(start(0)));
  });
});
