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
