/**
 * How the files of a picture are encoded: the same for the pictures of `photos/` and for uploaded ones. A change makes every
 * file of `photos/` again, under new names.
 */
import { createHash } from "node:crypto";
import type { Sharp } from "sharp";
import { type PictureFormat, widthsOf } from "../ui/picture-files.ts";

/** The encoder, passed as a parameter because some processes can't load it. */
export type SharpModule = typeof import("sharp").default;

/** Files up to this many pixels wide are mostly shown on the dense screens of phones, which hide losses better. */
const DENSE_UP_TO_PX = 1080;

/**
 * Format settings. AVIF has ten bits: with eight, dark red gradients show bands. Qualities were chosen by eye, for half the
 * bytes of full colour.
 */
const RECIPE = {
  avif: { quality: { dense: 38, wide: 50 }, effort: 3, bitdepth: 10, chromaSubsampling: "4:2:0" },
  webp: { quality: 75, effort: 4, smartSubsample: true },
  jpg: { quality: 78, mozjpeg: true, chromaSubsampling: "4:4:4" },
} as const;

const RECIPE_HASH_LENGTH = 8;

/** The hash in the names of a picture's files: of the recipe and, for a picture in `photos/`, of its source. */
export function recipeHash(source: Uint8Array = new Uint8Array()): string {
  const hash = createHash("sha256").update(JSON.stringify({ RECIPE, DENSE_UP_TO_PX })).update(source).digest("hex");
  return hash.slice(0, RECIPE_HASH_LENGTH);
}

export function encodeAs(image: Sharp, width: number, format: PictureFormat): Sharp {
  const resized = image.resize({ width, withoutEnlargement: true });
  if (format === "jpg") return resized.jpeg(RECIPE.jpg);
  if (format === "webp") return resized.webp(RECIPE.webp);
  const { quality, ...options } = RECIPE.avif;
  return resized.avif({ ...options, quality: width > DENSE_UP_TO_PX ? quality.wide : quality.dense });
}

/** The files of a picture for pages: AVIF and WebP at all widths that pages show. */
export function modernVariants(sourceWidth: number) {
  return widthsOf(sourceWidth).flatMap((width) =>
    (["avif", "webp"] as const).map((format) => ({ kind: "variant" as const, width, format })),
  );
}

/** The average colour of an upright image, as in `#2d0d0c`. */
export async function averageColour(image: Sharp): Promise<string> {
  const pixel = await image.resize(1, 1, { fit: "fill" }).removeAlpha().raw().toBuffer();
  return `#${pixel.toString("hex")}`;
}
