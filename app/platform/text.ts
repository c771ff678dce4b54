/** Texts: cleaned of invisible characters, line breaks, white space and accents; and counts as texts. */

/** Unicode's embeddings, overrides and isolates, except the marks of right-to-left names. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Invisible characters in a line, except joiners and variation selectors, which scripts and pictures need. */
const INVISIBLE = /[\u0080-\u0084\u0086-\u009f\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb]/g;

/** Only white space and blank characters, such as the fillers of Hangul and the blank pattern of Braille. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

const BREAKS = /\r\n?|[\n\u0085\u2028\u2029]/g;

/** Removes invisible characters that disguise text ("gpj.exe" as "exe.jpg"); people copy them with names. */
export function withoutBidiControls(text: string): string {
  return text.replace(BIDI_CONTROLS, "");
}

export function withPlainBreaks(text: string): string {
  return text.replace(BREAKS, "\n");
}

/** ASCII that `asLine` returns unchanged: most texts, and lists have tens of thousands. */
const PLAIN_LINE = /^[!-~](?:[ -~]*[!-~])?$/;

/** A text of one line as it is stored: trimmed, tabs as spaces, without invisible characters. Line breaks inside stay. */
export function asLine(text: string): string {
  if (PLAIN_LINE.test(text)) return text;
  return trimmed(withoutBidiControls(withPlainBreaks(text)).replace(INVISIBLE, "").replaceAll("\t", " "));
}

/** A text without surrounding white space; empty when it has no visible character. */
export function trimmed(text: string): string {
  return BLANK.test(text) ? "" : text.trim();
}

export function hasSeveralLines(text: string): boolean {
  return withPlainBreaks(text).trim().includes("\n");
}

export function capitalized<Text extends string>(text: Text): Capitalize<Text> {
  // The type checker doesn't compute it.
  return (text.charAt(0).toUpperCase() + text.slice(1)) as Capitalize<Text>;
}

/** `1 pass`, `2 passes`. */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : many}`;
}

/** Most texts, which have no accents. */
const ASCII = /^[ -~]*$/;

/** A text in lower case without accents, for comparisons. */
export function plainText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** The largest value of an integer column (PostgreSQL's `integer`). */
const LARGEST = 2_147_483_647;

/** Parses a whole number from 0; undefined for any other text, and for a number too large for a column. */
export function wholeNumberIn(text: string | null | undefined): number | undefined {
  const number = /^\d{1,10}$/.test(text ?? "") ? Number(text) : undefined;
  return number === undefined || number > LARGEST ? undefined : number;
}

const WORDS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

/** A count in running text: words up to twelve, then digits. */
export function countInWords(count: number): string {
  return WORDS[count] ?? String(count);
}

/** `1st`, `2nd`, `3rd`, `4th` and so on. */
export function ordinal(number: number): string {
  const last = number % 100;
  const suffix = last > 10 && last < 14 ? undefined : ["th", "st", "nd", "rd"][number % 10];
  return `${number}${suffix ?? "th"}`;
}
