/** The bytes of a list as text, in whatever encoding Excel, Google Sheets or a phone has written it. */

/** What a file is by its first bytes. `excel-97`: the format before .xlsx. */
export type ListFileKind = "text" | "zip" | "excel-97" | "other";

/** First bytes of files that people choose by mistake: PDF, JPEG, PNG, HEIC and its like. */
const OTHER_KINDS = ["%PDF", "\xff\xd8\xff", "\x89PNG"];

export function kindOfFile(bytes: Uint8Array): ListFileKind {
  const first = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (first.startsWith("PK\x03\x04")) return "zip";
  if (first.startsWith("\xd0\xcf\x11\xe0")) return "excel-97";
  return OTHER_KINDS.some((start) => first.startsWith(start)) || first.slice(4, 8) === "ftyp" ? "other" : "text";
}

/** How many bytes say whether a text without a mark is UTF-16. */
const BYTES_LOOKED_AT = 2000;

/**
 * The text of a list. `isCut`: it ends within a character.
 * @returns undefined when it is no text
 */
export function textOfBytes(bytes: Uint8Array): { text: string; isCut: boolean } | undefined {
  const encoding = encodingOf(bytes);
  const decoder = new TextDecoder(encoding, { fatal: encoding === "utf-8" });
  let text: string;
  let isCut = false;
  try {
    // In a stream the beginning of a character may be the last thing.
    text = decoder.decode(bytes, { stream: true });
    try {
      isCut = decoder.decode() !== "";
    } catch {
      isCut = true;
    }
  } catch {
    // What is no UTF-8 is what Excel writes on Windows by itself.
    text = new TextDecoder("windows-1252").decode(bytes);
  }
  return text.includes("\0") ? undefined : { text, isCut };
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  // Of Latin letters in UTF-16 every other byte is zero.
  const some = bytes.subarray(0, BYTES_LOOKED_AT);
  const zeros = (odd: number) => some.filter((byte, index) => index % 2 === odd && byte === 0).length;
  const isMany = (count: number) => count > some.length / 8;
  if (isMany(zeros(1)) && !isMany(zeros(0))) return "utf-16le";
  if (isMany(zeros(0)) && !isMany(zeros(1))) return "utf-16be";
  return "utf-8";
}
