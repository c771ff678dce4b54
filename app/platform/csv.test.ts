import { expect, test } from "vitest";
import { readCsv } from "../../test/support/read-csv.ts";
import { csvCell, csvLine } from "./csv.ts";

const readBack = (text: string) => {
  expect(csvCell(text).startsWith('"')).toBe(true);
  const [[read, ...others] = []] = readCsv(csvLine([text, "next"]));
  expect(others).toEqual(["next"]);
  return read;
};

test.each(
  Object.entries({
    "begins a formula": ["=1+1", "+254 712", "-2", "@SUM(A1)", "=1\n+2"],
    "begins a formula after a blank": ["\t=1", "\r=1", "\n=1", " =1"],
    "begins with a tab or a line": ["\ttext", "\ntext"],
    "begins a formula in full width": ["＝1", "＋1", "－1", "＠x"],
  }),
)("a cell that %s is read back with an apostrophe", (_, texts) => {
  expect(texts.map(readBack)).toEqual(texts.map((text) => `'${text}`));
});

test("any other cell is read back as it is, without characters that spreadsheets skip", () => {
  const texts = ["0712 345 678", "a=b", "Wanjiku, “Shiku” Njeri", 'say "x"', "two\nlines", ""];
  expect(texts.map(readBack)).toEqual(texts);
  expect(["\0=1", "a\0b"].map(readBack)).toEqual(["'=1", "ab"]);
});
