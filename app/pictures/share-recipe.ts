/**
 * How the share picture of a photo is drawn: the same for the pictures of `photos/` and for uploaded ones. The photo is cut
 * around its focus; the logo and the shuka are a frame that `bin/icons.ts` has drawn.
 */
import type { Sharp } from "sharp";
import { SHARE_BOX, SHARE_SIZE } from "../ui/share-picture-files.ts";

/** The brand's ink, behind the logo. */
const GROUND = "#0b0b0c";

/** How they are written: beside full colour at quality 84 nothing is seen to fray, for 42 KB of 74. */
const JPEG = { quality: 78, mozjpeg: true, chromaSubsampling: "4:2:0" } as const;

/**
 * Draws the share picture of an image that has no transparency.
 * @param focus the point that is preserved, in per cent from the left and from the top
 * @param frame what stands over the photo: a PNG of the share picture's size
 */
export async function drawShare(
  image: Sharp,
  focus: readonly [x: number, y: number],
  frame: Uint8Array,
): Promise<Buffer> {
  const { autoOrient } = await image.metadata();
  const scale = Math.max(SHARE_BOX.width / autoOrient.width, SHARE_BOX.height / autoOrient.height);
  const [width, height] = [Math.round(autoOrient.width * scale), Math.round(autoOrient.height * scale)];
  return image
    .autoOrient()
    .resize(width, height, { fit: "fill" })
    .extract({
      left: Math.round(((width - SHARE_BOX.width) * focus[0]) / 100),
      top: Math.round(((height - SHARE_BOX.height) * focus[1]) / 100),
      ...SHARE_BOX,
    })
    .extend({ left: SHARE_SIZE.width - SHARE_BOX.width, background: GROUND })
    .composite([{ input: Buffer.from(frame) }])
    .jpeg(JPEG)
    .toBuffer();
}
