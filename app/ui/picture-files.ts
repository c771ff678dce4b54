/** The files of each picture, shared by the encoder and the component, so that both use the same widths. */
import { PICTURE_TABLE } from "./picture-manifest.generated.ts";

/** The facts of a picture: its size in pixels, its average colour, and the hash in its file names. */
export type PictureSize = { file: string; width: number; height: number; colour: string; hash: string };

export type PictureFormat = "avif" | "webp" | "jpg";

export const PICTURES_PATH = "/pictures";

/**
 * Picture widths, at most 1.22 apart, so that phones never fetch 1.5 times the needed pixels. 724 and 780 are the
 * most common.
 */
const WIDTHS = [240, 290, 350, 420, 500, 600, 724, 780, 900, 1080, 1320, 1600] as const;

/** A width this close below the source's own would only repeat it. */
const NEXT_TO_SOURCE = 0.95;

/** JPEG is only for browsers without AVIF and WebP. */
const JPEG_WIDTH_PX = 780;

/** Widths in pixels that a picture is served in, ascending, never wider than its source. */
export function widthsOf(sourceWidth: number): number[] {
  return [...WIDTHS.filter((width) => width < sourceWidth * NEXT_TO_SOURCE), Math.min(sourceWidth, 1600)];
}

export function jpegWidthOf(sourceWidth: number): number {
  return Math.min(sourceWidth, JPEG_WIDTH_PX);
}

export function variantName(picture: Pick<PictureSize, "file" | "hash">, width: number, format: PictureFormat): string {
  return `${picture.file.replace(/\.[a-z]+$/, "")}-${picture.hash}-${width}.${format}`;
}

/** Reads a table of pictures: the pictures by file name. Each line has file, width, height, colour and hash. */
export function readPictureTable(table: string): ReadonlyMap<string, PictureSize> {
  const lines = table.trim().split("\n");
  return new Map(
    lines.map((line) => {
      const [file = "", width, height, colour, hash = ""] = line.split(" ");
      return [file, { file, width: Number(width), height: Number(height), colour: `#${colour}`, hash }];
    }),
  );
}

/** Every picture in `photos/`, by file name. */
export const pictures = readPictureTable(PICTURE_TABLE);
