/** The largest value of an integer column (PostgreSQL's `integer`). */
const LARGEST = 2_147_483_647;

/** Parses a whole number from 0; undefined for any other text, and for a number too large for a column. */
export function wholeNumberIn(text: string | null | undefined): number | undefined {
  const number = /^\d{1,10}$/.test(text ?? "") ? Number(text) : undefined;
  return number === undefined || number > LARGEST ? undefined : number;
}
