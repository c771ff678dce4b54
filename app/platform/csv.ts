/**
 * Writes comma-separated values (RFC 4180) that spreadsheets can't execute. A cell that a spreadsheet could take for a formula
 * gets a leading apostrophe, as OWASP recommends against CSV injection; every cell is quoted.
 */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Tells spreadsheets that the text is UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** Beginnings that make a spreadsheet calculate: the signs of a formula, their full-width forms, and characters that some programs skip before them. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

type Cell = string | number;

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** A cell: guarded against formulas, without NUL, quoted. A number is not a formula, even with a minus sign. */
export function csvCell(cell: Cell): string {
  if (typeof cell === "number") return `"${cell}"`;
  const clean = cell.replaceAll("\0", "");
  return `"${FORMULA.test(clean) ? "'" : ""}${clean.replaceAll('"', '""')}"`;
}

export function csvHeaders(name: string): HeadersInit {
  return {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}.csv"`,
    "Cache-Control": "private, no-store",
  };
}

export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** Streams a sheet in portions. @param read gets `next` of the previous portion @param onEnd runs however it ends */
export function csvStream<Row>(
  columns: Columns<Row>,
  read: (after: string | undefined) => Promise<{ rows: readonly Row[]; next: string | undefined }>,
  onEnd = () => {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const cells = Object.values(columns);
  let head = BYTE_ORDER_MARK + csvLine(Object.keys(columns));
  let after: string | undefined;
  return new ReadableStream({
    async pull(controller) {
      try {
        // SQLite's statements run synchronously: without this pause, requests would wait for the whole file.
        await yieldToEventLoop();
        const { rows, next } = await read(after);
        controller.enqueue(encoder.encode(head + rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join("")));
        head = "";
        after = next;
        if (next !== undefined) return;
        onEnd();
        controller.close();
      } catch (error) {
        onEnd();
        throw error;
      }
    },
    cancel: onEnd,
  });
}
