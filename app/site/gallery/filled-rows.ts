/** Columns of the gallery's grid on a wide screen (specification, section 9: 3/2/1). */
const COLUMNS = 3;

/**
 * How a page's last row of three is filled when its pictures leave it incomplete: the first picture is twice as wide,
 * and where that is not enough an invitation takes the last cell.
 */
export function filledRows(count: number): { isFirstWide: boolean; hasInvitation: boolean } {
  const missing = (COLUMNS - (count % COLUMNS)) % COLUMNS;
  const isFirstWide = missing > 0 && count > 1;
  return { isFirstWide, hasInvitation: missing === 2 && isFirstWide };
}
