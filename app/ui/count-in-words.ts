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

/** A count as running text writes it: in words up to twelve, in figures above. */
export function countInWords(count: number): string {
  return WORDS[count] ?? String(count);
}
