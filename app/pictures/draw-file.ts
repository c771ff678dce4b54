/** Makes one file of a picture: the same bytes in the encoder's process and in a full build. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Sharp } from "sharp";
import type { OwnFile, OwnTask, WantedFile } from "../platform/image-encoder.ts";
import { SHARE_BOX, SHARE_SIZE } from "../ui/share-picture-files.ts";
import { ownFileName } from "./own-files.ts";
import { encodeAs, recipeHash, type SharpModule } from "./recipe.ts";

/** The mark and the shuka over the photo of a share picture; `bin/icons.ts` draws it. */
const SHARE_FRAME = join(import.meta.dirname, "share-frame.png");

const GROUND = "#0b0b0c";

/** No visible loss compared to full colour at quality 84, with 42 KB instead of 74. */
const JPEG = { quality: 78, mozjpeg: true, chromaSubsampling: "4:2:0" } as const;

/**
 * Makes one file of a picture. @param image the picture; undefined only for a page's share picture
 * @throws when the picture can't be decoded
 */
export async function drawFile(
  sharp: SharpModule,
  image: Sharp | undefined,
  file: OwnFile | WantedFile,
): Promise<Buffer> {
  if (file.kind === "titled") {
    // Loaded on demand: the font subsetter takes memory, and only this file needs it.
    const { drawTitled } = await import("./share-drawing.ts");
    return drawTitled(sharp, image, file);
  }
  if (image === undefined) throw new Error("this file can't be made without a picture");
  if (file.kind === "share") return drawShare(image, file.focus);
  return encodeAs(image.autoOrient(), file.width, file.format).toBuffer();
}

/** Draws the share picture of an opaque image. @param focus in per cent */
async function drawShare(image: Sharp, focus: readonly [x: number, y: number]): Promise<Buffer> {
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
    .composite([{ input: await readFile(SHARE_FRAME) }])
    .jpeg(JPEG)
    .toBuffer();
}

/** Makes a file of a site picture. @returns undefined when source or recipe no longer match its name */
export async function drawOwnFile(sharp: SharpModule, { name, source, file }: OwnTask): Promise<Buffer | undefined> {
  const bytes = await readFile(source).catch(() => undefined);
  const picture = { file: basename(source), hash: bytes === undefined ? "" : recipeHash(bytes) };
  if ((await ownFileName(picture, file)) !== name) return undefined;
  return drawFile(sharp, bytes && sharp(bytes), file);
}
