/**
 * Writes comma-separated values (RFC 4180) that spreadsheets can't execute. A cell that a spreadsheet could take for a formula
 * gets a leading apostrophe, as OWASP recommends against CSV injection; every cell is quoted.
 */

/** Tells spreadsheets that the text is UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** Beginnings that make a spreadsheet calculate: the signs of a formula, their full-width forms, and characters that some programs skip before them. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** A cell: guarded against formulas, without NUL, quoted. */
export function csvCell(text: string): string {
  const clean = text.replaceAll("\0", "");
  return `"${FORMULA.test(clean) ? "'" : ""}${clean.replaceAll('"', '""')}"`;
}
