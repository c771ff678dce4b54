/** Days as lists have them. A column has one order, day or month first, which its own days prove where they can. */

import { DAY_MS } from "../../platform/durations.ts";
import { plainText } from "../../platform/text.ts";

export type DayOrder = "day-first" | "month-first";

/** A day that is written one way, or two numbers of which either may be the day; undefined: it is no day. */
export type WrittenDay = { day: number } | { first: number; second: number; year: number } | undefined;

/** The first three letters of the months, in English and in Swahili. */
const MONTHS = [
  ["jan"],
  ["feb"],
  ["mar", "mac"],
  ["apr"],
  ["may", "mei"],
  ["jun"],
  ["jul"],
  ["aug", "ago"],
  ["sep"],
].concat([["oct", "okt"], ["nov"], ["dec", "des"]]);

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun|jumat|alham|ijum|jumam|jumap)[a-z]*[ ,.]+/;
const TIME = /[ t]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?z?$/;

/** Excel counts days from the end of 1899: those of 2000 to 2099 have five digits. */
const EXCEL_DAYS_BEFORE_1970 = 25_569;
const EXCEL_DAYS = { min: 36_526, max: 73_050 };

/** The day of a number of Excel; undefined for one that is no day of this century. */
export function dayOfExcel(serial: number): number | undefined {
  const day = Math.floor(serial);
  return day >= EXCEL_DAYS.min && day <= EXCEL_DAYS.max ? day - EXCEL_DAYS_BEFORE_1970 : undefined;
}

/** Reads what a cell has for a day. */
export function readWrittenDay(cell: string): WrittenDay {
  const text = plainText(cell).trim().replace(/^'/, "").replace(WEEKDAY, "").replace(TIME, "").trim();
  const iso = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(text) ?? /^(20\d{2})(\d{2})(\d{2})$/.exec(text);
  if (iso !== null) return oneWay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numbers = /^(\d{1,2}) ?[-/. ] ?(\d{1,2}) ?[-/. ] ?(\d{4}|\d{2})$/.exec(text);
  if (numbers !== null) {
    return { first: Number(numbers[1]), second: Number(numbers[2]), year: fullYear(numbers[3] ?? "") };
  }
  if (/^\d{5}(?:\.\d+)?$/.test(text)) {
    const day = dayOfExcel(Number(text));
    return day === undefined ? undefined : { day };
  }
  return readMonthName(text);
}

function readMonthName(text: string): WrittenDay {
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]*(?:of )?([a-z]{3,12})[-/., ]+'?(\d{4}|\d{2})$/.exec(text);
  if (dayFirst !== null)
    return oneWay(fullYear(dayFirst[3] ?? ""), monthOfName(dayFirst[2] ?? ""), Number(dayFirst[1]));
  const monthFirst = /^([a-z]{3,12})[-/., ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+'?(\d{4}|\d{2})$/.exec(text);
  if (monthFirst === null) return undefined;
  return oneWay(fullYear(monthFirst[3] ?? ""), monthOfName(monthFirst[1] ?? ""), Number(monthFirst[2]));
}

function monthOfName(name: string): number {
  return MONTHS.findIndex((starts) => starts.some((start) => name.startsWith(start))) + 1;
}

function fullYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

function oneWay(year: number, month: number, dayOfMonth: number): WrittenDay {
  const day = dayAt(year, month, dayOfMonth);
  return day === undefined ? undefined : { day };
}

/** The day of a date that there is. */
function dayAt(year: number, month: number, dayOfMonth: number): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, dayOfMonth));
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth;
  return isSame && year >= 1900 ? date.getTime() / DAY_MS : undefined;
}

/** The days of two numbers in either order. */
function bothWays({ first, second, year }: { first: number; second: number; year: number }) {
  return { "day-first": dayAt(year, second, first), "month-first": dayAt(year, first, second) };
}

/** What the days of a column say of their order. `contradicted`: some are read in one way only, and some in the other. */
export type OrderProof = { order: DayOrder; how: "proved" | "usual" | "contradicted" };

/** The order of a column's days. */
export function orderOfDays(days: readonly WrittenDay[]): OrderProof {
  const only = new Set<DayOrder>();
  for (const day of days) {
    if (day === undefined || "day" in day) continue;
    const ways = bothWays(day);
    if (ways["day-first"] !== undefined && ways["month-first"] === undefined) only.add("day-first");
    if (ways["day-first"] === undefined && ways["month-first"] !== undefined) only.add("month-first");
  }
  const [order = "day-first"] = only;
  if (only.size === 2) return { order: "day-first", how: "contradicted" };
  return { order, how: only.size === 1 ? "proved" : "usual" };
}

/**
 * The day that is meant. Without an order what can be read in one way is read so.
 * @returns `ambiguous` for what can be read in two ways without an order; undefined where there is no such day
 */
export function dayMeant(day: WrittenDay, order: DayOrder | undefined): number | "ambiguous" | undefined {
  if (day === undefined) return undefined;
  if ("day" in day) return day.day;
  const ways = bothWays(day);
  if (order !== undefined) return ways[order];
  const [one, other] = [ways["day-first"], ways["month-first"]];
  if (one !== undefined && other !== undefined && one !== other) return "ambiguous";
  return one ?? other;
}
