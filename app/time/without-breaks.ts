/** A text whose dates and amounts, such as `Thu 26 Nov` and `KES 65`, stay on one line. */
export function withoutBreaks(text: string): string {
  return text.replaceAll(/(\d) (?=\p{Lu})|\b(KES|Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?=\d)/gu, "$1$2\u00a0");
}
