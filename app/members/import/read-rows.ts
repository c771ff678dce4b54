/**
 * The rows of a list: text in whatever encoding, delimiter and quoting programs write. Each line of it is in a row, and linear time does for
 * any input.
 */
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS, MAX_COLUMNS } from "./limits.ts";
import { cleanCell } from "./values.ts";

/** With rows that are nobody's, such as headings on each page of a printed list. */
const READ_MAX_ROWS = IMPORT_MAX_ROWS + 500;

/** A list as it was sent. */
export type ListSource = { bytes: Uint8Array } | { pasted: string };

/** Reasons for a review: an open quotation mark, a cell over several lines, a file cut within the row, or more cells than columns. */
export type RowProblem = "quote-open" | "quote-lines" | "cut" | "more-cells";

/** A row that has something in it. `line`: its number in a spreadsheet; `lines`: how many lines of the file it takes. */
export type SourceRow = { line: number; lines: number; cells: string[]; problem?: RowProblem };

/** Why what was sent is no list, or none that can be read. */
export type NoList =
  | "empty"
  | "too-large"
  | "too-many-rows"
  | "web-page"
  | "contacts"
  | "rich-text"
  | "json"
  | "spreadsheet-file"
  | "archive"
  | "other-file";

/** Kinds of files by their first bytes, and by a text near the beginning. Numbers saves archives. */
const KINDS: readonly [NoList, beginning: RegExp, near?: string][] = [
  ["spreadsheet-file", /^PK\p{Cc}/u, "[Content_Types]"],
  ["spreadsheet-file", /^PK\p{Cc}/u, "opendocument"],
  ["spreadsheet-file", /^\xd0\xcf\p{Cc}\xe0/u],
  ["archive", /^PK\p{Cc}|^\p{Cc}\x8b|^Rar!|^7z\xbc/u],
  ["other-file", /^%PDF|^\xff\xd8\xff|^\x89PNG|^GIF8|^RIFF|^.{4}ftyp|^BEGIN:VCAL/s],
  ["spreadsheet-file", /^<\?xml/, "office:spreadsheet"],
  ["web-page", /^(?:MIME-Version:|<[!?a-z])/i],
  ["contacts", /^BEGIN:VCARD/i],
  ["rich-text", /^\{\\rtf/],
  ["json", /^[[{]\s*(?:["{[]|$)/],
];

const BEGINNING = 4000;

export function readRows(source: ListSource): { rows: SourceRow[] } | { code: NoList } {
  const isFile = "bytes" in source;
  if ((isFile ? source.bytes : source.pasted).length > IMPORT_MAX_BYTES) return { code: "too-large" };
  const file = isFile ? Buffer.from(source.bytes.subarray(0, BEGINNING)).toString("latin1") : "";
  const { text, isCut } = isFile ? decode(source.bytes) : { text: source.pasted, isCut: false };
  const code = kindOf(file) ?? kindOf(text.slice(0, BEGINNING).trimStart());
  if (code !== undefined) return { code };
  if (text.includes("\0")) return { code: "other-file" };
  const rows = rowsOf(text, { isFile, isCut });
  if (rows.length === 0) return { code: "empty" };
  return rows.length > READ_MAX_ROWS ? { code: "too-many-rows" } : { rows };
}

function kindOf(beginning: string): NoList | undefined {
  return KINDS.find(([, pattern, near = ""]) => pattern.test(beginning) && beginning.includes(near))?.[0];
}

const UTF16 = [
  ["utf-16le", 0xff, 0xfe, 1],
  ["utf-16be", 0xfe, 0xff, 0],
] as const;

/** @returns `isCut`: the file ends within a character */
function decode(bytes: Uint8Array): { text: string; isCut: boolean } {
  const some = bytes.subarray(0, 2000);
  const zerosAt = (rest: number) => some.filter((byte, index) => index % 2 === rest && byte === 0).length;
  for (const [encoding, first, second, zeros] of UTF16) {
    // Every other byte of Latin letters is zero.
    const isMarked = bytes[0] === first && bytes[1] === second;
    if (isMarked || (zerosAt(zeros) > some.length / 8 && zerosAt(1 - zeros) <= some.length / 8)) {
      return { text: new TextDecoder(encoding).decode(bytes), isCut: bytes.length % 2 === 1 };
    }
  }
  const text = new TextDecoder().decode(bytes);
  const lost = count(text, /\ufffd/g);
  if (lost === 0) return { text, isCut: false };
  // Some undamaged letters: the file is damaged UTF-8.
  if (count(text, /[^\0-\x7f\ufffd]/g) > lost) return { text, isCut: lost === 1 && text.endsWith("\ufffd") };
  const windows = new TextDecoder("windows-1252").decode(bytes);
  const mac = new TextDecoder("macintosh").decode(bytes);
  // Excel for Mac ends lines with CR alone.
  const isMacByLines = text.includes("\r") && !text.includes("\n");
  const difference = likelyLetters(mac) - likelyLetters(windows);
  return { text: difference > 0 || (difference === 0 && isMacByLines) ? mac : windows, isCut: false };
}

/** Counts accents and apostrophes in places where names have them: capitals are never within small letters. */
function likelyLetters(text: string): number {
  return count(text, /(?<=\p{L})[ß-öø-ÿ’]|(?<![\p{Ll}’])[À-ÔÖØ-Þ](?=\p{L})/gu);
}

const LETTERS_COUNTED = 5000;

/** Counts the matches of a pattern, up to `LETTERS_COUNTED`. */
function count(text: string, pattern: RegExp): number {
  let matches = 0;
  while (matches < LETTERS_COUNTED && pattern.test(text)) matches += 1;
  return matches;
}

/** `width`: the usual number of cells. */
type Format = { delimiter: string; isQuoted: boolean; width: number };
type Line = { cells: string[]; count: number; hasMore: boolean; end: number; breaks: number; isOpen: boolean };

/** Delimiters that programs write. */
const DELIMITERS = [",", ";", "\t", "|"];

/** Some programs name the delimiter in a first line. */
const DELIMITER_LINE = /^sep=([,;\t|])(?=[\r\n])/i;

function rowsOf(whole: string, { isFile, isCut }: { isFile: boolean; isCut: boolean }): SourceRow[] {
  const text = whole.replace(/^\ufeff/, "");
  const named = DELIMITER_LINE.exec(text);
  const from = named === null ? 0 : named[0].length;
  const formats = (named?.[1] === undefined ? DELIMITERS : [named[1]]).map((delimiter) => {
    // Pasted cells have no quoting.
    const format = { delimiter, isQuoted: isFile || delimiter !== "\t", width: 1 };
    const { width, rows } = shapeOf(text, from, format);
    return { ...format, width, rows };
  });
  const most = Math.max(...formats.map(({ rows }) => rows));
  // Prices and addresses have commas in some rows; a delimiter is in all.
  const [format] = formats
    .filter(({ rows }) => rows >= 0.8 * most)
    .toSorted((format, next) => next.width - format.width);
  const rows = format === undefined ? [] : [...eachRow(text, from, format)];
  const last = rows.at(-1);
  if (last !== undefined && isFile && (isCut || isLastShort(text, rows))) last.problem = "cut";
  return rows;
}

/** Rows compared for finding the delimiter. */
const ROWS_COMPARED = 300;

/** The usual number of cells, and how many rows have it. */
function shapeOf(text: string, from: number, format: Format): { width: number; rows: number } {
  const counts = new Map<number, number>();
  for (let [at, seen] = [nextLine(text, from), 0]; at < text.length && seen < ROWS_COMPARED; seen += 1) {
    const { count, end } = readLine(text, at, format, 0);
    if (count > 1) counts.set(count, (counts.get(count) ?? 0) + 1);
    at = nextLine(text, end);
  }
  const [width, rows] = [...counts].toSorted(([, rows], [, next]) => next - rows)[0] ?? [1, 0];
  return { width, rows };
}

/** Where the next line begins that has something in it. */
function nextLine(text: string, from: number): number {
  let at = from;
  while (isBreak(text, at)) at += 1;
  return at;
}

function* eachRow(text: string, from: number, format: Format): Generator<SourceRow> {
  let line = 1;
  let rows = 0;
  for (let at = from; at < text.length && rows <= READ_MAX_ROWS; line += 1) {
    const row = isBreak(text, at) ? undefined : wholeLine(text, at, format);
    at = afterBreak(text, row?.end ?? at);
    const cells = row?.cells.some((cell) => cell !== "") ? row.cells.map(cleanCell) : [];
    if (row === undefined || cells.every((cell) => cell === "")) continue;
    rows += 1;
    const hasMore = row.hasMore || (format.width > 1 && cells.slice(format.width).some((cell) => cell !== ""));
    const problem = row.isOpen ? "quote-open" : row.breaks > 1 ? "quote-lines" : hasMore ? "more-cells" : undefined;
    yield { line, lines: row.breaks + 1, cells, ...(problem && { problem }) };
  }
}

/** How many line ends a cell may have. */
const CELL_MAX_BREAKS = 10;

/** A row. A quotation mark joins lines only where they have the usual number of cells together. */
function wholeLine(text: string, from: number, format: Format): Line {
  const alone = readLine(text, from, format, 0);
  const joined = alone.isOpen ? readLine(text, from, format, CELL_MAX_BREAKS) : alone;
  return !joined.isOpen && joined.count === format.width ? joined : alone;
}

function readLine(text: string, from: number, format: Format, maxBreaks: number): Line {
  const line: Line = { cells: [], count: 0, hasMore: false, end: from, breaks: 0, isOpen: false };
  const between = format.delimiter.charCodeAt(0);
  for (let at = from; ; at = line.end + 1) {
    const quoted = format.isQuoted ? quotedCell(text, at, format, maxBreaks) : undefined;
    const cell = quoted ?? bareCell(text, at, between);
    line.count += 1;
    if (line.count <= MAX_COLUMNS) line.cells.push(cell.text);
    else line.hasMore ||= cell.text !== "";
    line.breaks += cell.breaks;
    line.isOpen ||= cell.isOpen;
    line.end = cell.end;
    if (text.charCodeAt(cell.end) !== between) return line;
  }
}

type Cell = { text: string; end: number; breaks: number; isOpen: boolean };

const [BLANK, QUOTE, LF, CR] = [" ", '"', "\n", "\r"].map((sign) => sign.charCodeAt(0));

/** More of a cell is never read. */
const CELL_MAX_LENGTH = 1000;

/** Reads a cell without quoting. */
function bareCell(text: string, from: number, delimiter: number): Cell {
  let end = from;
  let marks = 0;
  for (let code = text.charCodeAt(end); end < text.length && code !== delimiter && code !== LF && code !== CR; ) {
    if (code === QUOTE) marks += 1;
    end += 1;
    code = text.charCodeAt(end);
  }
  const isOpen = marks % 2 === 1 && text.charCodeAt(from) === QUOTE;
  return { text: text.slice(from, Math.min(end, from + CELL_MAX_LENGTH)), end, breaks: 0, isOpen };
}

/** Reads a cell in quotation marks. @returns undefined if text follows the marks (`"Kim" Kimani`), or if one of its lines is a whole row */
function quotedCell(text: string, from: number, format: Format, maxBreaks: number): Cell | undefined {
  const start = afterBlanks(text, from) + 1;
  if (text.charCodeAt(start - 1) !== QUOTE) return undefined;
  const delimiter = format.delimiter.charCodeAt(0);
  let [breaks, delimiters, isRow] = [0, 0, false];
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === delimiter) {
      delimiters += 1;
      isRow ||= delimiters >= format.width - 1;
    } else if (code === LF || code === CR) {
      breaks += 1;
      if (breaks > maxBreaks) return undefined;
      at = afterBreak(text, at) - 1;
      delimiters = 0;
    } else if (code === QUOTE && text.charCodeAt(at + 1) === QUOTE) at += 1;
    else if (code === QUOTE) {
      const end = afterBlanks(text, at + 1);
      const isLast = end >= text.length || text.charCodeAt(end) === delimiter || isBreak(text, end);
      if (!isLast || (breaks > 0 && isRow)) return undefined;
      const inner = text.slice(start, Math.min(at, start + CELL_MAX_LENGTH)).replaceAll('""', '"');
      return { text: inner, end, breaks, isOpen: false };
    }
  }
  return undefined;
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === BLANK) at += 1;
  return at;
}

function isBreak(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === LF || code === CR;
}

function afterBreak(text: string, at: number): number {
  return text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
}

/** Whether the last row ends before all others do: within its cells, or within the last of them. */
function isLastShort(text: string, rows: readonly SourceRow[]): boolean {
  const last = rows.at(-1)?.cells ?? [];
  const others = rows.slice(1, -1).filter(({ cells }) => cells.length > 1);
  if (isBreak(text, text.length - 1) || others.length < 2) return false;
  if (others.every(({ cells }) => cells.length > last.length)) return true;
  const lengths = others.flatMap(({ cells }) => cells[last.length - 1]?.length ?? []).filter((length) => length > 0);
  const end = last.at(-1)?.length ?? 0;
  return end > 0 && lengths.length > 1 && lengths.every((length) => length > end);
}
