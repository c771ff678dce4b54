/** What stands in the columns of a list: by its headings, and by what is in the cells where they say nothing. */
import { plainText } from "../../platform/text.ts";
import { readWrittenDay } from "./list-days.ts";
import type { ListRow } from "./list-rows.server.ts";
import { closedUpText, readListPhone } from "./list-values.ts";

export const COLUMN_KINDS = [
  "name",
  "first-name",
  "last-name",
  "phone",
  "email",
  "plan",
  "last-day",
  "price",
  "visits",
] as const;

export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** Of each column what it is; null: it is not used. */
export type ListColumns = (ColumnKind | null)[];

/** What headings are called, the telling words first: "Membership expiry" is a day, "Membership" a plan. */
const HEADINGS: readonly [ColumnKind | null, RegExp][] = [
  [null, /\b(kin|emergency|guardian|parent|trainer|coach|gender|sex|age|birth|dob|address|estate|remarks?|notes?)\b/],
  ["email", /\b(e ?mail|mail|barua)\b/],
  ["phone", /\b(phone|tel|telephone|mobile|cell|cellphone|contacts?|simu|whatsapp|msisdn)\b/],
  ["visits", /\b(visits|sessions|remaining)\b/],
  [
    "last-day",
    /\b(expiry|expires?|expiration|exp|ends?|ending|until|till|valid|due|renewal|last day|mwisho|next payment)\b/,
  ],
  [null, /\b(join(ed|ing)?|start(s|ed)?|from|since|registered|registration|mode|method|receipt|code|date)\b/],
  ["price", /\b(amount|price|fees?|paid|kes|kshs?|cost|bei|ada)\b/],
  ["last-name", /\b(surname|last name|lastname|family name)\b/],
  ["first-name", /\b(first name|firstname|given names?|other names?|forenames?)\b/],
  ["plan", /\b(plan|package|membership|type|category|subscription|mpango)\b/],
  ["name", /\b(names?|full name|jina|majina)\b/],
  [null, /\b(no|id|number|sn|serial)\b/],
  ["name", /\b(members?|clients?|customers?)\b/],
];

/** The longest heading: what is longer is a sentence above the list. */
const HEADING_MAX = 40;

/** What a heading says of its column; undefined: nothing. */
function kindOfHeading(heading: string): ColumnKind | null | undefined {
  if (heading.length > HEADING_MAX) return undefined;
  const words = plainText(heading)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return HEADINGS.find(([, pattern]) => pattern.test(words))?.[0];
}

/** Rows among which the headings are looked for, and those by which a column without a heading is known. */
const ROWS_ABOVE = 25;
const ROWS_LOOKED_AT = 100;

export type GuessedColumns = {
  columns: ListColumns;
  /** The headings as they are shown. */
  headings: string[];
  /** The line of the first person. */
  firstLine: number;
};

/** Guesses what stands in the columns of a list. */
export function guessColumns(rows: readonly ListRow[]): GuessedColumns {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const heading = findHeadings(rows, width);
  const people = rows.slice(heading.next);
  const columns: ListColumns = Array.from({ length: width }, () => null);
  for (const [index, text] of heading.texts.entries()) {
    const kind = kindOfHeading(text);
    if (kind && !columns.includes(kind)) columns[index] = kind;
  }
  fillByCells(columns, heading.texts, people.slice(0, ROWS_LOOKED_AT), heading.next === 0);
  return { columns, headings: heading.texts, firstLine: people[0]?.line ?? (rows.at(-1)?.line ?? 0) + 1 };
}

/** The row of the headings, or two of which one completes the other. `next`: how many rows stand above the people. */
function findHeadings(rows: readonly ListRow[], width: number): { texts: string[]; next: number } {
  let best = { texts: Array.from({ length: width }, () => ""), next: 0, score: 0 };
  for (const [index, { cells }] of rows.slice(0, ROWS_ABOVE).entries()) {
    const texts = Array.from({ length: width }, (_, column) => cells[column] ?? "");
    const next = rows[index + 1];
    const score = scoreOf(texts, next?.cells.some(isData) === true);
    if (score > best.score) best = { texts, next: index + 1, score };
    // A title is one cell; what completes headings has several.
    if (next === undefined || texts.filter((text) => text !== "").length < 2 || texts.some(isData)) continue;
    const both = texts.map((text, column) => `${text} ${next.cells[column] ?? ""}`.trim());
    const bothScore = next.cells.some(isData) ? 0 : scoreOf(both, rows[index + 2]?.cells.some(isData) === true);
    if (bothScore > best.score) best = { texts: both, next: index + 2, score: bothScore };
  }
  return best;
}

/** How many columns a row names; a row with a number or a day in it names none. @param isAbovePeople the row below has some */
function scoreOf(texts: readonly string[], isAbovePeople: boolean): number {
  if (texts.some(isData)) return 0;
  const kinds = new Set(texts.map(kindOfHeading).filter((kind) => kind !== null && kind !== undefined));
  const named = texts.filter((text) => text !== "").length;
  // One word of one cell may be anything; a list of one or two columns has no more.
  const isEnough = kinds.size >= 2 || (isAbovePeople && named >= 2) || (named <= 2 && texts.length <= 2);
  return isEnough ? kinds.size : 0;
}

function isData(cell: string): boolean {
  return "phone" in readListPhone(cell) || readWrittenDay(cell) !== undefined || cell.includes("@");
}

/** Finds the columns that no heading names: by what most of their cells are. */
function fillByCells(
  columns: ListColumns,
  headings: readonly string[],
  rows: readonly ListRow[],
  isWithoutHeadings: boolean,
): void {
  const cellsOf = (index: number) => rows.map(({ cells }) => cells[index] ?? "").filter((cell) => cell !== "");
  const find = (kind: ColumnKind, isOne: (cell: string) => boolean, isLikely = (_: string[]) => true) => {
    if (columns.includes(kind)) return;
    const index = columns.findIndex((known, at) => {
      const cells = cellsOf(at);
      const isOpen = known === null && kindOfHeading(headings[at] ?? "") === undefined;
      return isOpen && cells.length > 0 && cells.filter(isOne).length > 0.6 * cells.length && isLikely(cells);
    });
    if (index !== -1) columns[index] = kind;
  };
  find("email", (cell) => cell.includes("@"));
  find("phone", (cell) => {
    const read = readListPhone(cell);
    return "phone" in read || read.problem === "spoiled";
  });
  const isName = (cell: string) => /\p{L}{2}/u.test(cell) && !/\d/.test(cell);
  const areDifferent = (cells: string[]) => new Set(cells.map(closedUpText)).size > cells.length / 2;
  if (!columns.includes("first-name") && !columns.includes("last-name")) find("name", isName, areDifferent);
  if (!isWithoutHeadings) return;
  // The last column of days: lists have the first day before the last one.
  const days = columns.findLastIndex((known, at) => {
    const cells = cellsOf(at);
    const isDay = (cell: string) => readWrittenDay(cell) !== undefined;
    return known === null && cells.length > 0 && cells.filter(isDay).length > 0.6 * cells.length;
  });
  if (days !== -1) columns[days] = "last-day";
  find("price", (cell) => /^(kes|ksh)/i.test(cell) || /\/[=-]$/.test(cell));
  find("plan", isName);
}

/** Whether a row within the list has its headings again, as above each page of a printed one. */
export function isHeadingAgain({ cells }: ListRow, headings: readonly string[]): boolean {
  // Of headings in two lines the second one may stand there alone.
  const named = cells.flatMap((cell, index) =>
    cell === "" ? [] : closedUpText(headings[index] ?? "").endsWith(closedUpText(cell)),
  );
  return named.length > 1 && named.every((isSame) => isSame);
}
