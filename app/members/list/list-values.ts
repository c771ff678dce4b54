/** Single cells of a list: phone numbers, prices, names, as people and spreadsheets write them. */
import { plainText } from "../../forms/person-words.ts";
import { readPhone } from "../../forms/phone.ts";

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

/** A mobile number of Kenya with too few or too many digits: mistyped or cut. */
const LIKE_MOBILE = /^(?:0[17]|(?:\+|00)?254\d|[17])/;
const LANDLINE = /^0[2-6]\d{6,8}$/;
const FOREIGN = /^(?:\+|00)[1-9]\d{7,14}$/;

function readOne(typed: string): string | undefined {
  const text = typed
    .replace(BEFORE, "")
    // A spreadsheet's number, and the zero that is dialled within the country alone.
    .replace(/^(\d+)\.0$/, "$1")
    .replace(/^(\+|00)?254[ -]?\(?0\)?[ -]?(?=[17])/, "+254");
  const phone = readPhone(text);
  if (phone === undefined) return undefined;
  if (/^\+254[17]\d{8}$/.test(phone)) return phone;
  const dialled = phone.replaceAll(/[^\d+]/g, "");
  if (LANDLINE.test(dialled)) return phone;
  return !LIKE_MOBILE.test(dialled) && FOREIGN.test(dialled) ? phone : undefined;
}

/** A number as numbers are compared: `+254 20 234 5678` is 0202345678 too. */
export function phoneKey(phone: string): string {
  return phone
    .replaceAll(/\D/g, "")
    .replace(/^00/, "")
    .replace(/^0(?=[1-7]\d{7,8}$)/, "254");
}

/** A name as names are compared: without capitals, blanks, accents and signs. */
export function nameKey(name: string): string {
  return plainText(name).replaceAll(/[^\p{L}\p{N}]/gu, "");
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
