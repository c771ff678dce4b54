const WORDS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
] as const;

/** A count in running text: words up to twelve, then digits. */
export function countInWords(count: number): string {
  return WORDS[count] ?? String(count);
}
