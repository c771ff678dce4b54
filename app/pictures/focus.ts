/** The focal point of a picture, in whole per cent from the left and from the top. */

export type Focus = { x: number; y: number };

/** The displayed width without JavaScript: browsers send the point in displayed pixels. It fits the narrowest phone. */
export const DRAWN_WIDTH_PX = 288;

export const NINE_POSITIONS: readonly (Focus & { name: string })[] = [
  { x: 15, y: 15, name: "top left" },
  { x: 50, y: 15, name: "top" },
  { x: 85, y: 15, name: "top right" },
  { x: 15, y: 50, name: "left" },
  { x: 50, y: 50, name: "middle" },
  { x: 85, y: 50, name: "right" },
  { x: 15, y: 85, name: "bottom left" },
  { x: 50, y: 85, name: "bottom" },
  { x: 85, y: 85, name: "bottom right" },
];

export function positionValue({ x, y }: Focus): string {
  return `${x} ${y}`;
}

/** The height in CSS pixels of a picture drawn `DRAWN_WIDTH_PX` wide. */
export function drawnHeight({ width, height }: { width: number; height: number }): number {
  return Math.round((DRAWN_WIDTH_PX * height) / width);
}

export function focusAt(point: { x: number; y: number }, box: { width: number; height: number }): Focus {
  return { x: percent(point.x, box.width), y: percent(point.y, box.height) };
}

function percent(part: number, whole: number): number {
  return Math.min(100, Math.max(0, Math.round((part / whole) * 100)));
}

/**
 * The focus of a form: the touched point, the position, or the previous one. @param fields `focus.x` and `focus.y` in
 * displayed pixels; keyboards send 0 and 0
 */
export function focusFromForm(
  fields: Record<"focus.x" | "focus.y" | "position" | "x" | "y", string>,
  picture: { width: number; height: number },
): Focus {
  const point = { x: wholeNumber(fields["focus.x"]), y: wholeNumber(fields["focus.y"]) };
  if (point.x > 0 || point.y > 0) {
    return focusAt(point, { width: DRAWN_WIDTH_PX, height: drawnHeight(picture) });
  }
  const chosen = NINE_POSITIONS.find((position) => positionValue(position) === fields.position);
  if (chosen !== undefined) return { x: chosen.x, y: chosen.y };
  return { x: percent(wholeNumber(fields.x, 50), 100), y: percent(wholeNumber(fields.y, 50), 100) };
}

function wholeNumber(text: string, otherwise = 0): number {
  return /^\d{1,5}$/.test(text) ? Number(text) : otherwise;
}
