/** Reads the rows of a list, in whatever encoding, delimiter and quoting programs write. No line is dropped. */
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS, MAX_COLUMNS } from "./limits.ts";
import type { RemarkCode } from "./messages.ts";
import { cleanCell } from "./values.ts";

/** Leaves room for rows without a person, such as headings on each page of a printed list. */
const READ_MAX_ROWS = IMPORT_MAX_ROWS + 500;

export type ListSource = { bytes: Uint8Array } | { pasted: string };

/** A row that is not empty. `line`: its number in a spreadsheet. */
export type SourceRow = { line: number; cells: string[]; problem?: RemarkCode };

/** Kinds of files by their beginning. Excel and Numbers save archives. */
const FILE_KINDS = [
  ["spreadsheet-file", /^PK\p{Cc}|^\xd0\xcf\p{Cc}\xe0|^<\?xml[\s\S]*office:spreadsheet/u],
  ["web-page", /^(?:MIME-Version:|<[!?a-z])/i],
  ["contacts", /^BEGIN:VCARD/i],
  ["rich-text", /^\{\\rtf/],
  ["json", /^[[{]\s*(?:["{[]|$)/],
  ["other-file", /^%PDF/],
] as const;

const BEGINNING = 4000;

/** Why a file or a pasted text can’t be read as a list. */
export type ListProblem = "empty" | "too-large" | "too-many-rows" | (typeof FILE_KINDS)[number][0];

export function readRows(source: ListSource): { rows: SourceRow[] } | { code: ListProblem } {
  const isFile = "bytes" in source;
  if ((isFile ? source.bytes : source.pasted).length > IMPORT_MAX_BYTES) return { code: "too-large" };
  const text = isFile ? decode(source.bytes) : source.pasted;
  const beginnings = [isFile ? Buffer.from(source.bytes.subarray(0, BEGINNING)).toString("latin1") : "", text];
  for (const [code, pattern] of FILE_KINDS) {
    if (beginnings.some((beginning) => pattern.test(beginning.slice(0, BEGINNING).trimStart()))) return { code };
  }
  if (text.includes("\0")) return { code: "other-file" };
  const rows = rowsOf(text, isFile);
  if (rows.length === 0) return { code: "empty" };
  return rows.length > READ_MAX_ROWS ? { code: "too-many-rows" } : { rows };
}

function decode(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString("hex");
  if (mark === "fffe" || mark === "feff") {
    return new TextDecoder(mark === "fffe" ? "utf-16le" : "utf-16be").decode(bytes);
  }
  try {
    // `stream` accepts a file that was cut off within a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    const windows = new TextDecoder("windows-1252").decode(bytes);
    const mac = new TextDecoder("macintosh").decode(bytes);
    return countLikelyLetters(mac) > countLikelyLetters(windows) ? mac : windows;
  }
}

/** Counts accents and apostrophes where names have them: accented capitals only at the start of a word. */
function countLikelyLetters(text: string): number {
  return text.match(/(?<=\p{L})[ß-öø-ÿ’]|(?<![\p{Ll}’])[À-ÔÖØ-Þ](?=\p{L})/gu)?.length ?? 0;
}

/** `width`: the usual number of cells, which `rows` rows have. */
type Format = { delimiter: string; isQuoted: boolean; width: number; rows: number };

function rowsOf(text: string, isFile: boolean): SourceRow[] {
  const lines = text.split(/\r\n|[\r\n]/);
  const format = formatOf(lines, isFile);
  const rows: SourceRow[] = [];
  let [next, line] = [0, 0];
  for (const [at, first] of lines.entries()) {
    if (at < next) continue;
    if (rows.length > READ_MAX_ROWS) break;
    const row = readRow(first, lines.slice(at + 1, at + LINES_JOINED), format);
    next = at + row.lines;
    line += 1;
    const cells = row.cells.map(cleanCell);
    if (cells.every((cell) => cell === "")) continue;
    const hasMore = cells.slice(format.width).some((cell) => cell !== "");
    const problem = row.isOpen ? "quote-open" : row.lines > 2 ? "quote-lines" : hasMore ? "more-cells" : undefined;
    rows.push({ line, cells, ...(problem && { problem }) });
  }
  const last = rows.at(-1);
  if (last && isFile && lines.at(-1) !== "" && isCutShort(rows, format)) last.problem = "cut";
  return rows;
}

/** Whether the last row is shorter than all others: it has fewer cells, or a shorter last cell. */
function isCutShort(rows: readonly SourceRow[], { width }: Format): boolean {
  const lengths = rows.slice(1).map(({ cells }) => cells[width - 1]?.length ?? -1);
  const last = lengths.pop() ?? 0;
  return lengths.length > 1 && (last < 0 || lengths.every((length) => length > last));
}

const ROWS_COMPARED = 300;

/** Finds the delimiter. Some rows have commas in prices and addresses; a delimiter is in all rows. */
function formatOf(lines: readonly string[], isFile: boolean): Format {
  const some = lines.filter((line) => line.trim() !== "").slice(0, ROWS_COMPARED);
  const formats = [",", ";", "\t", "|"].map((delimiter): Format => {
    // Pasted cells have no quoting.
    const format = { delimiter, isQuoted: isFile || delimiter !== "\t", width: 1, rows: 0 };
    const widths = some.map((line) => readCells(line, format).cells.length).filter((width) => width > 1);
    const [usual] = [...Map.groupBy(widths, (width) => width).values()].toSorted((a, b) => b.length - a.length);
    return usual?.[0] === undefined
      ? format
      : { ...format, width: Math.min(usual[0], MAX_COLUMNS), rows: usual.length };
  });
  const most = Math.max(...formats.map(({ rows }) => rows));
  const [widest] = formats.filter(({ rows }) => rows >= 0.8 * most).toSorted((a, b) => b.width - a.width);
  return widest as Format;
}

type Cells = { cells: string[]; isOpen: boolean };

/** The most lines that a quotation mark joins. */
const LINES_JOINED = 10;

/**
 * Reads a row. An open quotation mark joins lines only if they form one row together, but not by themselves.
 * @param more the next lines
 */
function readRow(line: string, more: readonly string[], format: Format): Cells & { lines: number } {
  const isWhole = ({ cells }: Cells) => cells.length >= format.width;
  const alone = { ...readCells(line, format), lines: 1 };
  if (!alone.isOpen) return alone;
  let text = line;
  for (const [at, next] of more.entries()) {
    if (isWhole(alone) && isWhole(readCells(next, format))) break;
    text += `\n${next}`;
    const joined = readCells(text, format);
    if (!joined.isOpen) return joined.cells.length === format.width ? { ...joined, lines: at + 2 } : alone;
  }
  return alone;
}

/** The most parts of a line between delimiters; further parts are left out. */
const MAX_PARTS = 1000;

/** Reads a line's cells, at most one more than a list may have. Only marks around a whole cell quote it: `"Kim" Kimani` is text. */
function readCells(line: string, { delimiter, isQuoted }: Format): Cells {
  const parts = line.split(delimiter, MAX_PARTS);
  const read: Cells = { cells: [], isOpen: false };
  let next = 0;
  for (const [at, part] of parts.entries()) {
    if (at < next || read.cells.length > MAX_COLUMNS) continue;
    const isMarked = isQuoted && part.trimStart().startsWith('"');
    const isOdd = isMarked && hasOddMarks(part);
    // A quoted cell may contain delimiters: it ends once the number of its marks is even.
    const last = isOdd ? parts.findIndex((other, index) => index > at && hasOddMarks(other)) : at;
    const quoted = isMarked ? quotedText(parts.slice(at, last + 1).join(delimiter)) : undefined;
    read.cells.push(quoted ?? part);
    read.isOpen ||= isOdd && quoted === undefined;
    if (quoted !== undefined) next = last + 1;
  }
  return read;
}

const MAX_QUOTED_CHARACTERS = 10_000;
const QUOTED = /^ *"(?:[^"]|"")*" *$/;

/** The text in the quotation marks around a cell; undefined if they are not around the whole cell. */
function quotedText(cell: string): string | undefined {
  const isQuoted = cell.length <= MAX_QUOTED_CHARACTERS && QUOTED.test(cell);
  return isQuoted ? cell.trim().slice(1, -1).replaceAll('""', '"') : undefined;
}

function hasOddMarks(text: string): boolean {
  return text.split('"').length % 2 === 0;
}
