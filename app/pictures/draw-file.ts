/** Makes one file of a picture: the same bytes in the encoder's process and in a build that makes all of them. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Sharp } from "sharp";
import type { OwnFile, OwnTask, WantedFile } from "../platform/image-encoder.ts";
import { ownFileName } from "./own-files.ts";
import { encodeAs, recipeHash, type SharpModule } from "./recipe.ts";
import { drawShare } from "./share-recipe.ts";

/** What stands over the photo of a share picture; `bin/icons.ts` draws it. */
const SHARE_FRAME = join(import.meta.dirname, "share-frame.png");

/**
 * Makes one file of a picture.
 * @param image the picture; only the share picture of a page can be drawn without
 * @throws when the picture can't be decoded
 */
export async function drawFile(
  sharp: SharpModule,
  image: Sharp | undefined,
  file: OwnFile | WantedFile,
): Promise<Buffer> {
  if (file.kind === "titled") {
    // Loaded on demand: what cuts fonts takes memory that no other file needs.
    const { drawTitled } = await import("./title-recipe.ts");
    return drawTitled(sharp, image, file);
  }
  if (image === undefined) throw new Error("there is no picture to make this file of");
  if (file.kind === "share") return drawShare(image, file.focus, await readFile(SHARE_FRAME));
  return encodeAs(image.autoOrient(), file.width, file.format).toBuffer();
}

/**
 * Makes a file of one of the site's own pictures.
 * @returns undefined when its source, or how it is drawn, is no longer what its name was made of
 * @throws when the source can't be decoded
 */
export async function drawOwnFile(sharp: SharpModule, { name, source, file }: OwnTask): Promise<Buffer | undefined> {
  const bytes = await readFile(source).catch(() => undefined);
  const picture = { file: basename(source), hash: bytes === undefined ? "" : recipeHash(bytes) };
  if ((await ownFileName(picture, file)) !== name) return undefined;
  return drawFile(sharp, bytes && sharp(bytes), file);
}
