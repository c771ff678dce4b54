/** A text whose dates, amounts and numbers, such as `Thu 26 Nov`, `KES 65` and `0712 345 678`, stay on one line. */
export function withoutBreaks(text: string): string {
  return text.replaceAll(
    /(\d) (?=\p{Lu})|\b(KES|Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?=[\d−])|(\d{3}) (?=\d{3})/gu,
    "$1$2$3\u00a0",
  );
}
