/** Including what a crop hides: a picture wider than its box is drawn wider than the box, and needs a wider file. */

/** Width divided by height, from a number or from `4/5`. */
function ratioOf(aspect: number | string): number {
  const [width = 1, height = 1] = String(aspect).split("/").map(Number);
  return width / height;
}

/**
 * How many times its box's width a picture's file should be wide: such that the whole file holds as many pixels as the
 * box shows. Drawing every hidden pixel sharp would cost a phone more data than the last bit of sharpness is worth.
 */
export function widening(picture: { width: number; height: number }, aspect: number | string): number {
  const drawn = picture.width / picture.height / ratioOf(aspect);
  return Math.sqrt(Math.max(1, drawn));
}

/** Leading media conditions of one entry of `sizes`, then its length. */
const ENTRY = /^((?:(?:not|and|or)?\s*\([^()]*\)\s*)*)(.+)$/s;

/** Multiplies every length of a `sizes` list. */
export function scaleSizes(sizes: string, factor: number): string {
  if (factor < 1.05) return sizes;
  return sizes
    .split(/,(?![^(]*\))/)
    .map((entry) => {
      const [, condition = "", length = ""] = entry.trim().match(ENTRY) ?? [];
      const plain = length.match(/^([\d.]+)(vw|px|rem)$/);
      if (plain) return `${condition}${Math.round(Number(plain[1]) * factor * 10) / 10}${plain[2]}`;
      return `${condition}calc(${length} * ${factor.toFixed(2)})`;
    })
    .join(", ");
}
