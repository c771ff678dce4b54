/** The rows of a list as text: separators and quotation marks as any program writes them. */
import Papa from "papaparse";
import { asLine, withPlainBreaks } from "../../platform/text.ts";

/** The most rows of a list, the most columns that are read, and the most characters of a cell. */
export const MAX_LIST_ROWS = 5000;
export const MAX_LIST_COLUMNS = 40;
const MAX_CELL_CHARACTERS = 300;

/** With rows that are nobody: headings, the gym's name, blank ones between them. */
export const MAX_READ_ROWS = MAX_LIST_ROWS + 500;

/** A row that has something in it. `line`: its number, as a spreadsheet shows it. */
export type ListRow = { line: number; cells: string[] };

export type ReadList =
  | {
      ok: true;
      rows: ListRow[];
      /** The line in which the file ends before its row does. */
      cutLine?: number | undefined;
    }
  | { ok: false; code: "empty" | "too-many-rows" };

const SEPARATORS = [",", ";", "\t", "|"];

/** Rows by which the separator is found. */
const ROWS_COMPARED = 300;

/** Excel's own way to name the separator, in a line that it doesn't show. */
const SEPARATOR_LINE = /^sep=(.)\n/i;

/** Reads a list of any separator. */
export function readTextList({ text: typed, isCut }: { text: string; isCut: boolean }): ReadList {
  const whole = withPlainBreaks(typed.replace(/^\uFEFF/, ""));
  const named = SEPARATOR_LINE.exec(whole);
  const text = named === null ? whole : whole.slice(named[0].length);
  const { data, errors } = parse(text, named?.[1] ?? separatorOf(text), MAX_READ_ROWS + 1);
  const isOpen = errors.some(({ code }) => code === "MissingQuotes");
  return readCells(data, isCut || isOpen || isLastShort(text, data) ? data.length : undefined);
}

function readCells(data: readonly (readonly string[])[], cutLine: number | undefined): ReadList {
  const rows = data
    .map((cells, index) => ({ line: index + 1, cells: cells.slice(0, MAX_LIST_COLUMNS).map(cellText) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (rows.length === 0) return { ok: false, code: "empty" };
  return rows.length > MAX_READ_ROWS ? { ok: false, code: "too-many-rows" } : { ok: true, rows, cutLine };
}

/** What programs write for a value that a formula has not. */
const ERRORS = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/i;

/** A cell in one line; `="0712"` is how some programs keep a zero. */
export function cellText(cell: string): string {
  const line = asLine(cell.replaceAll(/[\s\0]+/g, " ")).slice(0, MAX_CELL_CHARACTERS);
  return ERRORS.test(line) ? "" : line.replace(/^="([^"]*)"$/, "$1");
}

function parse(text: string, delimiter: string, preview: number) {
  return Papa.parse<string[]>(text, { delimiter, newline: "\n", preview });
}

/** The separator by which most rows have equally many cells, and then the one with more of them. */
function separatorOf(text: string): string {
  const found = SEPARATORS.map((separator) => {
    const counts = parse(text, separator, ROWS_COMPARED)
      .data.map((cells) => cells.length)
      .filter((count) => count > 1);
    const usual = [...Map.groupBy(counts, (count) => count)].toSorted(
      ([, one], [, other]) => other.length - one.length,
    );
    return { separator, cells: usual[0]?.[0] ?? 1, rows: usual[0]?.[1].length ?? 0 };
  });
  const most = Math.max(...found.map(({ rows }) => rows));
  // Prices and addresses have commas in some rows; a separator is in all.
  const likely = found.filter(({ rows }) => rows > 0 && rows >= 0.8 * most);
  return likely.toSorted((one, other) => other.cells - one.cells)[0]?.separator ?? ",";
}

/** Whether the last row has fewer cells than all before it, and no end: programs that cut a file end it anywhere. */
function isLastShort(text: string, data: readonly (readonly string[])[]): boolean {
  if (text.endsWith("\n") || data.length < 3) return false;
  const fewest = Math.min(
    ...data.slice(0, -1).map((cells) => (cells.length === 1 ? Number.POSITIVE_INFINITY : cells.length)),
  );
  const last = data.at(-1)?.length ?? 0;
  return Number.isFinite(fewest) && last < fewest;
}
