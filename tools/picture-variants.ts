/**
 * Makes what the site serves of `photos/`: every picture in AVIF and WebP at the widths of `app/ui/picture-files.ts`
 * and in one JPEG, into `public/pictures/`. File names contain a hash of source and recipe: a file that exists is
 * current, so only what changed is made again. Writes `app/ui/picture-manifest.generated.ts`.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { averageColour, encodeAs, recipeHash } from "../app/pictures/recipe.ts";
import { jpegWidthOf, type PictureFormat, type PictureSize, variantName, widthsOf } from "../app/ui/picture-files.ts";
import { inParallel } from "./in-parallel.ts";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = join(ROOT, "photos");
const SERVED = join(ROOT, "public", "pictures");
const TABLE = join(ROOT, "app", "ui", "picture-manifest.generated.ts");

type Variant = { picture: PictureSize; width: number; format: PictureFormat };

/** Reads one source: its size after any rotation, its average colour, and the hash in its variants' names. */
async function measure(file: string): Promise<PictureSize> {
  const bytes = await readFile(join(SOURCES, file));
  const { autoOrient } = await sharp(bytes).metadata();
  const colour = await averageColour(sharp(bytes).autoOrient());
  return { file, ...autoOrient, colour, hash: recipeHash(bytes) };
}

function variantsOf(picture: PictureSize): Variant[] {
  const modern = widthsOf(picture.width).flatMap((width) =>
    (["avif", "webp"] as const).map((format) => ({ picture, width, format })),
  );
  return [...modern, { picture, width: jpegWidthOf(picture.width), format: "jpg" }];
}

async function make({ picture, width, format }: Variant): Promise<void> {
  const image = encodeAs(sharp(join(SOURCES, picture.file)).autoOrient(), width, format);
  // Under another name until it is whole: an interrupted build must not leave a file that counts as current.
  const target = join(SERVED, variantName(picture, width, format));
  await image.toFile(`${target}.part`);
  await rename(`${target}.part`, target);
}

/** The table as the browser gets it: a line for each picture. */
export function tableSource(all: readonly PictureSize[]): string {
  const lines = all.map(({ file, width, height, colour, hash }) =>
    [file, width, height, colour.slice(1), hash].join(" "),
  );
  return [
    "/** Written by tools/pictures.ts: file, width, height, average colour, hash. */",
    "export const PICTURE_TABLE = `",
    ...lines,
    "`;",
    "",
  ].join("\n");
}

async function writeIfChanged(path: string, text: string): Promise<void> {
  const before = await readFile(path, "utf8").catch(() => undefined);
  if (before !== text) await writeFile(path, text);
}

/** Brings `public/pictures/` and the table up to date with `photos/`. Says which there are, and how many files it made and removed. */
export async function buildVariants(): Promise<{ pictures: PictureSize[]; made: number; removed: number }> {
  // One thread an image and as many images at once as there are cores: encoders scale badly within one small image.
  sharp.concurrency(1);
  sharp.cache(false);
  await mkdir(SERVED, { recursive: true });
  const files = (await readdir(SOURCES)).filter((name) => /\.(jpg|png)$/.test(name)).sort();
  const all = await Promise.all(files.map(measure));
  const variants = all.flatMap(variantsOf);
  const names = new Set(variants.map(({ picture, width, format }) => variantName(picture, width, format)));
  const present = new Set(await readdir(SERVED));
  const wanted = variants.filter(({ picture, width, format }) => !present.has(variantName(picture, width, format)));
  // The slowest first, so that both cores end at about the same time.
  wanted.sort((a, b) => Number(b.format === "avif") - Number(a.format === "avif") || b.width - a.width);
  // The only slow step of a first start, so it reports its progress.
  if (wanted.length > 0) console.log(`Making ${wanted.length} pictures (about a minute the first time) …`);
  await inParallel(wanted, make);
  const stale = [...present].filter((name) => !names.has(name));
  await Promise.all(stale.map((name) => rm(join(SERVED, name))));
  await writeIfChanged(TABLE, tableSource(all));
  return { pictures: all, made: wanted.length, removed: stale.length };
}
