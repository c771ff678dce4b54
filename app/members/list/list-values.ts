/** Single cells of a list: phone numbers, prices, names, as people and spreadsheets write them. */
import { readPhone } from "../../forms/read-phone.ts";
import { plainText } from "../../platform/text.ts";

/** A number of a cell, or why there is none. `spoiled`: a spreadsheet has rounded it. */
export type ListPhone = { phone: string; hasMore: boolean } | { problem: "missing" | "unreadable" | "spoiled" };

const ROUNDED = /^\+?\d(?:[.,]\d+)?e\+?\d+$/i;
/** What stands between two numbers of one cell. */
const BETWEEN = / ?(?:[/,;|&]|\bor\b|\band\b|\bau\b) ?/i;
/** Words before a number. */
const BEFORE = /^(?:tel|phone|mobile|cell|mob|simu|no)\b[.: ]*/i;

export function readListPhone(cell: string): ListPhone {
  const text = cell.replace(/^'/, "").trim();
  if (!/[\p{L}\d]/u.test(text)) return { problem: "missing" };
  if (ROUNDED.test(text.replaceAll(" ", ""))) return { problem: "spoiled" };
  // A slash may stand within one number too.
  const whole = readOne(text);
  if (whole !== undefined) return { phone: whole, hasMore: false };
  const [first = "", ...more] = text.split(BETWEEN);
  const phone = more.length === 0 ? undefined : readOne(first);
  return phone === undefined ? { problem: "unreadable" } : { phone, hasMore: true };
}

function readOne(typed: string): string | undefined {
  // Without the end of a spreadsheet's number.
  return readPhone(typed.replace(BEFORE, "").replace(/^(\d+)\.0$/, "$1"));
}

/** A text as headings and names of plans are compared: without capitals, blanks, accents and signs. */
export function closedUpText(text: string): string {
  return plainText(text).replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** "KES 3,900/=" as 3900; undefined for what is no price. */
export function readListPrice(cell: string): number | undefined {
  const text = cell
    .toLowerCase()
    .replace(/^(?:kes|kshs?|ksh)\.?/, "")
    .replace(/\/[=-]+$/, "")
    .replace(/(?:kes|kshs?)\.?$/, "")
    .replaceAll(" ", "");
  const grouped = /^(\d{1,3}(?:[,.]\d{3})+)(?:[.,]\d{1,2})?$/.exec(text);
  if (grouped !== null) return Number((grouped[1] ?? "").replaceAll(/[,.]/g, ""));
  const plain = /^(\d{1,7})(?:[.,]\d{1,2})?$/.exec(text);
  return plain === null ? undefined : Number(plain[1]);
}
