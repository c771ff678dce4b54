/** Spreadsheets (.xlsx) for tests, written byte by byte: also such as no program writes. */
import { crc32, deflateRawSync } from "node:zlib";

type Part = { name: string; data: Buffer; size?: number };

/** A zip file (APPNOTE 4.3). @param parts.size what a part says of itself, where that is not true */
export function zipOf(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, data, size = data.length } of parts) {
    const packed = deflateRawSync(data);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, path, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0", "latin1"), common, rest, path]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A cell: a text, a number, a day (a date), a formula with its last value, or XML as it is. */
export type SheetCell =
  | string
  | number
  | { day: string }
  | { formula: string; value?: string }
  | { xml: string }
  | null;

const DAYS_BEFORE_1970 = 25_569;

function cellXml(cell: SheetCell, reference: string, texts: string[]): string {
  if (cell === null) return "";
  if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === "string") {
    if (reference.startsWith("A")) return `<c r="${reference}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
    texts.push(cell);
    return `<c r="${reference}" t="s"><v>${texts.length - 1}</v></c>`;
  }
  if ("xml" in cell) return cell.xml;
  if ("day" in cell)
    return `<c r="${reference}" s="1"><v>${Date.parse(cell.day) / 86_400_000 + DAYS_BEFORE_1970}</v></c>`;
  const value = cell.value === undefined ? "" : `<v>${escaped(cell.value)}</v>`;
  return `<c r="${reference}" t="str"><f>${escaped(cell.formula)}</f>${value}</c>`;
}

/** The parts of a spreadsheet whose second sheet has some rows, by their lines; the first one is hidden. */
export function workbookParts(rows: ReadonlyMap<number, readonly SheetCell[]>, { doctype = "" } = {}): Part[] {
  const texts: string[] = [];
  const lines = [...rows].map(([line, cells]) => {
    const xml = cells.map((cell, index) => cellXml(cell, `${String.fromCharCode(65 + index)}${line}`, texts));
    return `<row r="${line}">${xml.join("")}</row>`;
  });
  const part = (name: string, xml: string): Part => ({
    name,
    data: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${doctype}${xml}`),
  });
  const sheet = (name: string, body: string) =>
    part(
      name,
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${body}</sheetData></worksheet>`,
    );
  return [
    part(
      "xl/workbook.xml",
      '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="Old" state="hidden" r:id="rId1"/><x:sheet name="Members" r:id="rId2"/></x:sheets></x:workbook>',
    ),
    part(
      "xl/_rels/workbook.xml.rels",
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    ),
    part(
      "xl/styles.xml",
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]dd\\-mmm\\-yyyy;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    ),
    sheet("xl/worksheets/sheet1.xml", '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"/><row r="3"/><row r="4"/>'),
    sheet("xl/worksheets/sheet2.xml", lines.join("")),
    part(
      "xl/sharedStrings.xml",
      `<sst>${texts.map((text) => `<si><r><t>${escaped(text.slice(0, 2))}</t></r><r><t xml:space="preserve">${escaped(text.slice(2))}</t></r><rPh><t>x</t></rPh></si>`).join("")}</sst>`,
    ),
  ];
}
