import { describe, expect, test } from "vitest";
import { readCsv } from "../../test/support/read-csv.ts";
import { csvCell, csvLine } from "./csv.ts";

describe("a cell", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["+254 712", "'+254 712"],
    ["-2", "'-2"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\ttext", "'\ttext"],
    ["\r=1", "'\r=1"],
    ["\n=1", "'\n=1"],
    ["\ntext", "'\ntext"],
    [" =1", "' =1"],
    ["＝1", "'＝1"],
    ["＋1", "'＋1"],
    ["－1", "'－1"],
    ["＠x", "'＠x"],
    ["\0=1", "'=1"],
    ["=1\n+2", "'=1\n+2"],
    ["a\0b", "ab"],
    ["0712 345 678", "0712 345 678"],
    ["a=b", "a=b"],
    ["Wanjiku, “Shiku” Njeri", "Wanjiku, “Shiku” Njeri"],
    ['say "x"', 'say "x"'],
    ["two\nlines", "two\nlines"],
    ["", ""],
  ])("%j is read back as %j", (text, read) => {
    expect(csvCell(text).startsWith('"')).toBe(true);
    expect(readCsv(csvLine([text, "next"]))).toEqual([[read, "next"]]);
  });
});
