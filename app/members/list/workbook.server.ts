/**
 * The rows of a spreadsheet (.xlsx, ECMA-376): of its first sheet that has some. What is in the file is not believed: bytes are counted
 * while they are unzipped, entities of a document are never expanded, and formulas are not computed, as each cell has its last value.
 */
import type { Readable } from "node:stream";
import { Parser } from "saxen";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { DAY_MS } from "../../platform/durations.ts";
import { dayOfExcel } from "./list-days.ts";
import { cellText, type ListRow, MAX_LIST_COLUMNS, MAX_READ_ROWS, type ReadList } from "./list-rows.server.ts";

/** All that is unzipped of a file. A sheet of 5,000 rows and 20 columns has 4 MB. */
const MAX_UNZIPPED_BYTES = 24 * 1024 * 1024;

/** Sheets, styles, texts, pictures. */
const MAX_ENTRIES = 1000;

/** The last row that Excel has. */
const MAX_SHEET_ROWS = 1_048_576;

/** Names of sheets that are looked into until one has rows. */
const MAX_SHEETS = 10;

/** A file that can't be read: damaged, protected, too large, or no spreadsheet. */
class Unreadable extends Error {}

type Element = { name: string; attributes: Readonly<Record<string, string>> };

type Handlers = {
  open?: (element: Element) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

/** @returns `unreadable` for what is no spreadsheet, is damaged, or is larger than any list */
export async function readWorkbook(bytes: Uint8Array): Promise<ReadList | { ok: false; code: "unreadable" }> {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const zip = await fromBufferPromise(buffer, { lazyEntries: true });
    const rows = await readSheets(new Package(zip, await entriesOf(zip)));
    if (rows.length === 0) return { ok: false, code: "empty" };
    return rows.length > MAX_READ_ROWS ? { ok: false, code: "too-many-rows" } : { ok: true, rows };
  } catch {
    // Of a file that somebody made anything may be wrong, and each library says it in its own way.
    return { ok: false, code: "unreadable" };
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > MAX_ENTRIES) throw new Unreadable("too many files");
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  return entries;
}

/** The files of a spreadsheet. */
class Package {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #bytesLeft = MAX_UNZIPPED_BYTES;

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /**
   * Reads a file of XML. As a whole: piece by piece the parser would look at an open text or comment again with each piece, which of
   * twenty megabytes takes minutes.
   */
  async read(path: string, handlers: Handlers): Promise<void> {
    const entry = this.#entries.get(path.toLowerCase());
    if (entry === undefined) return;
    // No size that an entry says of itself is believed: what comes out of it is counted.
    const stream: Readable = await this.#zip.openReadStreamPromise(entry);
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      this.#bytesLeft -= chunk.length;
      if (this.#bytesLeft < 0) throw new Unreadable("too large");
      chunks.push(chunk);
    }
    parserOf(handlers).parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
  }
}

function parserOf({ open, close, text }: Handlers): Parser {
  const parser = new Parser();
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  parser.on("openTag", (name, attributes, decode) => {
    if (open === undefined) return;
    const found = Object.entries(attributes()).map(([key, value]) => [key, decode(value)]);
    open({ name: local(name), attributes: Object.fromEntries(found) });
  });
  parser.on("closeTag", (name) => close?.(local(name)));
  parser.on("text", (value, decode) => text?.(decode(value)));
  parser.on("cdata", (value) => text?.(value));
  parser.on("error", (error) => {
    throw new Unreadable(error.message);
  });
  return parser;
}

type Workbook = { sheets: { id: string; isHidden: boolean }[]; isFrom1904: boolean };

async function readSheets(files: Package): Promise<ListRow[]> {
  const workbook: Workbook = { sheets: [], isFrom1904: false };
  await files.read("xl/workbook.xml", {
    open: ({ name, attributes }) => {
      if (name === "sheet") {
        const isHidden = (attributes.state ?? "visible") !== "visible";
        workbook.sheets.push({ id: attributes["r:id"] ?? attributes.id ?? "", isHidden });
      }
      if (name === "workbookPr") workbook.isFrom1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
    },
  });
  if (workbook.sheets.length === 0) throw new Unreadable("no sheets");
  const paths = new Map<string, string>();
  await files.read("xl/_rels/workbook.xml.rels", {
    open: ({ name, attributes }) => {
      const { Id: id = "", Target: target = "", TargetMode: mode } = attributes;
      // A sheet of another file is never fetched.
      if (name === "Relationship" && mode !== "External") paths.set(id, pathOf(target));
    },
  });
  const texts = await readTexts(files);
  const isDay = await readDayStyles(files);
  const visible = workbook.sheets.filter(({ isHidden }) => !isHidden).slice(0, MAX_SHEETS);
  let rows: ListRow[] = [];
  for (const { id } of visible) {
    rows = await readSheet(files, paths.get(id) ?? "", { texts, isDay, isFrom1904: workbook.isFrom1904 });
    // A title page has a line or two.
    if (rows.length > 2) return rows;
  }
  return rows;
}

/** The place of a sheet in the file. */
function pathOf(target: string): string {
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

/** The texts that cells refer to by number. */
async function readTexts(files: Package): Promise<string[]> {
  const texts: string[] = [];
  let text = "";
  let isText = false;
  // How a Japanese text is spoken is no part of it.
  let isSound = false;
  await files.read("xl/sharedStrings.xml", {
    open: ({ name }) => {
      if (name === "si") text = "";
      if (name === "rPh") isSound = true;
      if (name === "t") isText = true;
    },
    close: (name) => {
      if (name === "si") texts.push(cellText(text));
      if (name === "rPh") isSound = false;
      if (name === "t") isText = false;
    },
    text: (part) => {
      if (isText && !isSound && text.length < MAX_CELL_READ) text += part;
    },
  });
  return texts;
}

/** A cell's text, before it is cut. */
const MAX_CELL_READ = 1000;

/** Formats of days that every program knows by number (ECMA-376, part 1, 18.8.30). */
function isDayFormat(id: number): boolean {
  return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58);
}

/** The signs of a number's format, without texts in quotation marks, what is escaped, colours and conditions. */
function formatSigns(code: string): string {
  const unquoted = code.split('"').filter((_, index) => index % 2 === 0);
  const [first = "", ...others] = unquoted.join("").split("[");
  const signs = [first, ...others.map((part) => part.slice(part.indexOf("]") + 1))].join("");
  return signs.replaceAll(/\\./g, "").toLowerCase();
}

/** Whether the style of a number says that it is a day. */
async function readDayStyles(files: Package): Promise<(style: number) => boolean> {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isCells = false;
  await files.read("xl/styles.xml", {
    open: ({ name, attributes }) => {
      if (name === "cellXfs") isCells = true;
      if (name === "numFmt") {
        own.set(Number(attributes.numFmtId), /[dy]/.test(formatSigns(attributes.formatCode ?? "")));
      }
      if (name !== "xf" || !isCells) return;
      const id = Number(attributes.numFmtId);
      styles.push(own.get(id) ?? isDayFormat(id));
    },
    close: (name) => {
      if (name === "cellXfs") isCells = false;
    },
  });
  return (style) => styles[style] ?? false;
}

type CellFacts = { texts: readonly string[]; isDay: (style: number) => boolean; isFrom1904: boolean };

/** Days between the two beginnings of Excel's calendar. */
const DAYS_TO_1904 = 1462;

async function readSheet(files: Package, path: string, facts: CellFacts): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  let line = 0;
  let cells: string[] = [];
  let column = -1;
  let cell: { type: string; style: number; value: string } | undefined;
  let isValue = false;
  await files.read(path, {
    open: ({ name, attributes }) => {
      if (name === "row") {
        // Numbers that are none, or that stand twice, are those of somebody's own program.
        const number = Number(attributes.r);
        line = Number.isInteger(number) && number > line && number <= MAX_SHEET_ROWS ? number : line + 1;
        cells = [];
        column = -1;
      } else if (name === "c") {
        column = columnOf(attributes.r) ?? column + 1;
        cell = { type: attributes.t ?? "n", style: Number(attributes.s ?? 0), value: "" };
      } else if (name === "v" || name === "t") isValue = true;
    },
    close: (name) => {
      if (name === "v" || name === "t") isValue = false;
      if (name === "c" && cell !== undefined) {
        if (column < MAX_LIST_COLUMNS) cells[column] = textOfCell(cell, facts);
        cell = undefined;
      }
      if (name !== "row" || !cells.some((text) => text) || rows.length > MAX_READ_ROWS) return;
      rows.push({ line, cells: Array.from(cells, (text) => text ?? "") });
    },
    text: (part) => {
      if (isValue && cell !== undefined && cell.value.length < MAX_CELL_READ) cell.value += part;
    },
  });
  return rows;
}

/** The number of a column by its letters: `C7` is in the third. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textOfCell(
  { type, style, value }: { type: string; style: number; value: string },
  { texts, isDay, isFrom1904 }: CellFacts,
): string {
  if (type === "s") return texts[Number(value)] ?? "";
  // An error of a formula is no value.
  if (type === "e" || value === "") return "";
  if (type !== "n") return cellText(value);
  const number = Number(value);
  if (!Number.isFinite(number)) return "";
  const day = isDay(style) ? dayOfExcel(isFrom1904 ? number + DAYS_TO_1904 : number) : undefined;
  if (day !== undefined) return new Date(day * DAY_MS).toISOString().slice(0, "2026-11-25".length);
  // Long numbers have all their digits here, also those that a narrow column rounds.
  return cellText(Number.isInteger(number) ? BigInt(number).toString() : String(number));
}
