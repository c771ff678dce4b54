/** Reads single cells of a list, as people and spreadsheets write them: days, phones, emails, visits, plans. */
import { isEmailAddress } from "../../forms/field-schemas.ts";
import { hasLink } from "../../forms/link-in-name.ts";
import { readKenyanPhone, readPhone } from "../../forms/read-phone.ts";
import { PERSON_NAME_MAX } from "../../people/person.ts";
import { nameWords } from "../../people/person-name.ts";
import { DAY_MS } from "../../platform/durations.ts";
import { asLine, plainText } from "../../platform/text.ts";
import type { PlanTerms } from "../plans.ts";

const CELL_MAX_CHARACTERS = 300;

/** Returns a cell as one line, without the marks that spreadsheets put on text: `'0712` and `="0712"`. */
export function cleanCell(cell: string): string {
  const line = asLine(cell.slice(0, CELL_MAX_CHARACTERS))
    .replaceAll(/\s+/g, " ")
    .replace(/^="([^"]*)"$/, "$1");
  // Two of them are quotes.
  return line.startsWith("'") && !/'(?: |$)/.test(line.slice(1)) ? line.slice(1).trimStart() : line;
}

/** A formula in place of its value, or a spreadsheet's error: `=A2&B2`, `=SUM(A1)`, `#REF!`. */
const FORMULA = /^[=+@-] ?(?:\$?[a-z]{1,3}\$?\d|\S+[!(]|")|^#/i;

/** Letters damaged by a wrong encoding, and HTML tags. */
const DAMAGED_TEXT = /\ufffd|â€|Ã[^\p{Lu}\s]|<\/?\p{L}/u;

/** Whether a cell can't be the name of a person as it is. */
export function isUnclearName(name: string): boolean {
  const isDamaged = FORMULA.test(name) || DAMAGED_TEXT.test(name) || name.split('"').length % 2 === 0;
  return isDamaged || hasLink(name) || name.length > PERSON_NAME_MAX;
}

/** Key of answers and plans: folded words in their order. */
export function textKey(text: string): string {
  return nameWords(text).join(" ");
}

/** A written day. `turned`: with day and month swapped. Numbers (`15/03/2027`) are read with the day first. */
export type WrittenDay = { isNumbers: boolean; read: number | undefined; turned: number | undefined };

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[ ,.]+/;
const TIME = /(?:, ?| |t)\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?(?:z| ?[+-]\d{2}:?\d{2})?$/;

const NUMBERS = /^(?<day>\d{1,2}) ?[-/. ] ?(?<month>\d{1,2}) ?[-/. ] ?(?<year>\d{4}|\d{2})$/;
const DAY_FORMS = [
  NUMBERS,
  /^(?<year>\d{4}) ?[-/. ] ?(?<month>\d{1,2}) ?[-/. ] ?(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[-/., ]*(?:of )?(?<month>[a-z]{3,12})[-/., ]+'?(?<year>\d{4}|\d{2})$/,
  /^(?<month>[a-z]{3,12})[-/., ]*(?<day>\d{1,2})(?:st|nd|rd|th)?[-/., ]+'?(?<year>\d{4}|\d{2})$/,
];

/** @returns undefined for anything but a day */
export const readDay = memoized((cell): WrittenDay | undefined => {
  if (cell.length > 60) return undefined;
  const text = plainText(cell).replace(WEEKDAY, "").replace(TIME, "").trim();
  for (const form of DAY_FORMS) {
    const parts = form.exec(text)?.groups as Record<"year" | "month" | "day", string> | undefined;
    if (parts === undefined) continue;
    const { year, month, day } = parts;
    const years = Number(year) + (year.length === 2 ? 2000 : 0);
    const months = /\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3)) + 1;
    const [read, turned] = [dayAt(years, months, Number(day)), dayAt(years, Number(day), months)];
    const isNumbers = form === NUMBERS;
    return read === undefined && (turned === undefined || !isNumbers) ? undefined : { isNumbers, read, turned };
  }
  return undefined;
});

function dayAt(year: number, month: number, day: number): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  // A day that the month doesn't have is in another month.
  return date.getUTCMonth() === month - 1 && year >= 1900 ? date.getTime() / DAY_MS : undefined;
}

/** How a column's days are read. `doubt`: the question about them, with the first such day as its example. */
export type DayOrder = {
  isMonthFirst: boolean;
  doubt: "day-order" | "days-mixed" | "days-turned" | undefined;
  example: (WrittenDay & { text: string; count: number }) | undefined;
};

/** Finds the order of day and month in the cells of a column. */
export function orderOf(cells: readonly string[]): DayOrder {
  const days = cells.flatMap((text) => {
    const day = readDay(text);
    return day === undefined ? [] : [{ ...day, text }];
  });
  const [numbers, others] = [days.filter((day) => day.isNumbers), days.filter((day) => !day.isNumbers)];
  const isDayFirst = numbers.some(({ turned }) => turned === undefined);
  const isMonthFirst = numbers.some(({ read }) => read === undefined);
  const [open, turned] = [numbers, others].map((some) =>
    some.filter(({ read, turned }) => read !== undefined && turned !== undefined && read !== turned),
  ) as [typeof days, typeof days];
  const isProved = isDayFirst || isMonthFirst;
  // A spreadsheet with another locale swaps day and month up to the 12th, and leaves other days as text.
  const certain = others.filter(({ turned }) => turned === undefined).length;
  const isTurned = isProved && open.length === 0 && turned.length > 0 && certain <= others.length / 5;
  const isAsked = isTurned || (open.length > 0 && isDayFirst === isMonthFirst);
  const doubtful = isTurned ? turned : open;
  return {
    isMonthFirst: isMonthFirst && !isDayFirst,
    doubt: !isAsked ? undefined : isTurned ? "days-turned" : isProved ? "days-mixed" : "day-order",
    example: doubtful[0] && { ...doubtful[0], count: doubtful.length },
  };
}

/** The day that was meant. @returns undefined if there is no such day */
export function meantDay(
  { isNumbers, read, turned }: WrittenDay,
  { isMonthFirst, doubt }: DayOrder,
  answer: string | undefined,
): number | undefined {
  if (!isNumbers) return doubt === "days-turned" && answer === "turned" ? (turned ?? read) : read;
  const isAsked = doubt === "day-order" || doubt === "days-mixed";
  return (isAsked ? answer === "turned" : isMonthFirst) ? turned : read;
}

export function isEndless(cell: string): boolean {
  return /^(?:life ?time|life|for ?ever|never|unlimited|permanent|indefinite|infinite|open|no (?:end|expiry|limit)|endless|maisha)\b/.test(
    textKey(cell),
  );
}

/** The numbers of a cell, in order. `hasMore`: the cell has other text too. `rounded`: a spreadsheet dropped digits. */
type ReadPhones = { phones: string[]; hasMore?: true; problem?: "missing" | "rounded" | "unreadable" };

const PHONE_CELL_MAX_CHARACTERS = 120;
const ROUNDED = /^\+?\d(?:[.,]\d+)?e\+?\d+$|^\+?[1-9]\d{5,8}0{6}$/i;
const LABELS = /^(?:(?:tel|telephone|phone|mobile|cell|mob|simu|no|number|ph)\b[ :.]*)+/i;
const SEVERAL = /[/,;|&]|\b(?:or|and|au|na)\b/i;

/** A number within other text. Digits next to a letter are not a number. */
const NUMBER_WITHIN = /(?<![\p{L}\p{N}+])\(?\+?\d[\d\s().-]*\d(?![\p{L}\p{N}])/gu;

/** The letter O among digits. */
const LETTER_O = /(?<!\p{L})[oO]{1,6}(?=[\s-]?\d)|(?<=\d[\s-]?)[oO]{1,6}(?!\p{L})/gu;

export function readPhones(cell: string): ReadPhones {
  const usual = readKenyanPhone(cell);
  if (usual !== undefined && !usual.endsWith("000000")) return { phones: [usual] };
  if (!/[\p{L}\p{N}]/u.test(cell)) return { phones: [], problem: "missing" };
  if (cell.length > PHONE_CELL_MAX_CHARACTERS) return { phones: [], problem: "unreadable" };
  const text = cell
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .replace(LETTER_O, (letters) => "0".repeat(letters.length));
  if (ROUNDED.test(text.replaceAll(/[\s']/g, ""))) return { phones: [], problem: "rounded" };
  const plain = trimCharacters(text, " '\"“”.,;:")
    .replace(LABELS, "")
    .replace(/^(\d{9,})\.0+$/, "$1");
  const whole = readPhone(plain);
  if (whole !== undefined) return { phones: [whole] };
  const phones = plain
    .split(SEVERAL)
    .flatMap((part) => [...part.matchAll(NUMBER_WITHIN)])
    .flatMap(([digits]) => splitNumbers(digits));
  return phones.length === 0 ? { phones, problem: "unreadable" } : { phones: [...new Set(phones)], hasMore: true };
}

/** Splits two numbers with a blank between them. */
function splitNumbers(digits: string): string[] {
  const whole = readPhone(digits);
  if (whole !== undefined) return [whole];
  for (const { index } of digits.matchAll(/\s/g)) {
    const [first, second] = [readPhone(digits.slice(0, index)), readPhone(digits.slice(index))];
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return [];
}

/** Removes some characters from both ends of a text. */
function trimCharacters(text: string, signs: string): string {
  const isKept = (character: string) => !signs.includes(character);
  const characters = text.split("");
  return text.slice(characters.findIndex(isKept), characters.findLastIndex(isKept) + 1);
}

/** Reads the first email address of a cell. `refused`: the site's forms would not accept it. */
export function readMail(cell: string): { mail: string; refused: boolean } {
  if (!/[\p{L}\p{N}]/u.test(cell)) return { mail: "", refused: false };
  const within = /<([^<>@]*@[^<>@]*)>/.exec(cell)?.[1] ?? cell;
  const parts = within.split(/[;,/|]| (?:or|and|au) /i);
  const [first = within] = parts.every((part) => part.includes("@")) ? parts : [];
  const mail = trimCharacters(first, " <>()[]\"'“”‘’.,;")
    .replace(/^mailto: ?/i, "")
    .toLowerCase();
  return isEmailAddress(mail) ? { mail, refused: false } : { mail: "", refused: true };
}

/** @returns undefined for anything but a whole number of visits */
export function readVisits(cell: string): number | undefined {
  const digits = /^(\d{1,3})(?:\.0+)?(?: ?(?:visits?|sessions?|left|remaining))*$/i.exec(cell)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export type ImportPlan = { slug: string; name: string; terms: Pick<PlanTerms, "length" | "visits"> };

/** Words next to a plan's name that change nothing. Other words may: "left", "not", "from". */
const FILLERS = "fitness gym member members membership plan package pass the".split(" ");

/** Signs that join or change plans: "Gold + Silver", "Gold → Silver". */
const CHANGING = /[+&/→>?!×*=]/u;

/** Returns a function that finds the plan of a cell, if the cell names nothing else. */
export function planFinder(plans: readonly ImportPlan[]): (cell: string) => string | undefined {
  return memoized((cell) => {
    for (const isLoose of CHANGING.test(cell) ? [] : [false, true]) {
      const [plan, ...others] = plans.filter(({ name, terms }) => {
        const own = significantWords(name, terms, isLoose);
        return own !== "" && own === significantWords(cell, terms, isLoose);
      });
      if (plan !== undefined && others.length === 0) return plan.slug;
    }
    return undefined;
  });
}

function significantWords(text: string, { length: { unit, count } }: ImportPlan["terms"], isLoose: boolean): string {
  const isMonth = unit === "months" && count === 1;
  const isFiller = (part: string) => FILLERS.includes(part) || (isMonth && /^month(?:ly)?$/.test(part));
  return nameWords(text)
    .filter((part) => !isLoose || !isFiller(part))
    .join("");
}

function memoized<Value>(read: (cell: string) => Value): (cell: string) => Value {
  const known = new Map<string, Value>();
  return (cell) => {
    if (!known.has(cell)) known.set(cell, read(cell));
    return known.get(cell) as Value;
  };
}
