/** The pictures that social networks show of a page that has a picture of its own: what they are called and how they are cut. */
import { type PictureSize, pictures } from "./picture-files.ts";

export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** The picture's box at the right edge; the mark is on the left. */
export const SHARE_BOX = { width: 840, height: 630 } as const;

export const SHARE_PATH = "/share";

type Focus = readonly [x: number, y: number];

const CUTS = [15, 50, 85] as const;

const NEARLY_WHOLE = 0.88;

/** Whether a picture is cut at its sides or above and below, and how much of it is seen, from 0 to 1. */
function cutOf({ width, height }: Pick<PictureSize, "width" | "height">): { axis: "x" | "y"; seen: number } {
  const relative = width / height / (SHARE_BOX.width / SHARE_BOX.height);
  return relative > 1 ? { axis: "x", seen: 1 / relative } : { axis: "y", seen: relative };
}

/** The share pictures that are made of a picture of `photos/`: the name of each, and the focus it is cut around. */
export function builtShares(picture: PictureSize): { name: string; focus: Focus }[] {
  const { seen } = cutOf(picture);
  const cuts = seen > NEARLY_WHOLE ? ([50] as const) : CUTS;
  return cuts.map((cut) => ({
    name: `${picture.file.replace(/\.[a-z]+$/, "")}-${picture.hash}-${cut}.jpg`,
    focus: [cut, cut],
  }));
}

/** The share picture of a picture of `photos/` whose cut is nearest to a focus; undefined when there is no such picture. */
export function builtShareName(file: string, [x, y]: Focus): string | undefined {
  const picture = pictures.get(file);
  if (picture === undefined) return undefined;
  const wanted = cutOf(picture).axis === "x" ? x : y;
  const distance = ({ focus }: { focus: Focus }) => Math.abs(focus[0] - wanted);
  return builtShares(picture).reduce((best, share) => (distance(share) < distance(best) ? share : best)).name;
}
