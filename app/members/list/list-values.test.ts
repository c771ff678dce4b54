import { describe, expect, test } from "vitest";
import { dayNumber } from "../../time/days.ts";
import { dayMeant, orderOfDays, readWrittenDay } from "./list-days.ts";
import { readListPhone, readListPrice } from "./list-values.ts";

describe("days", () => {
  test.each([
    ["2027-03-15", "2027-03-15"],
    ["2027/3/5", "2027-03-05"],
    ["20270315", "2027-03-15"],
    ["15/03/2027", "2027-03-15"],
    ["5.3.27", "2027-03-05"],
    ["15-3-2027 00:00", "2027-03-15"],
    ["2027-03-15T00:00:00Z", "2027-03-15"],
    ["Mon 15 Mar 2027", "2027-03-15"],
    ["15th March 2027", "2027-03-15"],
    ["15-Mar-27", "2027-03-15"],
    ["March 15, 2027", "2027-03-15"],
    ["15 Machi 2027", "2027-03-15"],
    ["46096", "2026-03-15"],
    ["29/02/2028", "2028-02-29"],
    ["29/02/2027", undefined],
    ["31/04/2027", undefined],
    ["15/03", undefined],
    ["7", undefined],
    ["15 Foo 2027", undefined],
    ["next week", undefined],
    ["0/1/2027", undefined],
  ])("%s is %s with the day first", (text, date) => {
    expect(dayMeant(readWrittenDay(text), "day-first")).toBe(date === undefined ? undefined : dayNumber(date));
  });

  test("have the order that one of them proves", () => {
    const order = (...texts: string[]) => orderOfDays(texts.map(readWrittenDay));
    expect(order("03/04/2027", "05/25/2027")).toEqual({ order: "month-first", how: "proved" });
    expect(order("03/04/2027", "25/05/2027")).toEqual({ order: "day-first", how: "proved" });
    expect(order("03/04/2027", "2027-05-25", "soon")).toEqual({ order: "day-first", how: "usual" });
    expect(order("25/05/2027", "05/25/2027")).toEqual({ order: "day-first", how: "contradicted" });
    expect(dayMeant(readWrittenDay("03/04/2027"), undefined)).toBe("ambiguous");
    expect(dayMeant(readWrittenDay("04/04/2027"), undefined)).toBe(dayNumber("2027-04-04"));
  });
});

describe("phones", () => {
  test.each([
    ["0712345678", "+254712345678"],
    ["712345678", "+254712345678"],
    ["0110 345 678", "+254110345678"],
    ["+254 (0) 712-345-678", "+254712345678"],
    ["254 0712345678", "+254712345678"],
    ["'0712345678", "+254712345678"],
    ["712345678.0", "+254712345678"],
    ["Simu: 0712 345 678", "+254712345678"],
    ["0712345678 / 0733111222", "+254712345678"],
    ["020 2345678", "+254202345678"],
    ["+44 20 7946 0018", "+442079460018"],
    ["7.12E+08", "spoiled"],
    ["2.54712E+11", "spoiled"],
    ["7,12E+08", "spoiled"],
    ["071234567", "unreadable"],
    ["07123456789", "unreadable"],
    ["25471234567", "unreadable"],
    ["12345", "unreadable"],
    ["ask her", "unreadable"],
    ["########", "missing"],
    ["", "missing"],
    ["-", "missing"],
  ])("%j is %s", (text, expected) => {
    const read = readListPhone(text);
    expect("phone" in read ? read.phone : read.problem).toBe(expected);
  });
});

test.each([
  ["KES 3,900/=", 3900],
  ["3900/-", 3900],
  ["Ksh3,900.00", 3900],
  ["3.900", 3900],
  ["3 900", 3900],
  ["1,284,500 KES", 1_284_500],
  ["paid", undefined],
  ["", undefined],
])("the price %j is %s", (text, price) => {
  expect(readListPrice(text)).toBe(price);
});
