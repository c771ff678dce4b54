const UNBROKEN = [
  /\d \p{Lu}\p{L}{2} to (?=\d{1,2} \p{Lu}\p{L}{2}\b)/gu,
  /\bto (?=(?:[A-Z][a-z]+ )?\d{1,2} \p{Lu})/gu,
  /\b(?:KES|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*) (?=[\d−])/g,
  /\d \p{Lu}(?:\p{L}+ (?=\d{4}\b))?/gu,
  /\d{3} (?=\d{3})/g,
];

/** A text whose dates, amounts and numbers, such as `2 Nov to 1 Dec`, `KES 65` and `0712 345 678`, stay on one line. */
export function withoutBreaks(text: string): string {
  return UNBROKEN.reduce((line, part) => line.replaceAll(part, (match) => match.replaceAll(" ", "\u00a0")), text);
}
