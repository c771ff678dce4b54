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

test.each([
  "=A2&B2",
  "= A2",
  "+$B$2",
  "-AAA1",
  "@B2",
  "=SUM(A1)",
  "=Sheet!A",
  '="x"&y',
  "#REF!",
  "Hal\ufffdima",
  "Wangâ€™ombe",
  "AndrÃ© Were",
  "<b>Halima",
  "Halima</b>",
  'Juma "Juju',
  "evil.com",
  "x".repeat(101),
])("%j can’t be a name", (name) => {
  expect(isUnclearName(name)).toBe(true);
});

test.each([
  "Halima Yusuf",
  "Ali #2",
  "-Ali",
  "=Dan",
  "A=A2",
  'Juma "Juju" Hassan',
  "ÃŁ",
  "Ã ngel",
  "a < b",
  "x".repeat(100),
])("%j can be a name", (name) => {
  expect(isUnclearName(name)).toBe(false);
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

test.each([
  "",
  "soon",
  "2027",
  "31/02/2027",
  "32/13/2027",
  "00/01/2027",
  "14/02/1899",
  "14/02/027",
  "14 Foo 2027",
  "2027-02-31",
  "2027-14-02",
  "x14/02/2027",
  "14/02/2027x",
  "14 Feb 2027 (paid)",
  "x2027-02-14",
  "2027-02-145",
  "x14 Feb 2027",
  "1 Feb 14, 2027",
  "Feb 14, 2027 x",
  "14 Mon Feb 2027",
  `14 Feb 2027${" ".repeat(50)}`,
])("%j is no day", (cell) => {
  expect(readDay(cell)).toBeUndefined();
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

test.each([
  ["Lifetime", true],
  ["life time", true],
  ["for life", false],
  ["Forever", true],
  ["for ever", true],
  ["Never", true],
  ["Unlimited", true],
  ["Permanent", true],
  ["Indefinite", true],
  ["No end", true],
  ["no expiry", true],
  ["No-limit", true],
  ["maisha", true],
  ["open", true],
  ["opened", false],
  ["no", false],
  ["", false],
])("%j means no end: %s", (cell, expected) => {
  expect(isEndless(cell)).toBe(expected);
});

const [FIRST, SECOND, DESK] = ["+254722000101", "+254733000101", "+254202345678"];

test.each([
  ["0722 000 101", [FIRST], {}],
  ["'0722000101'.", [FIRST], {}],
  ["\u202a+254722000101\u202c", [FIRST], {}],
  ["0722\u2011000\u2011101", [FIRST], {}],
  ["０722000101", [FIRST], {}],
  ["Tel. No: 0722000101", [FIRST], {}],
  ["Telephone 0722000101", [FIRST], {}],
  ["phone number 0722000101", [FIRST], {}],
  ["Simu: 0722000101", [FIRST], {}],
  ["O722OOO1O1", [FIRST], {}],
  ["oo254722000101", [FIRST], {}],
  ["722000101.0", [FIRST], {}],
  ["722000101.00", [FIRST], {}],
  ["0722000101 / 0733000101", [FIRST, SECOND], { hasMore: true }],
  ["0722000101,0733000101", [FIRST, SECOND], { hasMore: true }],
  ["0722000101|0733000101", [FIRST, SECOND], { hasMore: true }],
  ["0722000101 & 0733000101", [FIRST, SECOND], { hasMore: true }],
  ["0722000101 or 0733000101", [FIRST, SECOND], { hasMore: true }],
  ["0722000101 na 0733000101", [FIRST, SECOND], { hasMore: true }],
  ["0722000101 0733000101", [FIRST, SECOND], { hasMore: true }],
  ["0722 000 101 0733 000 101", [FIRST, SECOND], { hasMore: true }],
  ["0722000101 / 0722 000 101", [FIRST], { hasMore: true }],
  ["wife: 0722000101 (home)", [FIRST], { hasMore: true }],
  ["020 234 5678; (0722) 000.101", [DESK, FIRST], { hasMore: true }],
  ["", [], { problem: "missing" }],
  [" - ", [], { problem: "missing" }],
  ["x", [], { problem: "unreadable" }],
  ["see note 5", [], { problem: "unreadable" }],
  ["A0722000101", [], { problem: "unreadable" }],
  ["0722000101x", [], { problem: "unreadable" }],
  ["072200010", [], { problem: "unreadable" }],
  [`0722000101 ${"x".repeat(120)}`, [], { problem: "unreadable" }],
  [`0722000101 ${"x".repeat(109)}`, [FIRST], { hasMore: true }],
  ["2.54722E+11", [], { problem: "rounded" }],
  ["2,54722e11", [], { problem: "rounded" }],
  ["+2.5E+11", [], { problem: "rounded" }],
  ["254722000000", [], { problem: "rounded" }],
  ["+254 722 000 000", [], { problem: "rounded" }],
  ["0722000000", ["+254722000000"], {}],
  ["2E+11", [], { problem: "rounded" }],
  ["12.5E+11", [], { problem: "unreadable" }],
  ["2.5E+11x", [], { problem: "unreadable" }],
  ["0254722000000", ["+254722000000"], {}],
  ["254722000000 / 0722000101", ["+254722000000", FIRST], { hasMore: true }],
  ["0722 O00 1O1", [FIRST], {}],
  ["072200010O", ["+254722000100"], {}],
  ["07220001OO", ["+254722000100"], {}],
  ["072200010 O", ["+254722000100"], {}],
  ["0722000101 123", [], { problem: "unreadable" }],
  ["123 0722000101", [], { problem: "unreadable" }],
])("the phone cell %j has %j, %o", (cell, phones, more) => {
  expect(readPhones(cell)).toEqual({ phones, ...more });
});

test.each([
  ["h@example.com", "h@example.com", false],
  ["Halima <halima@example.com>", "halima@example.com", false],
  ["MAILTO: H@Example.com", "h@example.com", false],
  ["mailto:h@example.com", "h@example.com", false],
  ["h@example.com; b@example.com", "h@example.com", false],
  ["h@example.com/b@example.com", "h@example.com", false],
  ["h@example.com or b@example.com", "h@example.com", false],
  ["h@example.com AND b@example.com", "h@example.com", false],
  ["h@example.com, Halima", "", true],
  ["(h@example.com).", "h@example.com", false],
  ["‘h@example.com’", "h@example.com", false],
  ["", "", false],
  ["--", "", false],
  ["none", "", true],
  ["h@gmail", "", true],
  ["h,y@example.com", "", true],
  ["h y@example.com", "", true],
  ["h..a@example.com", "", true],
  ["h.@example.com", "", true],
  ["h@example..com", "", true],
  ["h@-example.com", "", true],
  ["h@exämple.com", "", true],
])("the email cell %j is %j, refused: %s", (cell, mail, refused) => {
  expect(readMail(cell)).toEqual({ mail, refused });
});

test.each([
  ["7", 7],
  ["120", 120],
  ["7.0", 7],
  ["7.00", 7],
  ["7 session", 7],
  ["7 visits", 7],
  ["1 visit", 1],
  ["7 sessions left", 7],
  ["7 REMAINING", 7],
  ["7left", 7],
  ["1200", undefined],
  ["7.5", undefined],
  ["x7", undefined],
  ["7 of 10", undefined],
  ["seven", undefined],
  ["", undefined],
])("the visits cell %j is %s", (cell, visits) => {
  expect(readVisits(cell)).toBe(visits);
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
    ["gold", "gold"],
    ["GOLD-PLAN", "gold-plan"],
    ["goldplan", "gold-plan"],
    ["Gold member", undefined],
    ["Silver", "silver"],
    ["silver gym membership", "silver"],
    ["The Silver fitness pass", "silver"],
    ["members package silver", "silver"],
    ["Silver monthly", "silver"],
    ["1 month silver", undefined],
    ["silver month", "silver"],
    ["Silver months", undefined],
    ["Silver bimonthly", undefined],
    ["Silver 2", undefined],
    ["Silver (left)", undefined],
    ["Quarter monthly", undefined],
    ["Quarter plan", "quarter"],
    ["Week monthly", undefined],
    ["The membership", "membership"],
    ["member", undefined],
    ["Silver + gold", undefined],
    ["Silver?", undefined],
    ["Silver!", undefined],
    ["Silver*", undefined],
    ["Silver = gym", undefined],
    ["not silver", undefined],
    ["", undefined],
  ])("%j is %s", (cell, slug) => {
    expect(planOf(cell)).toBe(slug);
  });
});
