/** Share pictures of pages that have a picture of their own: their file names and how they are cropped. */
import { type PictureSize, pictures } from "./picture-files.ts";

export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** The picture's box at the right edge; the mark is on the left. */
export const SHARE_BOX = { width: 840, height: 630 } as const;

export const SHARE_PATH = "/share";

type Focus = readonly [x: number, y: number];

const CROPS = [15, 50, 85] as const;

const NEARLY_WHOLE = 0.88;

/** Whether a picture is cropped at its sides or above and below, and how much of it is visible, from 0 to 1. */
function cropOf({ width, height }: Pick<PictureSize, "width" | "height">): { axis: "x" | "y"; visible: number } {
  const relative = width / height / (SHARE_BOX.width / SHARE_BOX.height);
  return relative > 1 ? { axis: "x", visible: 1 / relative } : { axis: "y", visible: relative };
}

/** The share pictures made from a picture in `photos/`: the name of each, and the focus it is cropped around. */
export function builtShares(picture: PictureSize): { name: string; focus: Focus }[] {
  const { visible } = cropOf(picture);
  const crops = visible > NEARLY_WHOLE ? ([50] as const) : CROPS;
  return crops.map((crop) => ({
    name: `${picture.file.replace(/\.[a-z]+$/, "")}-${picture.hash}-${crop}.jpg`,
    focus: [crop, crop],
  }));
}

/** The share picture of a picture in `photos/` whose crop is nearest to a focus; undefined when there is no such picture. */
export function builtShareName(file: string, [x, y]: Focus): string | undefined {
  const picture = pictures.get(file);
  if (picture === undefined) return undefined;
  const wanted = cropOf(picture).axis === "x" ? x : y;
  const distance = ({ focus }: { focus: Focus }) => Math.abs(focus[0] - wanted);
  return builtShares(picture).reduce((best, share) => (distance(share) < distance(best) ? share : best)).name;
}
