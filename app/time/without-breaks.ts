const WEEKDAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*";

const UNBROKEN = new RegExp(
  [
    String.raw`\b(?:KES|${WEEKDAY}) (?=[\d−])`,
    String.raw`\d \p{Lu}(?:\p{L}+ (?=\d{4}\b))?`,
    String.raw`\bto (?=(?:${WEEKDAY} )?\d{1,2} \p{Lu})`,
    String.raw`\d{3} (?=\d{3})`,
    String.raw`, (?=\d{1,2}:\d{2}[ap]m)`,
  ].join("|"),
  "gu",
);

/**
 * A text whose dates, amounts and numbers, such as `Thursday 26 November 2026, 6:00am`, `KES 65` and `0712 345 678`, stay on
 * one line. A range breaks before its `to`.
 */
export function withoutBreaks(text: string): string {
  return text.replaceAll(UNBROKEN, (part) => part.replaceAll(" ", "\u00a0"));
}
