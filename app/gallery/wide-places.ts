/** Columns of the gallery's grid on a wide screen (specification, section 9: 3/2/1). */
const COLUMNS = 3;

/**
 * Which pictures of a page are twice as wide, so that the three columns end without a hole: one wide picture fills one
 * missing place, and the last picture another. Indexes, ascending.
 */
export function widePlaces(count: number): number[] {
  const missing = (COLUMNS - (count % COLUMNS)) % COLUMNS;
  if (missing === 0 || count < COLUMNS - 1) return [];
  return missing === 1 ? [0] : [0, count - 1];
}
