/** Files of site pictures in `photos/`: their paths, and the order of making them. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OwnFile, OwnTask } from "../platform/image-encoder.ts";
import { jpegWidthOf, PICTURES_PATH, type PictureSize, variantName } from "../ui/picture-files.ts";
import { builtShares, SHARE_PATH } from "../ui/share-picture-files.ts";
import { modernVariants } from "./recipe.ts";

export type TitledShare = Omit<Extract<OwnFile, { kind: "titled" }>, "kind" | "page"> & { file: string };

export type OwnPictureFile = OwnTask & { path: string };

const SHARE_DRAWING_FILES = [
  "draw-file.ts",
  "share-frame.png",
  "share-drawing.ts",
  join("..", "..", "photos", "brand", "mark.svg"),
];

const SHARE_HASH_LENGTH = 12;

/** The widths most used by phones and laptops, most frequent first; measured in Chromium on the public pages. */
const MOST_SHOWN_PX = [724, 500, 900, 780, 600, 1080, 420, 350, 240, 290];

/** Files for pages, then those for the preview of a link, then those for older browsers. */
const ORDER_OF_KINDS = ["avif", "share", "titled", "webp", "jpg"];

let drawing: Promise<string> | undefined;

/** The hash of the files that draw share pictures, as of the first call. */
function hashOfDrawing(): Promise<string> {
  drawing ??= Promise.all(SHARE_DRAWING_FILES.map((file) => readFile(join(import.meta.dirname, file)))).then((files) =>
    files.reduce((hash, bytes) => hash.update(bytes), createHash("sha256")).digest("hex"),
  );
  return drawing;
}

/** The stored file name; its hash covers everything that the bytes depend on. @param picture the source with its `recipeHash` */
export async function ownFileName(picture: Pick<PictureSize, "file" | "hash">, file: OwnFile): Promise<string> {
  if (file.kind === "variant") return `${PICTURES_PATH}/${variantName(picture, file.width, file.format)}`;
  const hash = createHash("sha256")
    .update(JSON.stringify([picture, file]))
    .update(await hashOfDrawing())
    .digest("hex")
    .slice(0, SHARE_HASH_LENGTH);
  const base = file.kind === "titled" ? file.page : `${picture.file.replace(/\.[a-z]+$/, "")}-${file.focus[0]}`;
  return `${SHARE_PATH}/${base}-${hash}.jpg`;
}

/**
 * Lists the files of all site pictures in the order of making. @param titled share pictures by page, drawn without
 * a photo if it is missing
 */
export async function listOwnFiles(
  photos: string,
  pictures: ReadonlyMap<string, PictureSize>,
  titled: Readonly<Record<string, TitledShare>>,
): Promise<OwnPictureFile[]> {
  const list = async (source: string, file: OwnFile, path?: string): Promise<OwnPictureFile> => {
    const name = await ownFileName({ file: source, hash: pictures.get(source)?.hash ?? "" }, file);
    return { name, path: path ?? name, source: join(photos, source), file };
  };
  const ofPictures = [...pictures.values()].flatMap((picture) => [
    ...variantsOf(picture).map((file) => list(picture.file, file)),
    ...builtShares(picture).map(({ name, focus }) =>
      list(picture.file, { kind: "share", focus }, `${SHARE_PATH}/${name}`),
    ),
  ]);
  const ofPages = Object.entries(titled).map(([page, { file, ...texts }]) =>
    list(file, { kind: "titled", page, ...texts }, `${SHARE_PATH}/${page}.jpg`),
  );
  const files = await Promise.all([...ofPictures, ...ofPages]);
  return files.sort((a, b) => rankOf(a.file) - rankOf(b.file));
}

/** The variants of a picture: AVIF and WebP at all its widths, and one JPEG. */
function variantsOf({ width }: PictureSize): OwnFile[] {
  return [...modernVariants(width), { kind: "variant", width: jpegWidthOf(width), format: "jpg" }];
}

function rankOf(file: OwnFile): number {
  const kind = ORDER_OF_KINDS.indexOf(file.kind === "variant" ? file.format : file.kind);
  const widthRank = file.kind === "variant" ? MOST_SHOWN_PX.indexOf(file.width) : 0;
  return kind * 100 + (widthRank < 0 ? MOST_SHOWN_PX.length : widthRank);
}
