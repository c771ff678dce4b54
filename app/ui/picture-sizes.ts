/** Counting what a crop hides: a picture wider than its box is drawn wider than the box, and needs a wider file. */

/**
 * A file may hold this many times the pixels that its box shows: with the step to the next width on offer it stays
 * below 1.5. A phone's data is worth more than the last bit of sharpness.
 */
const MOST_PIXELS = 1.2;

/** Width divided by height, from a number or from `4/5`. */
function ratioOf(aspect: number | string): number {
  const [width = 1, height = 1] = String(aspect).split("/").map(Number);
  return width / height;
}

/** How many times its box's width a picture's file should be wide. */
export function widening(picture: { width: number; height: number }, aspect: number | string): number {
  const drawn = picture.width / picture.height / ratioOf(aspect);
  return Math.max(1, Math.min(drawn, Math.sqrt(MOST_PIXELS * drawn)));
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
