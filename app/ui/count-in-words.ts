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

/** The same at the beginning of a sentence. */
export function countInWordsCapitalised(count: number): string {
  const words = countInWords(count);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
