/** The largest integer of a database's column (PostgreSQL's `integer`). */
const LARGEST = 2_147_483_647;

/** A whole number from 0 as a form or an address has it; undefined for any other text, and for one no column can hold. */
export function wholeNumberIn(text: string | null | undefined): number | undefined {
  const number = /^\d{1,10}$/.test(text ?? "") ? Number(text) : undefined;
  return number === undefined || number > LARGEST ? undefined : number;
}
