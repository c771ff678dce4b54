/** Single cells of a list, as people and spreadsheets write them: days, phones, mails, visits, plans. */
import { isEmailAddress } from "../../forms/email-address.ts";
import { readKenyanPhone, readPhone } from "../../forms/read-phone.ts";
import { nameWords } from "../../people/person-name.ts";
import { DAY_MS } from "../../platform/durations.ts";
import { asLine, plainText } from "../../platform/text.ts";
import type { PlanLength } from "../pass-calendar.ts";

const CELL_MAX_CHARACTERS = 300;

/** Spreadsheets write these in place of a value that a formula doesn't have. */
const ERROR = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|#+)$/i;

/** A formula that was exported in place of its value: a function, or a reference to another cell. */
const FORMULA = /^[=+@-] ?(?:\$?[a-z]{1,3}\$?\d+\b(?! \p{L})|[a-z][a-z.]*\(|"|[\p{L}\d']+!\$?[a-z])/iu;

/** Words and numbers with one blank between them, as most cells are. */
const PLAIN = /^[\w+@.:;,()/-]+(?: [\w+@.:;,()/-]+)*$/;

/** Returns a cell as one line, without the marks that spreadsheets put on text: `'0712` and `="0712"`. */
export function cleanCell(cell: string): string {
  if (PLAIN.test(cell) && cell.length <= CELL_MAX_CHARACTERS) return cell;
  const line = asLine(cell.slice(0, 2 * CELL_MAX_CHARACTERS).replaceAll(/[\s\0]+/g, " ")).slice(0, CELL_MAX_CHARACTERS);
  if (ERROR.test(line)) return "";
  return line.replace(/^="([^"]*)"$/, "$1").replace(/^'(?!.*'(?:\s|$))\s*/, "");
}

export function isFormula(cell: string): boolean {
  return FORMULA.test(cell);
}

/** Key of answers and plans: folded words in their order. */
export function textKey(text: string): string {
  return nameWords(text).join(" ");
}

/** A written day. In numbers (`15/03/2027`), `read` has the day first. In other forms, `turned` has day and month swapped. */
export type WrittenDay = {
  style: "numbers" | "fixed";
  read: number | undefined;
  turned: number | undefined;
};

/** The beginnings of the months' names, in English and, where they differ, in Swahili. */
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const SWAHILI_MONTHS = new Map([
  ["mac", 3],
  ["mei", 5],
  ["ago", 8],
  ["okt", 10],
  ["des", 12],
]);

function monthNumber(month: string): number {
  const start = month.slice(0, 3);
  return /\d/.test(month) ? Number(month) : (SWAHILI_MONTHS.get(start) ?? MONTHS.indexOf(start) + 1);
}

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun|jumat|alham|ijum|jumam|jumap)[a-z]*[ ,.]+/;
const TIME = /(?:, ?| |t)\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?(?:z| ?[+-]\d{2}:?\d{2})?$/;

/** How days are written, with the places of year, month and day among the parts. */
const DAY_FORMS: readonly [RegExp, style: WrittenDay["style"], year: number, month: number, day: number][] = [
  [/^(\d{4}) ?[-/. ] ?(\d{1,2}) ?[-/. ] ?(\d{1,2})$/, "fixed", 1, 2, 3],
  [/^(20\d{2})(\d{2})(\d{2})$/, "fixed", 1, 2, 3],
  [/^(\d{1,2}) ?[-/. ] ?(\d{1,2}) ?[-/. ] ?(\d{4}|\d{2})$/, "numbers", 3, 2, 1],
  [/^(\d{1,2})(?:st|nd|rd|th)?[-/., ]*(?:of )?([a-z]{3,12})[-/., ]+'?(\d{4}|\d{2})$/, "fixed", 3, 2, 1],
  [/^([a-z]{3,12})[-/., ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+'?(\d{4}|\d{2})$/, "fixed", 3, 1, 2],
];

/** Spreadsheets count days from the end of 1899; these are 2009 to 2036. */
const SERIAL = /^[45]\d{4}(?:\.\d+)?$/;
const SERIAL_DAYS_BEFORE_1970 = 25_569;

/** @returns undefined for what is no day */
export function readDay(cell: string): WrittenDay | undefined {
  if (!/\d/.test(cell) || cell.length > 60) return undefined;
  const text = plainText(cell).replace(WEEKDAY, "").replace(TIME, "").trim();
  if (SERIAL.test(text)) {
    const date = new Date((Math.floor(Number(text)) - SERIAL_DAYS_BEFORE_1970) * DAY_MS);
    return writtenDay("fixed", date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
  }
  for (const [form, style, year, month, day] of DAY_FORMS) {
    const parts = form.exec(text);
    if (parts === null) continue;
    const [years = "", months = "", days = ""] = [parts[year], parts[month], parts[day]];
    return writtenDay(style, Number(years) + (years.length === 2 ? 2000 : 0), monthNumber(months), Number(days));
  }
  return undefined;
}

function writtenDay(style: WrittenDay["style"], year: number, month: number, day: number): WrittenDay | undefined {
  const [read, turned] = [dayAt(year, month, day), dayAt(year, day, month)];
  return read === undefined && (turned === undefined || style === "fixed") ? undefined : { style, read, turned };
}

function dayAt(year: number, month: number, day: number): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900
    ? date.getTime() / DAY_MS
    : undefined;
}

function isOpen({ read, turned }: WrittenDay): boolean {
  return read !== undefined && turned !== undefined && read !== turned;
}

/** The order of day and month in numbers; `none`: no day depends on it. */
export type NumberOrder = "day-first" | "month-first" | "none" | "open" | "contradictory";

/** Finds the order of a column. `turned`: days that a spreadsheet of another locale may have turned round. */
export function orderOf(days: readonly WrittenDay[]): { order: NumberOrder; open: WrittenDay[]; turned: WrittenDay[] } {
  const { numbers = [], fixed = [] } = Object.groupBy(days, ({ style }) => style);
  const isDayFirst = numbers.some(({ turned }) => turned === undefined);
  const isMonthFirst = numbers.some(({ read }) => read === undefined);
  const open = numbers.filter(isOpen);
  const proved = isDayFirst ? "day-first" : isMonthFirst ? "month-first" : open.length > 0 ? "open" : "none";
  // Such a spreadsheet converts days up to 12 only, and leaves the others as text.
  const turned = fixed.filter(isOpen);
  const certain = fixed.filter((day) => day.turned === undefined).length;
  const isTurned = (isDayFirst || isMonthFirst) && open.length === 0 && certain <= fixed.length / 5;
  return { order: isDayFirst && isMonthFirst ? "contradictory" : proved, open, turned: isTurned ? turned : [] };
}

/** The day that is meant, by the answers on a column. @returns undefined when there is no such day */
export function meantDay(
  { style, read, turned }: WrittenDay,
  { isMonthFirst, isTurned }: { isMonthFirst: boolean; isTurned: boolean },
): number | undefined {
  if (style === "numbers") return isMonthFirst ? turned : read;
  return isTurned ? (turned ?? read) : read;
}

/** Whether a cell means that there is no end. */
export function isEndless(cell: string): boolean {
  return /^(?:life ?time|life|for ?ever|never|unlimited|permanent|indefinite|infinite|open|no (?:end|expiry|limit)|endless|maisha)\b/.test(
    textKey(cell),
  );
}

/** The numbers of a cell, the first first. `note`: the cell has more than a number. `rounded`: a spreadsheet has lost digits of it. */
export type ReadPhones = { phones: string[]; note: boolean; problem?: "missing" | "rounded" | "unreadable" };

const PHONE_CELL_MAX_CHARACTERS = 120;
const ROUNDED = /^\+?\d(?:[.,]\d+)?e\+?\d+$|^\+?[1-9]\d{5,8}0{6}$/i;
const LABELS = /^(?:(?:tel|telephone|phone|mobile|cell|mob|simu|no|number|ph)\b[ :.]*)*/i;
const SEVERAL = /[/,;|&]|\b(?:or|and|au|na)\b/i;

/** A number within other text. Digits next to a letter are no number. */
const NUMBER_WITHIN = /(?<![\p{L}\p{N}+])\(?\+?\d[\d\s().-]*\d(?![\p{L}\p{N}])/gu;

/** The letter O among digits. */
const LETTER_O = /(?<!\p{L})[oO]{1,6}(?=[\s-]?\d)|(?<=\d[\s-]?)[oO]{1,6}(?!\p{L})/gu;

export function readPhones(cell: string): ReadPhones {
  const usual = readKenyanPhone(cell);
  if (usual !== undefined && !usual.endsWith("000000")) return { phones: [usual], note: false };
  if (!/[\p{L}\p{N}]/u.test(cell)) return { phones: [], note: false, problem: "missing" };
  if (!/\d{2}/.test(cell.normalize("NFKC")) || cell.length > PHONE_CELL_MAX_CHARACTERS) return UNREADABLE;
  const zeros = (letters: string) => "0".repeat(letters.length);
  const text = cell
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .replace(LETTER_O, zeros);
  if (ROUNDED.test(text.replaceAll(/[\s']/g, ""))) return { phones: [], note: false, problem: "rounded" };
  const plain = withoutSigns(text, " '\"“”.,;:")
    .replace(LABELS, "")
    .replace(/^(\d{9,})\.0+$/, "$1");
  const whole = readPhone(plain);
  if (whole !== undefined) return { phones: [whole], note: false };
  const phones = plain
    .split(SEVERAL)
    .flatMap((part) => part.match(NUMBER_WITHIN) ?? [])
    .flatMap(splitNumbers);
  return phones.length === 0 ? UNREADABLE : { phones: [...new Set(phones)], note: true };
}

const UNREADABLE: ReadPhones = { phones: [], note: true, problem: "unreadable" };

/** Splits two numbers with a blank between them. */
function splitNumbers(digits: string): string[] {
  const whole = readPhone(digits);
  if (whole !== undefined) return [whole];
  for (const { index } of digits.matchAll(/\s+/g)) {
    const [first, second] = [readPhone(digits.slice(0, index)), readPhone(digits.slice(index).trim())];
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return [];
}

/** A text without some signs around it. */
function withoutSigns(text: string, signs: string): string {
  let [start, end] = [0, text.length];
  while (start < end && signs.includes(text.charAt(start))) start += 1;
  while (end > start && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The address of a cell, the first of several. `refused`: the forms of the site would not take it. */
export function readMail(cell: string): { mail: string; refused: boolean } {
  if (!/[\p{L}\p{N}]/u.test(cell)) return { mail: "", refused: false };
  const within = /<([^<>@]*@[^<>@]*)>/.exec(cell)?.[1] ?? cell;
  const parts = within.split(/[;,/|]| (?:or|and|au) /i);
  const first = parts.every((part) => part.includes("@")) ? (parts[0] ?? "") : within;
  const mail = withoutSigns(first, " <>()[]\"'“”‘’.,;")
    .replace(/^mailto: ?/i, "")
    .toLowerCase();
  return isEmailAddress(mail) ? { mail, refused: false } : { mail: "", refused: true };
}

/** @returns undefined for what is no whole number of visits */
export function readVisits(cell: string): number | undefined {
  const digits = /^(\d{1,3})(?:\.0+)?(?: ?(?:visits?|sessions?|left|remaining))*$/i.exec(cell)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A plan of the site, as far as a list needs it. */
export type ImportPlan = { slug: string; name: string; length: PlanLength; visits: number | null };

/** Words next to a plan's name that change nothing. Other words may: "left", "not", "from". */
const FILLERS = new Set("fitness gym member members membership plan package pass the".split(" "));
const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Signs that join or change plans: "Gold + Silver", "Gold → Silver". */
const CHANGING = /[+&/→>?!×*=]/u;

/** Finds the plan in a text of nothing else. */
export function planFinder(plans: readonly ImportPlan[]): (cell: string) => string | undefined {
  const wordsOf = (text: string) =>
    nameWords(text).map((part) => (NUMBERS.includes(part) ? String(NUMBERS.indexOf(part)) : part));
  const find = (cell: string) => {
    const parts = CHANGING.test(cell) ? [] : wordsOf(cell);
    if (parts.length === 0) return undefined;
    const exact = plans.find(({ name, slug }) => [name, slug].some((own) => wordsOf(own).join("") === parts.join("")));
    const like = plans.filter(({ name, length: { unit, count } }) => {
      const isMonth = unit === "months" && count === 1;
      const isTelling = (part: string) => !FILLERS.has(part) && !(isMonth && /^month(?:ly)?$/.test(part));
      const own = wordsOf(name).filter(isTelling).join(" ");
      return own !== "" && own === parts.filter(isTelling).join(" ");
    });
    return exact?.slug ?? (like.length === 1 ? like[0]?.slug : undefined);
  };
  return remembered(find);
}

/** Reads each distinct cell once. */
export function remembered<Value>(read: (cell: string) => Value): (cell: string) => Value {
  const known = new Map<string, { value: Value }>();
  return (cell) => {
    const { value } = known.get(cell) ?? { value: read(cell) };
    known.set(cell, { value });
    return value;
  };
}
