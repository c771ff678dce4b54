import { describe, expect, test } from "vitest";
import { readRows } from "./read-rows.ts";

const fromFile = (text: string, encoding: BufferEncoding = "utf8") => readRows({ bytes: Buffer.from(text, encoding) });

/** The rows of a list in short: `2 Halima|0722 !cut`. */
function short(read: ReturnType<typeof readRows>): string[] {
  if ("code" in read) return [read.code];
  return read.rows.map(({ line, cells, problem }) => `${line} ${cells.join("|")}${problem ? ` !${problem}` : ""}`);
}

describe("a delimiter", () => {
  test.each([
    ["Name,Phone\nHalima,0722\n", ["1 Name|Phone", "2 Halima|0722"]],
    ["Name;Phone\nHalima;0722\n", ["1 Name|Phone", "2 Halima|0722"]],
    ["Name\tPhone\nHalima\t0722\n", ["1 Name|Phone", "2 Halima|0722"]],
    ["Name|Phone\nHalima|0722\n", ["1 Name|Phone", "2 Halima|0722"]],
    ["Name\nHalima\n", ["1 Name", "2 Halima"]],
    [
      "Name;Price;Plan\nHalima;1,200;Gold\nPeter;1,500;Gold\n",
      ["1 Name|Price|Plan", "2 Halima|1,200|Gold", "3 Peter|1,500|Gold"],
    ],
    [
      "Name,Remark\nHalima,a;b;c\nPeter,c\nLucy,d\nAli,e\n",
      ["1 Name|Remark", "2 Halima|a;b;c", "3 Peter|c", "4 Lucy|d", "5 Ali|e"],
    ],
    // Four of five rows are enough for the wider format.
    ["A;B;C\n1;2,x;3\n4;5,x;6\n7;8,x;9\n0,x\n", ["1 A|B|C", "2 1|2,x|3", "3 4|5,x|6", "4 7|8,x|9", "5 0,x"]],
  ])("of %j is found", (text, rows) => {
    expect(short(fromFile(text))).toEqual(rows);
    expect(short(readRows({ pasted: text }))).toEqual(rows);
  });

  test("is found in the first 300 lines with text", () => {
    expect(short(fromFile(`${" \n".repeat(300)}A;B\n1;2\n`))).toEqual(["301 A|B", "302 1|2"]);
    expect(short(fromFile(`${"1;2\n".repeat(300)}${"1,2,3\n".repeat(400)}`)).at(-1)).toBe("700 1,2,3");
  });
});

describe("lines", () => {
  test.each([
    ["end in any way", "A,B\r\n1,2\r3,4\n", ["1 A|B", "2 1|2", "3 3|4"]],
    ["are counted when they are empty", "A,B\n\n,\n1,2\n", ["1 A|B", "4 1|2"]],
    ["that have more cells than others are marked", "A,B\n1,2,3\n4,5,,\n", ["1 A|B", "2 1|2|3 !more-cells", "3 4|5||"]],
    ["that have more cells come first", "A,B,C\n1,2\n3,4\n", ["1 A|B|C !more-cells", "2 1|2", "3 3|4"]],
    ["may have fewer cells", "A,B\n1\n4,5\n", ["1 A|B", "2 1", "3 4|5"]],
  ])("%s", (_, text, rows) => {
    expect(short(fromFile(text))).toEqual(rows);
  });

  const LIST = "Name,Phone\nHalima,0722000101\nPeter,0722000102\n";

  test.each([
    ["ends with a line break", `${LIST}Lucy,07220\n`, "4 Lucy|07220"],
    ["has a shorter last cell", `${LIST}Lucy,07220`, "4 Lucy|07220 !cut"],
    ["has no last cell", `${LIST}Lucy`, "4 Lucy !cut"],
    ["has no last cell, like another", `${LIST}Ali\nLucy`, "5 Lucy !cut"],
    ["has an empty last cell, like another", `${LIST}Ali,\nLucy,`, "5 Lucy|"],
    ["is as short as another", `${LIST}Ali,07\nLucy,07`, "5 Lucy|07"],
    ["has an open mark", 'Name,Phone\nLucy,"07', '2 Lucy|"07 !quote-open'],
    ["has a last cell of the same length", `${LIST}Lucy,0722000103`, "4 Lucy|0722000103"],
    ["has too few rows before it to tell", "Name,Phone\nHalima,0722000101\nLucy,07220", "3 Lucy|07220"],
  ])("the last line of a file %s", (_, text, row) => {
    expect(short(fromFile(text)).at(-1)).toBe(row);
  });

  test("pasted without a last line break are whole", () => {
    expect(short(readRows({ pasted: `${LIST}Lucy,07220` })).at(-1)).toBe("4 Lucy|07220");
  });
});

describe("a quoted cell", () => {
  const read = (line: string) => short(fromFile(`A,B\n${line}\n7,8\n`)).slice(1, -1);
  test.each([
    ['"1,5",2', ["2 1,5|2"]],
    [' "1" ,2', ["2 1|2"]],
    ['"say ""hi""",2', ['2 say "hi"|2']],
    ['"""hi"" all",2', ['2 "hi" all|2']],
    ['"1"x,2', ['2 "1"x|2']],
    ['"1,2"x', ['2 "1|2"x !quote-open']],
    ['"1"x"3",2', ['2 "1"x"3"|2']],
    ['x"1",2', ['2 x"1"|2']],
    ['1,2" x', ['2 1|2" x']],
    ['"1\n5",2', ["2 1 5|2"]],
    ['"1\n5\n6",2', ["2 1 5 6|2 !quote-lines"]],
    ['"1,2', ['2 "1|2 !quote-open']],
    ['1,"2', ['2 1|"2 !quote-open']],
    ['"1\n,5",2', ["2 1 ,5|2"]],
    ['1,"2\n3"\n5,6', ["2 1|2 3", "3 5|6"]],
    ['"1\n3",4,5', ['2 "1 !quote-open', '3 3"|4|5 !more-cells']],
    ['"1,2\n3,4"', ['2 "1|2 !quote-open', '3 3|4"']],
    ['1,"2\n3,4"', ['2 1|"2 !quote-open', '3 3|4"']],
    ['"",2', ["2 |2"]],
  ])("of %j is read", (line, rows) => {
    expect(read(line)).toEqual(rows);
  });

  test("joins ten lines at most, which count as one", () => {
    const lines = (count: number) => `"${Array.from({ length: count }, (_, at) => at).join("\n")}",2`;
    expect(read(lines(10))).toEqual(["2 0 1 2 3 4 5 6 7 8 9|2 !quote-lines"]);
    expect(read(lines(11))[0]).toBe('2 "0 !quote-open');
    expect(short(fromFile(`A,B\n${lines(3)}\n7,8\n`)).at(-1)).toBe("3 7|8");
  });

  test("of more than 10,000 characters is ordinary text", () => {
    const filled = (count: number) => read(`"${"x".repeat(count)}",2`)[0]?.slice(0, 4);
    expect([filled(9998), filled(9999)]).toEqual(["2 xx", '2 "x']);
  });

  test("is ordinary text in cells pasted from a spreadsheet", () => {
    expect(short(readRows({ pasted: 'A\tB\n"1"\t2\n' }))[1]).toBe('2 "1"|2');
    expect(short(readRows({ pasted: 'A,B\n"1",2\n' }))[1]).toBe("2 1|2");
    expect(short(fromFile('A\tB\n"1"\t2\n'))[1]).toBe("2 1|2");
  });
});

test("a row has as many cells as a list may have, and one more", () => {
  const cells = (count: number) => Array.from({ length: count }, () => "x").join(",");
  expect(short(fromFile([40, 41, 42].map(cells).join("\n")))).toEqual([
    `1 ${cells(40).replaceAll(",", "|")}`,
    `2 ${cells(41).replaceAll(",", "|")} !more-cells`,
    `3 ${cells(41).replaceAll(",", "|")} !more-cells`,
  ]);
});

test.each([
  ["web-page", ["<html>", "\ufeff  <!-- x -->\n<table>", "<?xml version='1.0'?>", "  mime-version: 1.0"]],
  ["contacts", ["BEGIN:VCARD\r\nVERSION:3.0\r\n"]],
  ["rich-text", ["{\\rtf1"]],
  ["json", ['[{"name":1}]', '{\n "name": 1 }', "[[1]]", "["]],
  ["spreadsheet-file", ["PK\x03\x04....[Content_Types].xml", "\xd0\xcf\x11\xe0"]],
  ["spreadsheet-file", ["<?xml?>\n<x urn='office:spreadsheet'>"]],
  ["other-file", ["%PDF", "a\0b"]],
  ["empty", [" \n,,\n\r\n,"]],
  ["no such file", ["<1,2\n", "x <html>", "x BEGIN:VCARD", "{rtf,1", "[x],1", "x[{", "50%PDF", "PKx", "xPK\x03"]],
])("as %s are known texts that begin with %j", (code, texts) => {
  const codeOf = (read: ReturnType<typeof readRows>) => ("code" in read ? read.code : "no such file");
  for (const text of texts) {
    const file = fromFile(text, text.startsWith("\xd0") ? "latin1" : "utf8");
    expect([codeOf(file), codeOf(readRows({ pasted: text }))], text).toEqual([code, code]);
  }
});

test("a page is refused in UTF-16 too, and known by its first 4,000 characters", () => {
  expect(fromFile("\ufeff<html>", "utf16le")).toEqual({ code: "web-page" });
  expect(short(fromFile(`${"\n".repeat(4000)}<html>`))).toEqual(["4001 <html>"]);
});

test("a list may be as large as the limits, and no larger", () => {
  const lines = (count: number) => "0722000101\n".repeat(count);
  expect(short(fromFile(lines(5500))).at(-1)).toBe("5500 0722000101");
  expect(fromFile(lines(5501))).toEqual({ code: "too-many-rows" });
  expect(readRows({ pasted: lines(5501) })).toEqual({ code: "too-many-rows" });
  const filled = (bytes: number) => `a,b\n${" ".repeat(bytes - 4)}`;
  expect(short(fromFile(filled(5 * 1024 * 1024)))).toEqual(["1 a|b"]);
  expect(short(fromFile(filled(5 * 1024 * 1024 + 1)))).toEqual(["too-large"]);
  expect(short(readRows({ pasted: filled(5 * 1024 * 1024 + 1) }))).toEqual(["too-large"]);
});

test("short lists are read in the encodings of Windows and the Mac, and in UTF-16", () => {
  const namesOf = (bytes: Uint8Array) => {
    const read = readRows({ bytes });
    return "code" in read ? read.code : read.rows.slice(1).map(({ cells }) => cells[0]);
  };
  const MAC: Record<string, number> = { "’": 0xd5, é: 0x8e, ü: 0x9f, ñ: 0x96, É: 0x83 };
  const WINDOWS: Record<string, number> = { "’": 0x92, é: 0xe9, ü: 0xfc, ñ: 0xf1, É: 0xc9 };
  const all = ["Wang’ombe Njuguna", "André Müller", "Ana Muñoz", "Élise Were", "NG’ANG’A KAMAU"];
  for (const names of [all, all.slice(0, 1), all.slice(1, 2), all.slice(3, 4), all.slice(0, 4)]) {
    const text = `Name,Phone\n${names.map((name, row) => `${name},072200010${row}\n`).join("")}`;
    for (const table of [MAC, WINDOWS]) {
      const bytes = Uint8Array.from([...text], (letter) => table[letter] ?? letter.charCodeAt(0));
      expect(namesOf(bytes)).toEqual(names);
    }
    const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
    expect([namesOf(utf16), namesOf(Buffer.from(utf16).swap16())]).toEqual([names, names]);
  }
});

test("a file that is cut within a character is still UTF-8", () => {
  const bytes = Buffer.from("Name\nZoë\nAndré").subarray(0, -1);
  expect(short(readRows({ bytes }))).toEqual(["1 Name", "2 Zoë", "3 Andr"]);
});
