import { expect, test } from "vitest";
import { type SheetCell, workbookParts, zipOf } from "../../../test/members/workbooks.ts";
import { MAX_LIST_ROWS } from "./list-rows.server.ts";
import { readWorkbook } from "./workbook.server.ts";

const HEAD: SheetCell[] = ["Name", "Phone", "Plan", "Last day"];

function workbook(rows: SheetCell[][], options?: { doctype: string }): Buffer {
  return zipOf(workbookParts(new Map([HEAD, ...rows].map((cells, index) => [index + 1, cells])), options));
}

test("the rows of the first sheet in sight are read, each with the line that the program shows", async () => {
  const rows = new Map<number, SheetCell[]>([
    [3, HEAD],
    [4, ["Jane & Co", 712345678, "Nguvu", { day: "2027-03-15" }]],
    [9, ["John Kim", { xml: '<c r="B9"><v>2.54712345679E11</v></c>' }, { formula: "C4", value: "Nguvu" }, null]],
    [10, ["Ada", null, { formula: 'HYPERLINK("http://x")' }, { xml: '<c r="D10" t="e"><v>#REF!</v></c>' }]],
    [11, ["Ben", null, null, { xml: '<c t="d"><v>2027-03-16T00:00:00</v></c>' }]],
  ]);
  expect(await readWorkbook(zipOf(workbookParts(rows)))).toEqual({
    ok: true,
    rows: [
      { line: 3, cells: ["Name", "Phone", "Plan", "Last day"] },
      { line: 4, cells: ["Jane & Co", "712345678", "Nguvu", "2027-03-15"] },
      { line: 9, cells: ["John Kim", "254712345679", "Nguvu"] },
      { line: 10, cells: ["Ada", "", "", ""] },
      { line: 11, cells: ["Ben", "2027-03-16T00:00:00"] },
    ],
  });
});

/** A sheet with a good beginning, and 60 MB of blanks in it. */
function bomb(size?: number): Buffer {
  const parts = workbookParts(new Map([[1, HEAD]]));
  const blanks = Buffer.alloc(60 * 1024 * 1024, " ");
  return zipOf(
    parts.map((part) =>
      part.name === "xl/worksheets/sheet2.xml"
        ? { ...part, data: Buffer.concat([Buffer.from("<worksheet><sheetData>"), blanks]), ...(size && { size }) }
        : part,
    ),
  );
}

test.each([
  ["that says how large it is", undefined],
  ["that says that it is small", 5000],
])("a zip bomb %s is refused before it is unzipped", async (_, size) => {
  const file = bomb(size);
  expect(file.length).toBeLessThan(200_000);
  const before = process.memoryUsage().rss;
  expect(await readWorkbook(file)).toEqual({ ok: false, code: "unreadable" });
  expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024);
});

test("entities of a document are not expanded, and files of others not read", async () => {
  const doctype = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>';
  const file = workbook([[{ xml: '<c r="A2" t="inlineStr"><is><t>&a;&b;Jane</t></is></c>' }, 712345678]], { doctype });
  const read = await readWorkbook(file);
  expect(JSON.stringify(read)).not.toMatch(/aaaa|root/);
});

test.each([
  ["a text", "<c><v>", "x"],
  ["a comment", "<!--", "<a>"],
  ["tags", "", "<c><v>1</v></c>"],
  ["what is open", "", "<a>"],
])("%s of 20 MB is read in a second or two", async (_, start, repeated) => {
  const body = start + repeated.repeat((20 * 1024 * 1024) / repeated.length);
  const parts = workbookParts(new Map([[1, HEAD]])).map((part) =>
    part.name.endsWith("sheet2.xml") ? { ...part, data: Buffer.from(`<worksheet><sheetData><row>${body}`) } : part,
  );
  const file = zipOf(parts);
  const { user } = process.cpuUsage();
  expect(await readWorkbook(file)).toMatchObject({ ok: false });
  expect(process.cpuUsage().user - user).toBeLessThan(5_000_000);
});

test("a file that is cut, is no spreadsheet or has too many rows is said to be so", async () => {
  const file = workbook([["Jane", 712345678]]);
  expect(await readWorkbook(file.subarray(0, file.length - 40))).toEqual({ ok: false, code: "unreadable" });
  expect(await readWorkbook(zipOf([{ name: "word/document.xml", data: Buffer.from("<w/>") }]))).toEqual({
    ok: false,
    code: "unreadable",
  });
  const broken = workbookParts(new Map([[1, HEAD]])).map((part) =>
    part.name.endsWith("sheet2.xml") ? { ...part, data: Buffer.from("<worksheet><sheetData><row") } : part,
  );
  expect(await readWorkbook(zipOf(broken))).toEqual({ ok: false, code: "unreadable" });
  const many = Array.from({ length: MAX_LIST_ROWS + 600 }, (_, index): SheetCell[] => [`Person ${index}`, 712345678]);
  expect(await readWorkbook(workbook(many))).toEqual({ ok: false, code: "too-many-rows" });
});
