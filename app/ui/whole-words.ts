/** A text whose words with a short end, such as `push-up`, stay on one line: the fonts have no non-breaking hyphen. */
export function withWholeWords(text: string): string {
  return text.replaceAll(/(\p{L}-)(?=\p{L}{1,5}(?!\p{L}))/gu, "$1\u2060");
}
