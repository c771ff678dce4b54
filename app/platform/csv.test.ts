import { expect, test } from "vitest";
import { readCsv } from "../../test/support/read-csv.ts";
import { csvCell, csvLine } from "./csv.ts";

function expectRead(text: string, read: string): void {
  expect(csvCell(text).startsWith('"')).toBe(true);
  expect(readCsv(csvLine([text, "next"])), JSON.stringify(text)).toEqual([[read, "next"]]);
}

test.each(
  Object.entries({
    "begins a formula": ["=1+1", "+254 712", "-2", "@SUM(A1)", "=1\n+2"],
    "begins a formula after a blank": ["\t=1", "\r=1", "\n=1", " =1"],
    "begins with a tab or a line": ["\ttext", "\ntext"],
    "begins a formula in full width": ["＝1", "＋1", "－1", "＠x"],
  }),
)("a cell that %s is read back with an apostrophe", (_, texts) => {
  for (const text of texts) expectRead(text, `'${text}`);
});

test("any other cell is read back as it is, without characters that spreadsheets skip", () => {
  const texts = ["0712 345 678", "a=b", "Wanjiku, “Shiku” Njeri", 'say "x"', "two\nlines", ""];
  for (const text of texts) expectRead(text, text);
  expectRead("\0=1", "'=1");
  expectRead("a\0b", "ab");
});
