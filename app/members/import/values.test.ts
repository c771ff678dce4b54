import { describe, expect, test } from "vitest";
import { dateOfDay } from "../../time/days.ts";
import {
  cleanCell,
  type ImportPlan,
  isEndless,
  isUnclearName,
  meantDay,
  orderOf,
  planFinder,
  readDay,
  readMail,
  readPhones,
  readVisits,
  textKey,
} from "./values.ts";

const dateOf = (day: number | undefined) => (day === undefined ? "-" : dateOfDay(day));

test.each([
  ["  Halima \n Yusuf ", "Halima Yusuf"],
  ["'0722 000 101", "0722 000 101"],
  ["'  0722", "0722"],
  ["'quoted'", "'quoted'"],
  ["'quoted' text", "'quoted' text"],
  ["'a'b", "a'b"],
  ["it's", "it's"],
  ['="0722"', "0722"],
  ['="a"b"', '="a"b"'],
  ['x="0722"', 'x="0722"'],
  ['="0722"x', '="0722"x'],
  ['=""', ""],
  ["x".repeat(400), "x".repeat(300)],
])("the cell %j is %j", (cell, text) => {
  expect(cleanCell(cell)).toBe(text);
});

test.each(
  Object.entries({
    "a formula": ["=A2&B2", "= A2", "+$B$2", "-AAA1", "@B2", "=SUM(A1)", "=Sheet!A", '="x"&y', "#REF!"],
    "a text in a wrong encoding": ["Hal\ufffdima", "Wangâ€™ombe", "AndrÃ© Were"],
    "markup, or an open mark": ["<b>Halima", "Halima</b>", 'Juma "Juju'],
    "an address, or a long text": ["evil.com", "x".repeat(101)],
  }),
)("%s can’t be a name", (_, names) => {
  expect(names.filter((name) => !isUnclearName(name))).toEqual([]);
});

test("a name may have signs that are no formula, markup or wrong encoding", () => {
  const names = ["Halima Yusuf", "Ali #2", "-Ali", "=Dan", "A=A2", 'Juma "Juju" Hassan', "ÃŁ", "Ã ngel", "a < b"];
  expect([...names, "x".repeat(100)].filter(isUnclearName)).toEqual([]);
});

test("texts with the same words have one key", () => {
  expect(["Ten-Visits ", "ten  visits"].map(textKey)).toEqual(["ten visits", "ten visits"]);
});

/** The day as written, and with day and month swapped. */
test.each([
  ["14/02/2027", "2027-02-14", "-"],
  [`14 Feb 2027${" ".repeat(49)}`, "2027-02-14", "-"],
  ["4/5/27", "2027-05-04", "2027-04-05"],
  ["04-05-2027", "2027-05-04", "2027-04-05"],
  ["04.05.2027", "2027-05-04", "2027-04-05"],
  ["04 05 2027", "2027-05-04", "2027-04-05"],
  ["04 05.2027", "2027-05-04", "2027-04-05"],
  ["4 / 5 / 2027", "2027-05-04", "2027-04-05"],
  ["02/14/2027", "-", "2027-02-14"],
  ["2027-05-04", "2027-05-04", "2027-04-05"],
  ["2027/5/4", "2027-05-04", "2027-04-05"],
  ["2027 . 05 . 14", "2027-05-14", "-"],
  ["14 Feb 2027", "2027-02-14", "-"],
  ["4th of May, 2027", "2027-05-04", "2027-04-05"],
  ["1st Jan '27", "2027-01-01", "2027-01-01"],
  ["22ndFeb2027", "-", "-"],
  ["22nd Feb 27", "2027-02-22", "-"],
  ["3rd March 2027", "2027-03-03", "2027-03-03"],
  ["February 14, 2027", "2027-02-14", "-"],
  ["feb 14th 2027", "2027-02-14", "-"],
  ["September 3 '27", "2027-09-03", "2027-03-09"],
  ["Sun 14 Feb 2027", "2027-02-14", "-"],
  ["Sunday, 14 February 2027", "2027-02-14", "-"],
  ["Tues., 14/12/2027", "2027-12-14", "-"],
  ["14/02/2027 00:00", "2027-02-14", "-"],
  ["14/02/2027, 6:30 pm", "2027-02-14", "-"],
  ["14/02/2027 06.30.15", "2027-02-14", "-"],
  ["2027-02-14T00:00:00.000Z", "2027-02-14", "-"],
  ["2027-02-14 00:00:00 +03:00", "2027-02-14", "-"],
  ["2027-02-14T00:00+0300", "2027-02-14", "-"],
  ["14/02/2027 6:30 a.m.", "2027-02-14", "-"],
  ["28/02/1900", "1900-02-28", "-"],
  ["14 - Feb - 2027", "2027-02-14", "-"],
  ["February - 14, 2027", "2027-02-14", "-"],
  ["14/02/2027,6:30", "2027-02-14", "-"],
  ["14/02/2027 , 6:30", "2027-02-14", "-"],
  ["14/02/2027 6:30pm", "2027-02-14", "-"],
])("%j is the day %s, swapped %s", (cell, read, turned) => {
  const day = readDay(cell);
  expect([dateOf(day?.read), dateOf(day?.turned)]).toEqual([read, turned]);
});

test.each(
  Object.entries({
    "a text without a date": ["", "soon", "2027", "14 Foo 2027"],
    "a date that is in no calendar": ["31/02/2027", "32/13/2027", "00/01/2027", "2027-02-31", "2027-14-02"],
    "a year that is long ago or cut": ["14/02/1899", "14/02/027"],
    "a date with letters or digits beside it": ["x14/02/2027", "14/02/2027x", "x2027-02-14", "2027-02-145"],
    "a date with words beside it": ["14 Feb 2027 (paid)", "x14 Feb 2027", "Feb 14, 2027 x", "14 Mon Feb 2027"],
    "a text with two dates, or a long one": ["1 Feb 14, 2027", `14 Feb 2027${" ".repeat(50)}`],
  }),
)("%s is no day", (_, cells) => {
  expect(cells.filter((cell) => readDay(cell) !== undefined)).toEqual([]);
});

describe("the days of a column", () => {
  test.each([
    ["14/02/2027 04/05/2027", false, undefined],
    ["02/14/2027 04/05/2027", true, undefined],
    ["04/05/2027 06/07/2027", false, "day-order"],
    ["04/04/2027 05/05/2027", false, undefined],
    ["14/02/2027 02/14/2027 04/05/2027", false, "days-mixed"],
    ["14/02/2027 02/14/2027", false, undefined],
    ["2027-05-04 2027-07-06", false, undefined],
    ["14/02/2027 2027-05-04", false, "days-turned"],
    ["02/14/2027 2027-05-04", true, "days-turned"],
    ["14/02/2027 2027-05-04 soon", false, "days-turned"],
    ["14/02/2027 2027-05-05", false, undefined],
    ["14/02/2027 2027-05-04 2027-05-14", false, undefined],
    ["14/02/2027 2027-05-04 2027-05-03 2027-05-02 2027-05-01 2027-05-14", false, "days-turned"],
    ["14/02/2027 04/05/2027 2027-05-04", false, undefined],
    ["soon never", false, undefined],
  ])("%s: the month comes first: %s, in doubt: %s", (cells, isMonthFirst, doubt) => {
    expect(orderOf(cells.split(" "))).toMatchObject({ isMonthFirst, doubt });
  });

  test("that are in doubt have an example", () => {
    const { example } = orderOf(["05/05/2027", "04/05/2027", "06/07/2027"]);
    expect([example?.text, example?.count, dateOf(example?.turned)]).toEqual(["04/05/2027", 2, "2027-04-05"]);
    expect(orderOf(["14/02/2027", "2027-05-04", "2027-06-04"]).example).toMatchObject({ text: "2027-05-04", count: 2 });
    expect(orderOf(["14/02/2027"]).example).toBeUndefined();
  });

  test.each([
    ["04/05/2027", undefined, false, undefined, "2027-05-04"],
    ["04/05/2027", undefined, true, undefined, "2027-04-05"],
    ["04/05/2027", "day-order", false, "turned", "2027-04-05"],
    ["04/05/2027", "day-order", true, "read", "2027-05-04"],
    ["04/05/2027", "days-mixed", false, "turned", "2027-04-05"],
    ["04/05/2027", "days-mixed", true, "read", "2027-05-04"],
    ["04/05/2027", "days-turned", false, "turned", "2027-05-04"],
    ["2027-05-04", "days-turned", false, "turned", "2027-04-05"],
    ["2027-05-04", "days-turned", false, "read", "2027-05-04"],
    ["2027-05-14", "days-turned", false, "turned", "2027-05-14"],
    ["2027-05-04", "day-order", false, "turned", "2027-05-04"],
    ["2027-05-04", undefined, true, undefined, "2027-05-04"],
  ] as const)(
    "%s, in doubt as %s, month first %s, answered %s, is %s",
    (cell, doubt, isMonthFirst, answer, expected) => {
      const day = readDay(cell);
      expect(dateOf(day && meantDay(day, { isMonthFirst, doubt, example: undefined }, answer))).toBe(expected);
    },
  );
});

test("some words mean that a pass has no end", () => {
  const english = ["Lifetime", "life time", "Forever", "for ever", "Never", "Unlimited", "Permanent", "Indefinite"];
  const cells = [...english, "No end", "no expiry", "No-limit", "open", "maisha"];
  expect(cells.filter((cell) => !isEndless(cell))).toEqual([]);
  expect(["for life", "opened", "no", ""].filter(isEndless)).toEqual([]);
});

const [FIRST, SECOND, DESK] = ["+254722000101", "+254733000101", "+254202345678"];

/** Cells with one number and nothing else. */
const ONE_PHONE = [
  ...["0722 000 101", "'0722000101'.", "\u202a+254722000101\u202c", "0722\u2011000\u2011101", "0722000101"],
  ...["Tel. No: 0722000101", "Telephone 0722000101", "phone number 0722000101", "Simu: 0722000101"],
  ...["O722OOO1O1", "0722 O00 1O1", "(O 722) 000 101", "oo254722000101", "722000101.0", "722000101.00"],
];
const TWO_PHONES = [
  ...["0722000101 / 0733000101", "0722000101,0733000101", "0722000101|0733000101", "0722000101 & 0733000101"],
  ...["0722000101 or 0733000101", "0722000101 na 0733000101", "0722000101 0733000101", "0722 000 101 0733 000 101"],
];
const UNREADABLE = [
  ...["x", "see note 5", "A0722000101", "0722000101x", "072200010", "0722000101 123", "123 0722000101"],
  ...["12.5E+11", "2.5E+11x", "072200010 no 1", "07220001010733000101", `0722000101 ${"x".repeat(120)}`],
];
/** A spreadsheet keeps these digits of a long number. */
const ROUNDED = ["2.54722E+11", "2,54722e11", "+2.5E+11", "2E+11", "254722000000", "+254 722 000 000"];

test.each<[string, string[], ReturnType<typeof readPhones>]>([
  ["one number", ONE_PHONE, { phones: [FIRST] }],
  ["two numbers", TWO_PHONES, { phones: [FIRST, SECOND], hasMore: true }],
  ["the same number twice", ["0722000101 / 0722 000 101"], { phones: [FIRST], hasMore: true }],
  ["words", ["wife–0722000101 (home)", `0722000101 ${"x".repeat(109)}`], { phones: [FIRST], hasMore: true }],
  ["two numbers in order", ["020 234 5678; (0722) 000.101"], { phones: [DESK, FIRST], hasMore: true }],
  ["nothing", ["", " - "], { phones: [], problem: "missing" }],
  ["no number", UNREADABLE, { phones: [], problem: "unreadable" }],
  ["a rounded number", ROUNDED, { phones: [], problem: "rounded" }],
  ["a round number", ["0722000000", "0254722000000"], { phones: ["+254722000000"] }],
  ["a round number and another", ["254722000000 / 0722000101"], { phones: ["+254722000000", FIRST], hasMore: true }],
  ["the letter O at the end", ["072200010O", "07220001OO.", "072200010 O"], { phones: ["+254722000100"] }],
])("a phone cell has %s", (_, cells, expected) => {
  expect(cells.map((cell) => [cell, readPhones(cell)])).toEqual(cells.map((cell) => [cell, expected]));
});

const NO_ADDRESS = ["none", "h@gmail", "h,y@example.com", "h y@example.com", "h..a@example.com", "h.@example.com"];

test.each<[string, string[], ReturnType<typeof readMail>]>([
  ["one address", ["h@example.com", "(h@example.com);", "‘h@example.com’"], { mail: "h@example.com", refused: false }],
  ["a link", ["MAILTO: H@Example.com", "mailto:h@example.com"], { mail: "h@example.com", refused: false }],
  ["a name and an address", ["Halima <hy@example.com>"], { mail: "hy@example.com", refused: false }],
  [
    "two addresses",
    ["h@example.com; b@example.com", "h@example.com/b@example.com"],
    { mail: "h@example.com", refused: false },
  ],
  [
    "two with a word",
    ["h@example.com or b@example.com", "h@example.com AND b@example.com"],
    { mail: "h@example.com", refused: false },
  ],
  ["nothing", ["", "--"], { mail: "", refused: false }],
  ["no address", [...NO_ADDRESS, "h@example..com", "xmailto:h@b.com", "h@exämple.com"], { mail: "", refused: true }],
  ["an address and a name behind it", ["h@example.com, Halima"], { mail: "", refused: true }],
])("an email cell has %s", (_, cells, expected) => {
  expect(cells.map((cell) => [cell, readMail(cell)])).toEqual(cells.map((cell) => [cell, expected]));
});

test("a visits cell is a number of three digits, with a word of visits", () => {
  const seven = ["7", "7.0", "7.00", "7 session", "7 visits", "7 sessions left", "7 REMAINING", "7left"];
  expect(seven.filter((cell) => readVisits(cell) !== 7)).toEqual([]);
  expect([readVisits("120"), readVisits("1 visit")]).toEqual([120, 1]);
  expect(["1200", "7.5", "x7", "7 of 10", "seven", ""].filter((cell) => readVisits(cell) !== undefined)).toEqual([]);
});

describe("the plan of a cell", () => {
  const length = { unit: "months", count: 1 } as const;
  const plans: ImportPlan[] = [
    { slug: "gold", name: "Gold", terms: { length, visits: null } },
    { slug: "gold-plan", name: "Gold plan", terms: { length, visits: null } },
    { slug: "silver", name: "Silver", terms: { length, visits: null } },
    { slug: "quarter", name: "Quarter", terms: { length: { unit: "months", count: 3 }, visits: null } },
    { slug: "week", name: "Week", terms: { length: { unit: "weeks", count: 1 }, visits: null } },
    { slug: "membership", name: "The Membership", terms: { length, visits: null } },
  ];
  const planOf = planFinder(plans);

  test.each([
    ["gold", ["gold"]],
    ["gold-plan", ["GOLD-PLAN", "goldplan"]],
    ["silver", ["Silver", "silver gym membership", "The Silver fitness pass", "members package silver"]],
    ["silver", ["Silver monthly", "silver month"]],
    ["quarter", ["Quarter plan"]],
    ["membership", ["The membership"]],
    // Words that may mean another plan.
    ["none", ["Gold member", "1 month silver", "Silver months", "Silver bimonthly", "Silver 2", "Silver (left)"]],
    ["none", ["Silver + gold", "Silver?", "Silver!", "Silver*", "Silver = gym", "not silver"]],
    // Lengths that these plans do not have.
    ["none", ["Quarter monthly", "Week monthly"]],
    ["none", ["member", ""]],
  ])("%s is the plan of %j", (slug, cells) => {
    expect(cells.filter((cell) => (planOf(cell) ?? "none") !== slug)).toEqual([]);
  });
});
