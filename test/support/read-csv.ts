/**
 * Reads comma-separated values strictly (RFC 4180): every cell is quoted, quotes are doubled, lines end with CRLF.
 * @throws at the first violation
 */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /"((?:[^"]|"")*)"(,|\r\n)/y;
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, value = "", end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`No cell at character ${at}: ${text.slice(at, at + 40)}`);
    row.push(value.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) throw new Error("The last line has no end");
  return rows;
}
